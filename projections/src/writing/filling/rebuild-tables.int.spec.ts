import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '../../projection-list.ts';
import { campaignReport, type ReportQuestion } from '../../queries.ts';
import { readCheckpoints, readTablesPosition } from '../../tables/checkpoint.queries.ts';
import { readExchanges } from '../../tables/exchange.queries.ts';
import { startFollowing } from '../../testing/followed-tables.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { randomWorld } from '../../testing/random/random-world.ts';
import { adamId, applicationId, campaign, figures, orgId, rates } from '../../testing/sample-events.ts';
import { installAttributed, installReported, linked, notification, transaction } from '../../testing/sample-users.ts';
import { contentOf, quiet, startTables, type TablesUnderTest } from '../../testing/tables-under-test.ts';
import { cohortProjection } from '../cohort/cohort.projection.ts';
import { NewerProjectionError } from '../runner/group-projections.ts';
import type { BatchProjection, Projection } from '../runner/projection.ts';
import { finishExchanges } from './exchange-tables.ts';
import { type RebuildOptions, rebuildTables } from './rebuild-tables.ts';

let tables: TablesUnderTest;
let log: LogUnderTest;
beforeAll(async () => {
  [tables, log] = await Promise.all([startTables(), startLog()]);
  await log.appendWorld(randomWorld(7).events.slice(0, 400));
});
afterAll(async () => {
  await Promise.all([tables.stop(), log.stop()]);
});

/** Follows until `end` is called. */
function following(client: ClickHouseClient, url: string, list: readonly Projection[] = projections) {
  const stop = new AbortController();
  const { log: of } = log;
  const running = startFollowing({
    log: of,
    client,
    logger: quiet,
    signal: stop.signal,
    projections: list,
    fill: async (changed, { epoch, signal }) => {
      await rebuildTables({
        log: of,
        url,
        logger: quiet,
        projections: changed,
        acceptDifferences: true,
        shadowKind: 'fill',
        epoch,
        signal,
      });
    },
  });
  return {
    reached: running.reached,
    end: async () => {
      stop.abort();
      await running.ended;
    },
  };
}

async function followed(): Promise<{ client: ClickHouseClient; url: string }> {
  const client = await tables.emptyTables();
  const url = await urlOf(client);
  const run = following(client, url);
  await run.reached(await log.log.lastPosition());
  await run.end();
  return { client, url };
}

async function urlOf(client: ClickHouseClient): Promise<string> {
  const named = await client.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  const [{ name } = { name: '' }] = await named.json<{ name: string }>();
  return `${tables.url}/${name}`;
}

const rebuildOf = (url: string, options: Partial<RebuildOptions> = {}) =>
  rebuildTables({ log: log.log, url, logger: quiet, projections, epoch: 1, ...options });

const raisedVersion = cohortProjection.version + 1;
/** The cohort as a later version might be: every product has another name, in each of its tables. */
const renamedCohort: BatchProjection = {
  ...cohortProjection,
  version: raisedVersion,
  projectBatch: async (client, events) => renamed(await cohortProjection.projectBatch(client, events)),
  startFill: () => {
    const fill = cohortProjection.startFill();
    return {
      project: fill.project,
      async *finish(client) {
        for await (const part of fill.finish(client)) yield renamed(part);
      },
    };
  },
};
function renamed<Made extends { readonly rows: readonly { table: string; row: object }[] }>(made: Made): Made {
  const rows = made.rows.map(({ table, row }) =>
    'product_id' in row ? { table, row: { ...row, product_id: `new.${row.product_id}` } } : { table, row },
  );
  return { ...made, rows };
}
const withRenamed = projections.map((projection) => (projection.name === 'cohort' ? renamedCohort : projection));

const question: ReportQuestion = {
  scope: {
    applicationId,
    adamId,
    orgId,
    orgCurrency: 'EUR',
    timeZone: 'UTC',
    currency: 'USD',
    smallBusiness: false,
    linkedOrgIds: [orgId],
  },
  from: '2026-03-01',
  to: '2026-03-31',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-20T00:00:00.000Z'),
};
/** Of a report: by product, whether it has subscriptions (one table) and whether it has income (another). */
async function productsOf(client: ClickHouseClient): Promise<string[]> {
  const { totals } = await campaignReport(client, question);
  const products = Object.entries(
    (totals as { products: Record<string, { count: number; current_income: number }> }).products,
  );
  return products
    .filter(([, { count, current_income: income }]) => count > 0 || income !== 0)
    .map(([name]) => name.split('.')[0] === 'new')
    .map((isNew) => (isNew ? 'new' : 'old'));
}

describe('a rebuild', () => {
  it('makes the rows that following made, swaps them in, and keeps what arrives meanwhile', async () => {
    const { client, url } = await followed();
    const run = following(client, url);
    const before = await contentOf(client);
    const result = await rebuildOf(url);
    expect(result).toMatchObject({ differences: [], swapped: true });
    expect(await contentOf(client)).toEqual(before);
    const appending = (async () => {
      for (let day = 10; day < 15; day += 1) await log.append([rates(`2026-01-${day}`, { USD: 1 + day / 100 })]);
    })();
    expect(
      await rebuildOf(url, { projections: projections.filter(({ name }) => name === 'exchange-rate') }),
    ).toMatchObject({
      swapped: true,
    });
    await appending;
    await run.reached(await log.append([installReported(`late-${randomUUID()}`)]));
    await run.end();
    const fresh = await followed();
    expect(await contentOf(client)).toEqual(await contentOf(fresh.client));
  });

  it('is never seen in part: a report asked in the middle of a swap comes from the old or the new tables, whole', async () => {
    const id = randomUUID();
    const sale = transaction(`t-${id}`, { original_transaction_id: `t-${id}` });
    await log.append([
      campaign(1),
      installReported(id),
      installAttributed(id, { campaign_id: 1 }),
      linked(id, `t-${id}`),
      notification('SUBSCRIBED', [sale]),
    ]);
    const { client, url } = await followed();
    expect(new Set(await productsOf(client))).toEqual(new Set(['old']));
    const pending: Promise<string[]>[] = [];
    const during: Promise<unknown>[] = [];
    const result = await rebuildOf(url, {
      projections: [renamedCohort],
      acceptDifferences: true,
      onExchanged: async () => {
        // Each statement of a report that is asked now would find some tables old and some new.
        const products = productsOf(client);
        pending.push(products);
        const first = await Promise.race([products, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))]);
        during.push(Promise.resolve(first));
      },
    });
    expect(result.swapped).toBe(true);
    expect(pending.length).toBeGreaterThan(4);
    for (const products of await Promise.all(pending)) expect(new Set(products)).toEqual(new Set(['new']));
    expect(new Set(await Promise.all(during))).toEqual(new Set(['waits']));
  });

  it('that was cut off in the middle of its swap is ended by the process that finds it', async () => {
    const { client, url } = await followed();
    const exchanged: string[] = [];
    const killed = rebuildOf(url, {
      projections: [renamedCohort],
      acceptDifferences: true,
      onExchanged: async (table) => {
        exchanged.push(table);
        if (exchanged.length === 3) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await readExchanges(client)).map(({ state }) => state)).toEqual(['swapping']);
    await finishExchanges(client, new Date(Date.now() + 60_000));
    expect((await readExchanges(client)).map(({ state }) => state)).toEqual(['free']);
    expect((await readCheckpoints(client)).get('cohort')?.version).toBe(raisedVersion);
    expect(new Set(await productsOf(client))).toEqual(new Set(['new']));
  });

  it('exchanges nothing once its lease is lost, also where that is noticed after all rows were made', async () => {
    const { client, url } = await followed();
    const lease = new AbortController();
    const lost = rebuildOf(url, {
      projections: [renamedCohort],
      acceptDifferences: true,
      signal: lease.signal,
      onInsert: () => lease.abort(new Error('lost')),
    });
    await expect(lost).rejects.toThrow('lost');
    expect((await readCheckpoints(client)).get('cohort')?.version).toBe(cohortProjection.version);
    expect((await readExchanges(client))[0]).toMatchObject({ projection: 'cohort', state: 'failed' });
  });

  it('stops at an event that cannot be projected, and does not swap tables that differ: the live ones stay as they are', async () => {
    const { client, url } = await followed();
    const before = await contentOf(client);
    const failing: Projection = {
      ...(projections.find(({ name }) => name === 'exchange-rate') as Projection),
      project: () => ({ kind: 'park', reason: 'no such day' }),
    } as Projection;
    await expect(rebuildOf(url, { projections: [failing] })).rejects.toThrow('no such day');
    expect(await contentOf(client)).toEqual(before);
    expect((await readExchanges(client))[0]).toMatchObject({ projection: 'exchange-rate', state: 'failed' });

    await log.append([campaign(1)]);
    await client.command({
      query: 'ALTER TABLE exchange_rate_per_day_v1 UPDATE units_per_euro = 7 WHERE 1 SETTINGS mutations_sync = 1',
    });
    const altered = await contentOf(client);
    const some = projections.filter(({ name }) => name === 'exchange-rate' || name === 'ad-structure');
    const result = await rebuildOf(url, { projections: some });
    expect(result.swapped).toBe(false);
    expect(result.differences.map(({ table }) => table)).toEqual(['exchange_rate_per_day_v1']);
    expect(await contentOf(client)).toEqual(altered);
  });
});

describe('a projection whose version was raised', () => {
  it('is rebuilt beside the live tables while the others follow, then joins them', async () => {
    const { client, url } = await followed();
    const run = following(client, url, withRenamed);
    await run.reached(await log.append([figures('campaign', 1, '2026-03-05', [{ taps: 9 }])]));
    const checkpoints = await readCheckpoints(client);
    expect(checkpoints.get('cohort')?.version).toBe(raisedVersion);
    expect(new Set(await productsOf(client))).toEqual(new Set(['new']));
    const until = await log.append([rates('2026-03-18', { USD: 1.3 }), installReported(`joined-${randomUUID()}`)]);
    await run.reached(until);
    const positions = new Set([...(await readCheckpoints(client)).values()].map(({ done }) => done?.position));
    expect(positions.size).toBe(1);
    await run.end();
    await expect(following(client, url).end()).rejects.toThrow(NewerProjectionError);
  });

  it('fills itself when it is new, while the position says that it is not complete', async () => {
    const list = projections.filter(({ name }) => name !== 'settings-seen');
    const client = await tables.emptyTables();
    const url = await urlOf(client);
    const until = await log.append([rates('2026-03-19', { USD: 1.4 })]);
    const older = following(client, url, list);
    const reached = async () => (await readCheckpoints(client)).get('cohort')?.done?.position;
    await expect.poll(reached).toBe(until);
    await older.end();
    expect(await readTablesPosition(client)).toBeUndefined();
    const newer = following(client, url);
    await newer.reached(await log.append([campaign(4)]));
    await newer.end();
    const fresh = await followed();
    expect(await contentOf(client)).toEqual(await contentOf(fresh.client));
  });
});
