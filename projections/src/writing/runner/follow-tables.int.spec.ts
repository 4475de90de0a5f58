import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '../../projection-list.ts';
import { operatorReport } from '../../reading/operations/operator-report.ts';
import { parkedStreams } from '../../reading/operations/parked-streams.ts';
import { type LogRange, readCheckpoints, writeCheckpoints } from '../../tables/checkpoint.queries.ts';
import { readCompleted } from '../../tables/completion.queries.ts';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import { readParkedStreams } from '../../tables/parked-stream.queries.ts';
import { startFollowing } from '../../testing/followed-tables.ts';
import { type LogUnderTest, startLog } from '../../testing/log-under-test.ts';
import { randomWorld } from '../../testing/random/random-world.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { campaign, figures, rates } from '../../testing/sample-events.ts';
import {
  contentOf,
  quiet,
  startTables,
  type TablesUnderTest,
  writeInBatches,
} from '../../testing/tables-under-test.ts';
import { followFirstFill } from '../filling/first-fill.ts';
import { followTables } from './follow-tables.ts';
import { type EventProjection, type Projection, park } from './projection.ts';
import { readRangesBegun } from './range-journal.ts';

let tables: TablesUnderTest;
let log: LogUnderTest;
beforeAll(async () => {
  [tables, log] = await Promise.all([startTables(), startLog()]);
});
afterAll(async () => {
  await Promise.all([tables.stop(), log.stop()]);
});

/** Runs until everything up to the position is written. */
async function follow(client: ClickHouseClient, until: bigint, list = projections): Promise<void> {
  const stop = new AbortController();
  const following = startFollowing({ log: log.log, projections: list, client, logger: quiet, signal: stop.signal });
  await following.reached(until);
  stop.abort();
  await following.ended;
}

/** The range of a projection that was begun and is not written. */
async function unfinished(client: ClickHouseClient, name: string): Promise<LogRange | undefined> {
  const { version, done } = (await readCheckpoints(client)).get(name) ?? {};
  const id = { name, version: version ?? projections.find((projection) => projection.name === name)?.version ?? 0 };
  return (await readRangesBegun(log.log, await currentDatabase(client))).unfinishedOf(id, done);
}

/** The same client, but the process dies (every later call fails) at the first insert that `at` names. */
function dyingClient(client: ClickHouseClient, at: (table: string, token: string) => boolean): ClickHouseClient {
  let dead = false;
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'exec') return typeof value === 'function' ? value.bind(target) : value;
      return async (insert: Parameters<ClickHouseClient['exec']>[0]) => {
        const token = String(insert.clickhouse_settings?.insert_deduplication_token);
        dead ||= at(/^INSERT INTO (\S+)/.exec(insert.query)?.[1] ?? '', token);
        if (dead) throw new Error('killed');
        return await target.exec(insert);
      };
    },
  });
}

const isCheckpoint = (insert: string): boolean => insert.startsWith('projection_checkpoint_v1 ');
/** Built-in models are looked for in the tables and left out when they are there. */
const isModel = (insert: string): boolean => /^prediction_(model|curve)_v1 /.test(insert);
const isDone = (table: string, token: string): boolean =>
  table === 'projection_checkpoint_v1' && token.includes(':done:');

describe('following the log', () => {
  it('leaves the tables as if nothing had happened when it dies between the rows and the checkpoint', async () => {
    const until = await log.appendWorld(randomWorld(5).events.slice(0, 400));
    const whole = await tables.emptyTables();
    await follow(whole, until);
    const expected = await contentOf(whole);

    for (const at of [isDone, (table: string) => table === 'charge_v1']) {
      const client = await tables.emptyTables();
      const stop = new AbortController();
      const written = new Set<string>();
      const repeated = new Set<string>();
      const dying = dyingClient(client, (table, token) => {
        const dies = at(table, token);
        if (dies) stop.abort();
        else written.add(`${table} ${token}`);
        return dies;
      });
      await followTables({ log: log.log, projections, client: dying, logger: quiet, signal: stop.signal });
      expect(await unfinished(client, 'cohort')).toBeDefined();
      const surviving = dyingClient(client, (table, token) => {
        repeated.add(`${table} ${token}`);
        return false;
      });
      await follow(surviving, until);
      // Versions of a row hide a row that is written twice; the tokens show that the engine took none a second time.
      const once = [...written].filter((token) => !isCheckpoint(token) && !isModel(token));
      expect(once.filter((token) => !repeated.has(token))).toEqual([]);
      expect(await contentOf(client)).toEqual(expected);
    }
  });

  it('parks an event that makes no sense with the later ones of its stream, and goes on with the rest', async () => {
    const wrongDay: StreamEvent = { ...figures('campaign', 1, '2026-02-31', [{ taps: 1 }]) };
    const sameStream: StreamEvent = { ...figures('campaign', 2, '2026-02-30', [{ taps: 1 }]), stream: wrongDay.stream };
    const client = await tables.emptyTables();
    await writeInBatches(client, asRecorded([wrongDay, campaign(1), sameStream, campaign(2)]), [2]);
    const parked = (await readParkedStreams(client)).map(({ projection, stream }) => ({ projection, stream }));
    const streams = ['ads-performance', 'figures-pulled'].map((projection) => ({
      projection,
      stream: wrongDay.stream,
    }));
    expect(parked).toEqual(streams);
    expect((await contentOf(client)).ads_performance_per_day_v1).toEqual([]);
    expect((await contentOf(client)).campaign_current_v1).toHaveLength(2);
  });

  it('parks the one event of a batch that the engine refuses, after trying it again', async () => {
    const impossible = campaign(3, { modified_at: '2026-13-45T00:00:00.000Z' });
    const client = await tables.emptyTables();
    await writeInBatches(
      client,
      asRecorded([campaign(1), rates('2026-03-03', { USD: 1.1 }), impossible, campaign(2)]),
      [9],
    );
    const parked = await readParkedStreams(client);
    const of = { stream: impossible.stream, eventType: 'CampaignObserved' };
    expect(parked).toMatchObject([
      { projection: 'ad-structure', ...of },
      { projection: 'settings-seen', ...of },
    ]);
    expect((await contentOf(client)).campaign_current_v1).toHaveLength(2);
    expect(await unfinished(client, 'ad-structure')).toBeUndefined();
  });

  it('says that tables are filled for the first time until the history of the log has been read and quiet times follow', async () => {
    const days = Array.from({ length: 1100 }, (_, index) => rates('2026-03-03', { USD: 1 + index / 1000 }));
    await log.appendWorld(days.map(({ event }, index) => ({ event, stream: `exchangeRates-${index % 8}` })));
    const client = await tables.emptyTables();
    const names = projections.map(({ name }) => name);
    await writeCheckpoints(client, projections, { range: { from: 1n, to: 1n }, recordedAt: new Date() });
    const sectionOf = async () => {
      const report = await operatorReport({ log: log.log, client, parts: undefined, now: Date.now() });
      return report.find(({ title }) => title === 'Projections')?.findings.find(({ what }) => what.includes('cohort'));
    };
    const filling = { status: 'filling', detail: 'The tables are being filled for the first time: 0 % of the log' };
    expect(await sectionOf()).toMatchObject(filling);

    const first = followFirstFill({ log: log.log, client, projections: names, begun: 0 });
    await first.beforeBatch({ events: 3, done: undefined, now: 60_000 });
    await first.beforeBatch({ events: 900, done: 1n, now: 80_000 });
    await first.beforeBatch({ events: 3, done: 1n, now: 109_000 });
    expect(await readCompleted(client)).toEqual(new Set());
    await first.beforeBatch({ events: 900, done: 1n, now: 111_000 });
    expect(await readCompleted(client)).toEqual(new Set(names));
    expect(await sectionOf()).toMatchObject({ status: 'degraded', detail: 'At least 1000 events behind' });
  });

  it('takes figures of more months than an insert may touch', async () => {
    const months = Array.from({ length: 130 }, (_, index) => {
      const month = `${2012 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
      return figures('campaign', 1, month, [{ taps: index + 1 }]);
    });
    const client = await tables.emptyTables();
    await writeInBatches(client, asRecorded(months), [200]);
    expect((await contentOf(client)).ads_performance_per_day_v1).toHaveLength(130);
  });
});

describe('a parked stream', () => {
  /** A projection with a defect: it refuses the renaming to "Two". */
  const defective = projections.map((projection): Projection => {
    if (projection.name !== 'ad-structure') return projection;
    const { project } = projection as EventProjection;
    const fails = ({ event }: RecordedEvent) => event.type === 'CampaignObserved' && event.data.campaign.name === 'Two';
    return {
      ...(projection as EventProjection),
      project: (recorded) => (fails(recorded) ? park('a defect') : project(recorded)),
    };
  });

  it('is projected in order when it is retried after the defect is gone, and only in the projection that had parked it', async () => {
    const stream = 'campaign-parked';
    const named = (name: string): StreamEvent => ({ ...campaign(77, { name }), stream });
    const client = await tables.emptyTables();
    const names = async () => ({
      current: (await contentOf(client)).campaign_current_v1?.filter((row) => /"campaign_id":"?77\b/.test(row)),
      seen: (await contentOf(client)).settings_seen_v1?.filter((row) => /"campaign_id":"?77\b/.test(row)).length,
    });
    await follow(client, await log.append([named('One'), named('Two'), named('Three'), named('Four')]), defective);
    expect((await names()).current?.[0]).toContain('"One"');
    expect((await names()).seen).toBe(4);
    const [waiting] = await readParkedStreams(client);
    expect(waiting).toMatchObject({ projection: 'ad-structure', stream, reason: 'a defect', revision: 1n });
    expect(await parkedStreams({ log: log.log, client })).toEqual([waiting]);

    const data = { stream, position: String(waiting?.position), decided_at: new Date().toISOString() };
    const decision: StreamEvent = { stream: `parkedStream-${stream}`, event: { type: 'ParkedStreamRetried', data } };
    // Too late or about another event: nothing changes.
    const other = { ...decision, event: { ...decision.event, data: { ...data, position: '1' } } } as StreamEvent;
    await follow(client, await log.append([other]));
    expect((await readParkedStreams(client)).length).toBe(1);
    const until = await log.append([decision, named('Five')]);
    // Killed between the rows of the decision and its checkpoint, it is done again.
    const stop = new AbortController();
    const dying = dyingClient(client, (table) => table === 'parked_stream_v1' && stop.abort() === undefined);
    await followTables({ log: log.log, projections, client: dying, logger: quiet, signal: stop.signal });
    await follow(client, until);
    expect(await readParkedStreams(client)).toEqual([]);
    expect(await parkedStreams({ log: log.log, client })).toEqual([]);
    expect((await names()).current?.[0]).toContain('"Five"');
    const fresh = await tables.emptyTables();
    await follow(fresh, until);
    expect(await contentOf(client)).toEqual(await contentOf(fresh));
  });

  it('is said in the log by the tables that have it: those of an earlier program, and not those that were emptied', async () => {
    const stream = 'campaign-earlier';
    const client = await tables.emptyTables();
    const logged = async () => (await parkedStreams({ log: log.log, client })).map((parked) => parked.stream);
    const until = await log.append([{ ...campaign(78, { name: 'Two' }), stream }]);
    await follow(client, until, defective);
    expect(await logged()).toContain(stream);
    const result = await client.query({ query: 'SELECT * FROM parked_stream_v1 FINAL', format: 'JSONEachRow' });
    const rows = await result.json();
    await client.command({ query: 'TRUNCATE TABLE parked_stream_v1' });
    await follow(client, await log.append([campaign(79, { name: 'One' })]), defective);
    expect(await logged()).toEqual([]);
    await client.insert({ table: 'parked_stream_v1', values: rows, format: 'JSONEachRow' });
    await follow(client, await log.append([campaign(80, { name: 'One' })]), defective);
    expect(await logged()).toContain(stream);
    expect(await parkedStreams({ log: log.log, client })).toEqual(await readParkedStreams(client));
  });

  it('ends when the tables are gone, so that the process makes them when it starts again', async () => {
    const client = await tables.emptyTables();
    const database = await currentDatabase(client);
    const { signal } = new AbortController();
    const following = startFollowing({ log: log.log, projections, client, logger: quiet, signal });
    await following.reached(await log.append([campaign(81)]));
    await client.command({ query: `DROP DATABASE ${database} SYNC` });
    await log.append([campaign(82)]);
    await expect(following.ended).rejects.toThrow(`Database ${database} does not exist`);
  });
});
