import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFailureRecorder,
  createLogger,
  createStoreReportsClient,
  type EventLog,
  handleCommand,
  type KeyVault,
  openEventLog,
  openFileFolder,
  openKeyVault,
  type StoreReportsClient,
  storeZone,
} from '@tapwise/adapters';
import {
  addDays,
  applicationDecider,
  applicationStream,
  type Day,
  type DomainEvent,
  type DomainEventOf,
  dayInZone,
  failureStream,
  reportStoreCheck,
  setStoreConnection,
  statelessDecider,
  storeDayStream,
  storeReportsPullStream,
} from '@tapwise/domain';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { addApplication, followDirectory } from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import {
  appRow,
  renewalRow,
  type StandInStoreReports,
  type StoreResponse,
  salesTable,
  startStandInStoreReports,
  subscriptionRow,
  subscriptionTable,
} from '../../../../tests/support/stand-ins/stand-in-store-reports.ts';
import { attemptedActivities } from '../../testing/attempted-activities.ts';
import { createRecheckStoreKeyActivities } from '../recheck-store-key/recheck-store-key.activities.ts';
import { createStoreReportActivities } from './pull-store-reports.activities.ts';
import type { StoreReportActivities } from './pull-store-reports.contract.ts';

const adamId = 1500000001;

let node: EventStoreUnderTest;
let log: EventLog;
let folder: string;
let vault: KeyVault;
let store: StandInStoreReports;
let client: StoreReportsClient;
let stopping: AbortController;
let activities: Pick<StoreReportActivities, 'pullStoreReports'>;
let yesterday: Day;
let application_id = 0;

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  folder = mkdtempSync(join(tmpdir(), 'store-reports-'));
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
});

afterAll(async () => {
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  application_id += 1;
  stopping = new AbortController();
  store = await startStandInStoreReports();
  client = createStoreReportsClient({ url: store.url, maxTextBytes: 1_000_000 });
  yesterday = addDays(dayInZone(Date.now(), storeZone), -1);
  await addApplication(log, { id: application_id, adamId });
  await connect(store.key);
  activities = newWorker();
});

afterEach(async () => {
  stopping.abort();
  await client.close();
  await store.stop();
});

/** Gives the key of the store's reports, as the set-up does. */
async function connect(key: StandInStoreReports['key']): Promise<void> {
  const private_key = await vault.encrypt(`application-${application_id}`, key.private_key);
  await handleCommand(log, {
    stream: applicationStream(application_id),
    decider: applicationDecider,
    cause: `connected ${key.vendor_number}`,
    context: asTest,
    decide: (state) => setStoreConnection(state, { ...key, private_key, set_at: new Date().toISOString() }),
  });
}

/** A worker that remembers nothing yet. */
function newWorker(): typeof activities {
  const directory = followDirectory(log, stopping.signal);
  const logger = createLogger('spec', 'silent');
  const failures = createFailureRecorder({ log, directory, logger, context: asTest });
  return createStoreReportActivities({ log, directory, vault, storeReports: client, failures, logger });
}

const run = <Input, Output>(activity: (input: Input) => Promise<Output>, input: Input): Promise<Output> =>
  new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') }).run(activity, input);
const pull = () => run(activities.pullStoreReports, { application_id });

async function events(stream: string): Promise<DomainEvent[]> {
  return (await log.readStream(stream)).map((recorded) => recorded.event);
}
const eventsOf = (day: Day) => events(storeDayStream(application_id, day));
const failures = () => events(failureStream(application_id));
const settledDays = async () =>
  (await events(storeReportsPullStream(application_id))).flatMap((event) =>
    event.type === 'StoreReportsPullCompleted' ? event.data.days : [],
  );

const pendingDays = async () =>
  (await events(storeReportsPullStream(application_id))).flatMap((event) =>
    event.type === 'StoreReportDaysPending' ? event.data.days : [],
  );
const emptyDays = async () =>
  (await events(storeReportsPullStream(application_id))).flatMap((event) =>
    event.type === 'StoreReportsPullCompleted' ? (event.data.empty_days ?? []) : [],
  );

/** Records a pull as another worker would have. */
async function recordPull(data: DomainEventOf<'StoreReportsPullCompleted'>['data']): Promise<void> {
  await handleCommand(log, {
    stream: storeReportsPullStream(application_id),
    decider: statelessDecider,
    context: asTest,
    cause: `pull ${data.pulled_at}`,
    decide: () => [{ type: 'StoreReportsPullCompleted' as const, data }],
  });
}

/** Makes the last look at all settled days one of the day before. */
async function ageLooks(): Promise<void> {
  const pulled_at = new Date(Date.now() - 86_400_000).toISOString();
  const details = { application_id, vendor_number: store.key.vendor_number, pulled_at, app_sku: null };
  await recordPull({ ...details, days: await settledDays(), empty_days: await emptyDays() });
}

/** The store reports a download and two renewals of the app, and 40 subscriptions, on a day. */
function sell(day: Day): void {
  store.responses.set(`SALES ${day}`, { table: salesTable([appRow(day, adamId), renewalRow(day, adamId)]) });
  store.responses.set(`SUBSCRIPTION ${day}`, { table: subscriptionTable([subscriptionRow(adamId)]) });
}

describe('a key that was given while the store was away', () => {
  it('is given up at its first refusal when it is asked about again, with the reason', async () => {
    await connect({ ...store.key, key_id: 'ZZZZZ99999' });
    await handleCommand(log, {
      stream: applicationStream(application_id),
      decider: applicationDecider,
      cause: 'unchecked',
      context: asTest,
      decide: (state) => reportStoreCheck(state, { outcome: 'not_checked', at: new Date().toISOString() }),
    });
    const directory = followDirectory(log, stopping.signal);
    await directory.caughtUp;
    const options = { log, directory, vault, storeReports: client, logger: createLogger('spec', 'silent') };
    const application = () => directory.state.applications.get(application_id);
    const { recheckKey } = attemptedActivities(createRecheckStoreKeyActivities(options), stopping.signal);
    await recheckKey({ application_id, since: Date.parse(application()?.store_unchecked_since ?? '') });
    await expect.poll(() => application()?.store_problem).toBe('key_refused');
    expect(application()).toMatchObject({ store_connection: null, store_unchecked_since: null });
  });
});

describe('a pull of store reports', () => {
  it('records sales and subscriptions, newest day first, in parts', async () => {
    sell(yesterday);
    sell(addDays(yesterday, -3));
    expect(await pull()).toEqual({ pause_seconds: 0 });
    expect(await eventsOf(yesterday)).toMatchObject([
      {
        type: 'StoreSalesRecorded',
        data: {
          rows: [
            { kind: 'download', units: 3 },
            { product_id: 'monthly', units: 2 },
          ],
        },
      },
      { type: 'StoreSubscriptionsRecorded', data: { rows: [{ active: 40, trials: 5 }] } },
    ]);
    const requestedDays = store.questions.map(({ query }) => query.reportDate ?? '');
    expect([...requestedDays].sort().reverse()).toEqual(requestedDays);
    // The day before yesterday may still get a report; all others of the part are settled, sold on or not.
    const days = await settledDays();
    expect(days).toHaveLength(15);
    expect(days).toContain(yesterday);
    expect(days).not.toContain(addDays(yesterday, -1));
    expect(days).toContain(addDays(yesterday, -4));
  });

  it('goes on where it was, and asks for no settled day again', async () => {
    sell(yesterday);
    await pull();
    const first = new Set(await settledDays());
    store.questions.length = 0;
    activities = newWorker();
    await pull();
    expect(store.questions.some(({ query }) => first.has(query.reportDate ?? ''))).toBe(false);
    expect(new Set(await settledDays()).size).toBe(30);
  });

  it('ends 365 days back, and waits then', async () => {
    sell(yesterday);
    let rounds = 0;
    while ((await pull()).pause_seconds === 0) rounds += 1;
    expect(rounds).toBeGreaterThan(20);
    const days = await settledDays();
    expect(new Set(days).size).toBe(days.length);
    expect([...days].sort()[0]).toBe(addDays(yesterday, -364));
  });

  it('records a young day as soon as it has a report', async () => {
    await pull();
    expect(await eventsOf(yesterday)).toEqual([]);
    sell(yesterday);
    await pull();
    expect(await eventsOf(yesterday)).toHaveLength(2);
    expect(await settledDays()).toContain(yesterday);
  });

  it('finds what the vendor calls the app before it takes over sales of a day without downloads', async () => {
    store.responses.set(`SALES ${yesterday}`, { table: salesTable([renewalRow(yesterday, adamId)]) });
    sell(addDays(yesterday, -1));
    await pull();
    expect(await eventsOf(yesterday)).toMatchObject([{ data: { rows: [{ product_id: 'monthly' }], set_aside: [] } }]);
  });

  it('counts rows of unknown currency or product, and sums up the others', async () => {
    const rows = [
      appRow(yesterday, adamId),
      renewalRow(yesterday, adamId),
      renewalRow(yesterday, adamId, { 'Currency of Proceeds': 'ZZQ' }),
      renewalRow(yesterday, adamId, { 'Parent Identifier': 'unknown' }),
    ];
    store.responses.set(`SALES ${yesterday}`, { table: salesTable(rows) });
    await pull();
    expect(await eventsOf(yesterday)).toMatchObject([
      {
        data: {
          rows: [{ kind: 'download' }, { units: 2, proceeds_micros: 13_980_000 }],
          set_aside: [
            { reason: 'unknown_currency', rows: 1 },
            { reason: 'unknown_product', rows: 1 },
          ],
        },
      },
    ]);
  });

  it('is not held up by a day whose file is broken, and asks for that day again', async () => {
    sell(yesterday);
    const broken = addDays(yesterday, -2);
    store.responses.set(`SALES ${broken}`, { bytes: Buffer.from('no gzip') });
    await pull();
    expect(await eventsOf(broken)).toEqual([]);
    expect(await settledDays()).not.toContain(broken);
    expect(await settledDays()).toHaveLength(15);
    sell(broken);
    await pull();
    expect(await eventsOf(broken)).toHaveLength(2);
  });
});

describe('a day without reports', () => {
  const notYet = { status: 404, detail: 'Report is not available yet. Daily reports are available by 5 am.' };
  const respondToBoth = (day: Day, response: StoreResponse) => {
    store.responses.set(`SALES ${day}`, response);
    store.responses.set(`SUBSCRIPTION ${day}`, response);
  };
  const old = () => addDays(yesterday, -5);

  it.each([
    ['not_available', notYet],
    ['unclear_answer', { status: 404, detail: 'The specified resource does not exist' }],
  ])('stays pending at any age while the store does not say that nothing was sold: %s', async (reason, response) => {
    respondToBoth(old(), response);
    await pull();
    expect(await settledDays()).not.toContain(old());
    expect(await pendingDays()).toEqual([{ day: old(), reason }]);
    activities = newWorker();
    await pull();
    // Lasting, it is recorded once a day.
    expect(await pendingDays()).toHaveLength(1);
    sell(old());
    await pull();
    expect(await eventsOf(old())).toHaveLength(2);
    expect(await settledDays()).toContain(old());
  });

  it('is empty where the store says so, and is looked at again', async () => {
    await pull();
    expect(await emptyDays()).toContain(old());
    await ageLooks();
    sell(old());
    await pull();
    expect(await eventsOf(old())).toHaveLength(2);
  });

  it('is not pending while it may come late', async () => {
    respondToBoth(yesterday, notYet);
    await pull();
    expect(await pendingDays()).toEqual([]);
  });

  it('names the columns that its file lacks', async () => {
    const table = salesTable([appRow(old(), adamId)]).replace('Developer Proceeds', 'Proceeds');
    respondToBoth(old(), { table });
    await pull();
    expect(await pendingDays()).toEqual([{ day: old(), reason: 'missing_column', columns: ['Developer Proceeds'] }]);
  });

  it('is a failure that is recorded once, with the columns, until its file can be read', async () => {
    const table = salesTable([appRow(old(), adamId)]).replace('Developer Proceeds', 'Proceeds');
    respondToBoth(old(), { table });
    await pull();
    activities = newWorker();
    await pull();
    const began = { source: 'store_files', reason: 'column_missing', detail: `Developer Proceeds; ${old()}` };
    expect(await failures()).toMatchObject([{ type: 'FailureBegan', data: began }]);
    sell(old());
    await pull();
    expect(await failures()).toMatchObject([{}, { type: 'FailureEnded', data: { source: 'store_files' } }]);
  });

  it('is a failure while it stays pending', async () => {
    respondToBoth(old(), notYet);
    await pull();
    const began = { source: 'store_days', reason: 'pending', detail: old() };
    expect(await failures()).toMatchObject([{ type: 'FailureBegan', data: began }]);
    sell(old());
    await pull();
    expect((await failures()).at(-1)?.type).toBe('FailureEnded');
  });

  it('was settled by its age in a log from before, and is asked for again', async () => {
    const data = { application_id, vendor_number: store.key.vendor_number, pulled_at: new Date().toISOString() };
    const days = Array.from({ length: 365 }, (_, age) => addDays(yesterday, -age));
    await recordPull({ ...data, days, app_sku: null });
    const lost = addDays(yesterday, -8);
    sell(lost);
    await pull();
    expect(await eventsOf(lost)).toHaveLength(2);
  });
});

describe('a file that is corrected', () => {
  it.each([1, 9])('replaces the day for ten days: %i days old', async (age) => {
    const day = addDays(yesterday, -age);
    sell(day);
    await pull();
    store.responses.set(`SALES ${day}`, { table: salesTable([renewalRow(day, adamId, { Units: 5 })]) });
    await ageLooks();
    await pull();
    expect((await eventsOf(day)).at(-1)).toMatchObject({
      type: 'StoreSalesRecorded',
      data: {
        rows: expect.arrayContaining([expect.objectContaining({ units: 5 }), expect.objectContaining({ units: 0 })]),
      },
    });
  });

  it.each([
    { status: 404, detail: 'There were no sales for the date specified.' },
    { status: 404, detail: 'Report is not available yet.' },
  ])('is no correction when it is gone: %o', async (response) => {
    const day = addDays(yesterday, -4);
    sell(day);
    await pull();
    store.responses.set(`SALES ${day}`, response);
    await ageLooks();
    await pull();
    expect(await eventsOf(day)).toHaveLength(2);
    expect(await pendingDays()).toEqual([]);
  });
});

describe('rows with money that are in no figure', () => {
  const aside = (day: Day, change: Record<string, string>) =>
    store.responses.set(`SALES ${day}`, {
      table: salesTable([appRow(day, adamId), renewalRow(day, adamId), renewalRow(day, adamId, change)]),
    });
  const foreignMoney = { 'Currency of Proceeds': 'ZZQ' };

  it('are a failure that is recorded once, until the store corrects the file', async () => {
    const day = addDays(yesterday, -3);
    sell(day);
    aside(day, foreignMoney);
    await pull();
    activities = newWorker();
    await pull();
    const began = { application_id, org_id: null, source: 'store_rows', reason: 'set_aside', detail: day };
    expect(await failures()).toMatchObject([{ type: 'FailureBegan', data: began }]);
    sell(day);
    await ageLooks();
    activities = newWorker();
    await pull();
    expect(await failures()).toMatchObject([{}, { type: 'FailureEnded', data: { source: 'store_rows' } }]);
  });

  it.each([
    ['older than the files that the store corrects', 10, foreignMoney],
    ['without money', 3, { ...foreignMoney, 'Developer Proceeds': '0', 'Customer Price': '0' }],
    ["possibly another app's", 3, { 'Parent Identifier': 'unknown' }],
  ])('are no failure when they are %s', async (_what, age, change) => {
    const day = addDays(yesterday, -age);
    sell(day);
    aside(day, change);
    await pull();
    expect(await eventsOf(day)).toMatchObject([{ data: { set_aside: [{ rows: 1 }] } }, {}]);
    expect(await failures()).toEqual([]);
  });
});

describe('a pull of store reports that cannot go on', () => {
  it('waits for another key when the store refuses this one', async () => {
    store.faults.push({ status: 401 });
    expect((await pull()).pause_seconds).toBeGreaterThan(600);
    expect(await settledDays()).toEqual([]);
  });

  it('is tried again when the store is away', async () => {
    store.faults.push({ status: 503 });
    await expect(pull()).rejects.toMatchObject({ nonRetryable: false, type: 'StoreReportsError' });
  });

  it('is tried again as late as the store asks', async () => {
    store.faults.push({ status: 429, headers: { 'retry-after': '90' } });
    await expect(pull()).rejects.toMatchObject({ nonRetryable: false, nextRetryDelay: 90_000 });
  });

  it('starts again with another vendor number', async () => {
    sell(yesterday);
    await pull();
    const before = (await settledDays()).length;
    await connect({ ...store.key, vendor_number: '80000002' });
    activities = newWorker();
    Object.assign(store.key, { vendor_number: '80000002' });
    await pull();
    expect((await settledDays()).slice(before)).toContain(yesterday);
    // The same report says nothing new.
    expect(await eventsOf(yesterday)).toHaveLength(2);
  });

  it('waits when the key can no longer be read', async () => {
    await vault.erase(`application-${application_id}`);
    expect((await pull()).pause_seconds).toBeGreaterThan(600);
    expect(store.questions).toEqual([]);
  });
});
