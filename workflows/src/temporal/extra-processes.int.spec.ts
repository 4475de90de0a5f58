import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAdServicesClient,
  createFailureRecorder,
  createLogger,
  createSearchAdsClient,
  createStoreReportsClient,
  type EventLog,
  handleCommand,
  type KeyVault,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openKeyVault,
  storeZone,
} from '@tapwise/adapters';
import {
  addDays,
  adsExtraPullStream,
  applicationDecider,
  applicationStream,
  dayInZone,
  predictionModelStream,
  setStoreConnection,
  storeReportsPullStream,
} from '@tapwise/domain';
import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRecorded } from '../../../projections/src/testing/recorded-events.ts';
import { applicationId } from '../../../projections/src/testing/sample-events.ts';
import { notification, transaction } from '../../../projections/src/testing/sample-users.ts';
import {
  startTables,
  type TablesUnderTest,
  writeInBatches,
} from '../../../projections/src/testing/tables-under-test.ts';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { quietTemporal } from '../../../tests/support/engines/temporal-runtime.ts';
import { addApplication, followDirectory, linkOrganization } from '../../../tests/support/facts/linked-application.ts';
import { recordPulls } from '../../../tests/support/facts/recorded-pulls.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import { bundledWorkflows } from '../../../tests/support/programs/bundled-workflows.ts';
import { bundledProgram } from '../../../tests/support/programs/program-arguments.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../tests/support/stand-ins/stand-in-ads-service.ts';
import {
  appRow,
  type StandInStoreReports,
  salesTable,
  startStandInStoreReports,
} from '../../../tests/support/stand-ins/stand-in-store-reports.ts';
import { createFirstDaysActivities } from '../pulls/pull-extras/first-days.ts';
import { createExtraPullActivities } from '../pulls/pull-extras/pull-extras.activities.ts';
import {
  pullMonthsProcess,
  pullSearchTermsProcess,
  pullSharesProcess,
} from '../pulls/pull-extras/pull-extras.contract.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import { createStoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.activities.ts';
import { pullStoreReportsProcess } from '../pulls/pull-store-reports/pull-store-reports.contract.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { createRefitActivities } from '../users/refit-models/refit-models.activities.ts';
import { refitModelsProcess } from '../users/refit-models/refit-models.contract.ts';
import { createRetryAttributionActivities } from '../users/retry-attribution/retry-attribution.activities.ts';
import { heartbeats } from './heartbeats.ts';
import { taskQueue, writeQueue } from './task-queues.ts';
import { createTemporalRunner } from './temporal-runner.ts';

const adamId = 1500000001;
/** Several engines and a process that fits run beside the test. */
const timeoutMs = 120_000;
const orgId = 11;
const ref = { application_id: applicationId, org_id: orgId };

let temporal: TestWorkflowEnvironment;
let runner: ProcessRunner;
let node: EventStoreUnderTest;
let tables: TablesUnderTest;
let log: EventLog;
let ads: StandInAdsService;
let store: StandInStoreReports;
let vault: KeyVault;
const ends: (() => Promise<unknown>)[] = [];

async function startAll(path: string): Promise<void> {
  quietTemporal();
  temporal = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'existing-path', path } } });
  runner = createTemporalRunner(temporal.client);
  [node, tables, ads, store] = await Promise.all([
    startEventStore(),
    startTables(),
    startStandInAdsService(),
    startStandInStoreReports(),
  ]);
  log = openEventLog(node.url);
  const folder = mkdtempSync(join(tmpdir(), 'extra-workflows-'));
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  await addApplication(log, { id: applicationId, adamId });
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'USD', time_zone: 'UTC' });
  const empty = await tables.emptyTables();
  const bought = transaction('t1', { purchased_at: new Date().toISOString() });
  await writeInBatches(empty, asRecorded([notification('SUBSCRIBED', [bought])]), [10]);
  const named = await empty.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  const [database] = await named.json<{ name: string }>();
  const url = Object.assign(new URL(tables.url), { pathname: `/${database?.name}` }).toString();
  const stopping = new AbortController();
  const searchAds = createSearchAdsClient({ ...ads, firstRetryMs: 1 });
  const storeReports = createStoreReportsClient({ url: store.url });
  const adServices = createAdServicesClient({ url: 'http://127.0.0.1:1/', timeoutMs: 1000 });
  const directory = followDirectory(log, stopping.signal);
  const logger = createLogger('spec', 'silent');
  const failures = createFailureRecorder({ log, directory, logger, context: asTest });
  const client = openClickHouse(url);
  const extras = createExtraPullActivities({ log, directory, searchAds, waitSeconds: 1 });
  const worker = await Worker.create({
    connection: temporal.nativeConnection,
    interceptors: heartbeats,
    taskQueue,
    ...bundledWorkflows(),
    activities: {
      ...createPullActivities({ log, directory, searchAds, pauseSeconds: 1 }),
      ...extras,
      ...createStoreReportActivities({ log, directory, vault, storeReports, failures, logger }),
      ...createFirstDaysActivities({ log, directory, pulls: true }),
      ...createRefitActivities({
        log,
        directory,
        tables: { client, url },
        checkSeconds: 1,
        logger,
        fitProgram: bundledProgram('fit-program'),
      }),
      ...createRetryAttributionActivities({ log, adServices }),
    },
  });
  const writer = await Worker.create({
    connection: temporal.nativeConnection,
    interceptors: heartbeats,
    taskQueue: writeQueue,
    activities: { orderShares: extras.orderShares },
  });
  const working = Promise.all([worker.run(), writer.run()]);
  ends.push(async () => {
    for (const part of [worker, writer]) part.shutdown();
    await working;
    stopping.abort();
    await Promise.all([searchAds.close(), storeReports.close(), adServices.close(), client.close(), log.close()]);
    await Promise.all([ads.stop(), store.stop(), node.stop(), tables.stop(), temporal.teardown()]);
    rmSync(folder, { recursive: true, force: true });
  });
}

const startExtraPulls = async (): Promise<void> => {
  for (const process of [pullMonthsProcess, pullSearchTermsProcess, pullSharesProcess])
    await runner.start<typeof ref, object>(process, ref);
};

const firstPullDone = (): Promise<void> => recordPulls(log, ref, dayInZone(Date.now(), 'UTC'), [0, 6], [0, 89]);

async function connect(key: StandInStoreReports['key'], cause: string): Promise<void> {
  const private_key = await vault.encrypt(`application-${applicationId}`, key.private_key);
  await handleCommand(log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause,
    context: asTest,
    decide: (state) => setStoreConnection(state, { ...key, private_key, set_at: new Date().toISOString() }),
  });
}

const subjects = async () =>
  (await log.readStream(adsExtraPullStream(applicationId, orgId))).flatMap(({ event }) =>
    event.type === 'AdsExtraPullCompleted' ? [event.data.subject] : [],
  );
const daysPulled = async () =>
  (await log.readStream(storeReportsPullStream(applicationId))).flatMap(({ event }) =>
    event.type === 'StoreReportsPullCompleted' ? event.data.days : [],
  );
const runOf = async (workflowId: string) => temporal.client.workflow.getHandle(workflowId).describe();
const terminate = (workflowId: string) => temporal.client.workflow.getHandle(workflowId).terminate();

describe('processes beside the pulls of days on a Temporal server', () => {
  beforeAll(async () => startAll(await requireTemporal()), 60_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it(
    'bring in months, search terms and impression shares once the first pull is done, each once',
    async () => {
      ads.world.customFile = 'date,adamId,countryOrRegion,searchTerm,lowImpressionShare,highImpressionShare,rank\n';
      await Promise.all([1, 2].map(() => startExtraPulls()));
      await eventually(
        async () => (await runOf(pullSharesProcess.id(ref))).historyLength,
        (length) => length > 8,
      );
      expect(await subjects()).toEqual([]);
      await firstPullDone();
      await eventually(subjects, (done) => done.length === 3);
      expect((await subjects()).sort()).toEqual(['impression_share', 'months', 'search_terms']);
      await temporal.client.workflow.getHandle(pullMonthsProcess.id(ref)).result();
      const before = await runOf(pullMonthsProcess.id(ref));
      await startExtraPulls();
      expect((await runOf(pullMonthsProcess.id(ref))).runId).toBe(before.runId);
      expect(ads.world.customReports).toHaveLength(1);
      await Promise.all([terminate(pullSearchTermsProcess.id(ref)), terminate(pullSharesProcess.id(ref))]);
    },
    timeoutMs,
  );

  it(
    'wake up for another key of the store reports',
    async () => {
      const yesterday = addDays(dayInZone(Date.now(), storeZone), -1);
      store.responses.set(`SALES ${yesterday}`, { table: salesTable([appRow(yesterday, adamId)]) });
      await connect({ ...store.key, key_id: 'WRONG12345' }, 'wrong key');
      await runner.wake(pullStoreReportsProcess, { application_id: applicationId });
      // A timer was started: the key was refused, and the workflow waits for an hour.
      await eventually(
        async () => (await runOf(pullStoreReportsProcess.id({ application_id: applicationId }))).historyLength,
        (length) => length >= 12,
      );
      expect(await daysPulled()).toEqual([]);
      await connect(store.key, 'right key');
      await runner.wake(pullStoreReportsProcess, { application_id: applicationId });
      await eventually(daysPulled, (days) => days.length >= 60, { timeoutMs: 100_000 });
      await terminate(pullStoreReportsProcess.id({ application_id: applicationId }));
    },
    timeoutMs,
  );

  it(
    'fit a model as soon as there is a product, and not again while nothing is new',
    async () => {
      await runner.start(refitModelsProcess, { application_id: applicationId });
      const fits = async () => (await log.readStream(predictionModelStream(applicationId, 'monthly'))).length;
      await eventually(fits, (count) => count > 0, { timeoutMs: 100_000 });
      // Two further rounds have come and gone.
      await eventually(
        async () => (await runOf(refitModelsProcess.id({ application_id: applicationId }))).historyLength,
        (length) => length >= 28,
        { timeoutMs: 100_000 },
      );
      expect(await fits()).toBe(1);
      await terminate(refitModelsProcess.id({ application_id: applicationId }));
    },
    timeoutMs,
  );
});
