import { type ClickHouseClient, createLogger, type EventLog, openClickHouse, openEventLog } from '@tapwise/adapters';
import { type DomainEventOf, predictionModelStream } from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../../../projections/src/testing/recorded-events.ts';
import { applicationId as application_id } from '../../../../projections/src/testing/sample-events.ts';
import { notification, transaction } from '../../../../projections/src/testing/sample-users.ts';
import {
  startTables,
  type TablesUnderTest,
  writeInBatches,
} from '../../../../projections/src/testing/tables-under-test.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { addApplication, followDirectory } from '../../../../tests/support/facts/linked-application.ts';
import { bundledProgram } from '../../../../tests/support/programs/program-arguments.ts';
import { createRefitActivities } from './refit-models.activities.ts';
import type { LastFit, RefitActivities } from './refit-models.contract.ts';

/** A fit starts a process of its own with the lowest priority. */
const timeoutMs = 120_000;
const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();

let tables: TablesUnderTest;
let node: EventStoreUnderTest;
let log: EventLog;
let client: ClickHouseClient;
let url: string;
let activities: RefitActivities;
const stopping = new AbortController();

beforeAll(async () => {
  [tables, node] = await Promise.all([startTables(), startEventStore()]);
  log = openEventLog(node.url);
  await addApplication(log, { id: application_id, adamId: 1500000001 });
});

afterAll(async () => {
  stopping.abort();
  await log.close();
  await Promise.all([tables.stop(), node.stop()]);
});

beforeEach(async () => {
  client = await tables.emptyTables();
  const database = await client.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  const [row] = await database.json<{ name: string }>();
  const address = new URL(tables.url);
  address.pathname = `/${row?.name}`;
  url = address.toString();
  activities = newWorker();
});

function newWorker(): RefitActivities {
  const directory = followDirectory(log, stopping.signal);
  const logger = createLogger('spec', 'silent');
  return createRefitActivities({
    log,
    directory,
    tables: { client: openClickHouse(url), url },
    checkSeconds: 60,
    logger,
    fitProgram: bundledProgram('fit-program'),
  });
}

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
  new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') }).run(activity, input);
/** A fit that says nothing of the present lines, so that another one is due. */
const outdated: LastFit = { at: new Date(0).toISOString(), lines: {} };
const refit = (fitted: LastFit | null) => run(activities.refitWhenDue, { application_id, fitted });

const fits = async (product = 'monthly') =>
  (await log.readStream(predictionModelStream(application_id, product))).map(
    ({ event }) => (event as DomainEventOf<'PredictionModelFitted'>).data,
  );

/** A monthly subscription bought so many days ago and renewed until now; the last period runs. */
function subscription(id: number, daysAgo: number): StreamEvent[] {
  const events: StreamEvent[] = [];
  const original_transaction_id = `t${id}`;
  const begun = now - daysAgo * dayMs;
  for (let at = begun, charge = 0; at <= now; at += monthMs, charge += 1) {
    const sale = transaction(`t${id}${charge === 0 ? '' : `.${charge}`}`, {
      original_transaction_id,
      purchased_at: iso(at),
      expires_at: iso(at + monthMs),
      original_purchased_at: iso(begun),
      reason: charge === 0 ? 'PURCHASE' : 'RENEWAL',
    });
    events.push(notification(charge === 0 ? 'SUBSCRIBED' : 'DID_RENEW', [sale]));
  }
  return events;
}

const write = (...subscriptions: StreamEvent[][]) => writeInBatches(client, asRecorded(subscriptions.flat()), [1000]);

describe('a refit of an application', () => {
  it('waits for a first product, and looks often until then', async () => {
    expect(await refit(null)).toEqual({ fitted: null, pause_seconds: 10 });
    expect(await fits()).toEqual([]);
  });

  it(
    'records a model of each product and what it expects of live subscriptions',
    async () => {
      await write(subscription(1, 70), subscription(2, 40), subscription(3, 10));
      const done = await refit(null);
      expect(done).toMatchObject({ fitted: { lines: { monthly: 3 } }, pause_seconds: 60 });
      const [fit, ...others] = await fits();
      expect(others).toEqual([]);
      expect(fit?.model).toMatchObject({ product_id: 'monthly', as_of: done.fitted?.at, horizon_months: 24 });
      expect(fit?.model.curves[0]?.counted[0]).toBeGreaterThan(0);
      const { live, received, by_90_days, by_365_days, within_horizon } = fit?.expected ?? expect.fail('no fit');
      expect(live).toBe(3);
      // Three first charges, two second ones and one third: ten dollars each, less the store's thirty percent.
      expect(received).toBeCloseTo(6 * 7, 6);
      expect(by_90_days).toBeGreaterThan(0);
      expect(by_365_days).toBeGreaterThan(by_90_days);
      expect(within_horizon).toBeGreaterThan(by_365_days);
      expect(await refit(done.fitted)).toEqual({ fitted: done.fitted, pause_seconds: 60 });
      expect(await fits()).toHaveLength(1);
    },
    timeoutMs,
  );

  it(
    'goes on from the model before, in the same stream',
    async () => {
      const before = (await fits()).length;
      await write(subscription(1, 70), subscription(2, 40));
      const first = await refit(outdated);
      await write(subscription(4, 5));
      const hoursAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
      const second = await refit(first.fitted === null ? null : { ...first.fitted, at: hoursAgo });
      expect(second.fitted?.lines).toEqual({ monthly: 3 });
      const all = await fits();
      expect(all).toHaveLength(before + 2);
      activities = newWorker();
      // A process that knows of no fit takes the recorded one for its own.
      expect((await refit(null)).fitted).toEqual({ at: all.at(-1)?.model.as_of, lines: { monthly: 3 } });
      expect(await fits()).toHaveLength(before + 2);
      await refit(outdated);
      expect(await fits()).toHaveLength(before + 3);
      expect(all.map(({ model }) => model.as_of)).toEqual([...all.map(({ model }) => model.as_of)].sort());
    },
    timeoutMs,
  );

  it(
    'is an error that is tried again when the tables go away in the middle',
    async () => {
      await write(subscription(1, 70));
      const client = openClickHouse(url);
      const directory = followDirectory(log, stopping.signal);
      const lost = { client, url: 'http://default:@127.0.0.1:9/none' };
      const logger = createLogger('spec', 'silent');
      activities = createRefitActivities({
        log,
        directory,
        tables: lost,
        checkSeconds: 60,
        logger,
        fitProgram: bundledProgram('fit-program'),
      });
      const before = (await fits()).length;
      await expect(refit(outdated)).rejects.toThrow('The fit failed');
      expect(await fits()).toHaveLength(before);
      await client.close();
    },
    timeoutMs,
  );
});
