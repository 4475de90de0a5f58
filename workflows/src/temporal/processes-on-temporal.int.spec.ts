import {
  createAdServicesClient,
  createSearchAdsClient,
  type EventLog,
  handleCommand,
  inSpan,
  openEventLog,
  readEnvironment,
  startTelemetry,
  stopTelemetry,
} from '@tapwise/adapters';
import { addDays, adsPullStream, dayInZone, installDecider, installStream, recordInstall } from '@tapwise/domain';
import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { quietTemporal } from '../../../tests/support/engines/temporal-runtime.ts';
import { addApplication, followDirectory, linkOrganization } from '../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import { bundledWorkflows } from '../../../tests/support/programs/bundled-workflows.ts';
import { startOtlpReceiver } from '../../../tests/support/stand-ins/otlp-receiver.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { type StandInStore, startStandInStore } from '../../../tests/support/stand-ins/stand-in-store.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import {
  type PullOrganizationInput,
  pullOrganizationProcess,
} from '../pulls/pull-organization/pull-organization.contract.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { createRetryAttributionActivities } from '../users/retry-attribution/retry-attribution.activities.ts';
import {
  type RetryAttributionInput,
  retryAttributionProcess,
} from '../users/retry-attribution/retry-attribution.contract.ts';
import { attemptInterceptors } from './attempt-interceptors.ts';
import { endRetiredWorkflows } from './retired-workflows.ts';
import { taskQueue } from './task-queues.ts';
import { createTemporalRunner } from './temporal-runner.ts';

let temporal: TestWorkflowEnvironment;
let runner: ProcessRunner;
let node: EventStoreUnderTest;
let log: EventLog;
let ads: StandInAdsService;
let store: StandInStore;
const ends: (() => Promise<unknown>)[] = [];

async function startAll(path: string): Promise<void> {
  quietTemporal();
  temporal = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'existing-path', path } } });
  runner = createTemporalRunner(temporal.client);
  node = await startEventStore();
  log = openEventLog(node.url);
  ads = await startStandInAdsService();
  store = await startStandInStore();
  const stopping = new AbortController();
  const searchAds = createSearchAdsClient({ ...ads, firstRetryMs: 1 });
  const adServices = createAdServicesClient({ url: `${store.url}/api/v1/`, timeoutMs: 2000 });
  const directory = followDirectory(log, stopping.signal);
  const worker = await Worker.create({
    connection: temporal.nativeConnection,
    interceptors: attemptInterceptors,
    taskQueue,
    ...bundledWorkflows(),
    activities: {
      ...createPullActivities({ log, directory, searchAds, pauseSeconds: 1 }),
      ...createRetryAttributionActivities({ log, adServices }),
    },
  });
  const working = worker.run();
  ends.push(async () => {
    worker.shutdown();
    await working;
    stopping.abort();
    await Promise.all([searchAds.close(), adServices.close(), ads.stop(), store.stop(), log.close()]);
    await node.stop();
    await temporal.teardown();
  });
}

const startPull = (input: PullOrganizationInput) => runner.start(pullOrganizationProcess, input);
const startRetry = (install: RetryAttributionInput) => runner.start(retryAttributionProcess, install);

async function linked(applicationId: number, orgId: number): Promise<void> {
  await addApplication(log, { id: applicationId, adamId: 1500000001 });
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'USD', time_zone: 'UTC' });
}

/** Lengths in days of the pulls completed so far, in order. */
const completed = async (applicationId: number, orgId: number) =>
  (await log.readStream(adsPullStream(applicationId, orgId))).flatMap(({ event }) =>
    event.type === 'AdsPullCompleted'
      ? [1 + (Date.parse(event.data.to_day) - Date.parse(event.data.from_day)) / 86_400_000]
      : [],
  );

const tokenOf = (install: string) => `token-of-${install}`;

async function report(install_id: string): Promise<void> {
  const now = new Date().toISOString();
  const nothing = { sdk_version: null, app_version: null, os_version: null, device_class: null, locale: null };
  const identity = { application_id: 1, install_id, attribution_token: tokenOf(install_id) };
  await handleCommand(log, {
    stream: installStream(1, install_id),
    decider: installDecider,
    cause: 'reported',
    context: asTest,
    decide: (state) =>
      recordInstall(state, { ...identity, ...nothing, first_launch_at: now, received_at: now }, { outcome: 'pending' }),
  });
}

const typesOf = async (install: string) =>
  (await log.readStream(installStream(1, install))).map(({ event }) => event.type);

describe('processes on a Temporal server', () => {
  beforeAll(async () => startAll(await requireTemporal()), 60_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it('bring in the first 90 days newest first, and go on with the last week', async () => {
    await linked(1, 11);
    await startPull({ application_id: 1, org_id: 11 });
    const lengths = await eventually(
      () => completed(1, 11),
      (days) => days.length >= 8,
    );
    expect(lengths.slice(0, 8)).toEqual([7, 23, 7, 30, 7, 30, 7, 7]);
    await temporal.client.workflow.getHandle(pullOrganizationProcess.id({ application_id: 1, org_id: 11 })).terminate();
  });

  it('ask for the last 30 days again on a new day', async () => {
    await linked(2, 12);
    const progress = { parts_loaded: 4, deep_day: addDays(dayInZone(Date.now(), 'UTC'), -2) };
    await startPull({ application_id: 2, org_id: 12, progress });
    const lengths = await eventually(
      () => completed(2, 12),
      (days) => days.length >= 2,
    );
    expect(lengths.slice(0, 2)).toEqual([30, 7]);
    await temporal.client.workflow.getHandle(pullOrganizationProcess.id({ application_id: 2, org_id: 12 })).terminate();
  });

  it('pull an organization once however often the pull is started', async () => {
    await linked(3, 13);
    await Promise.all([1, 2, 3].map(() => startPull({ application_id: 3, org_id: 13 })));
    await startPull({ application_id: 3, org_id: 13 });
    const runs: string[] = [];
    const query = `WorkflowId = '${pullOrganizationProcess.id({ application_id: 3, org_id: 13 })}'`;
    await eventually(
      async () => {
        runs.length = 0;
        for await (const run of temporal.client.workflow.list({ query })) runs.push(run.runId);
        return runs.length;
      },
      (count) => count > 0,
    );
    expect(runs).toHaveLength(1);
    await temporal.client.workflow.getHandle(pullOrganizationProcess.id({ application_id: 3, org_id: 13 })).terminate();
  });

  it('replace workflows of earlier versions that have their ids', async () => {
    await linked(5, 15);
    const organization = { application_id: 5, org_id: 15 };
    const workflowId = pullOrganizationProcess.id(organization);
    await temporal.client.workflow.start('pullOrganizationWorkflow', { workflowId, taskQueue, args: [organization] });
    await eventually(
      async () => {
        await endRetiredWorkflows(temporal.client);
        return (await temporal.client.workflow.getHandle(workflowId).describe()).status.name;
      },
      (status) => status === 'TERMINATED',
    );
    await startPull(organization);
    await eventually(
      () => completed(5, 15),
      (days) => days.length > 0,
    );
    await temporal.client.workflow.getHandle(workflowId).terminate();
  });

  it('go on pulling after the service refused a whole round', async () => {
    await linked(4, 14);
    ads.faults.push({ status: 403 });
    await startPull({ application_id: 4, org_id: 14 });
    await eventually(
      () => completed(4, 14),
      (days) => days.length > 0,
    );
    await temporal.client.workflow.getHandle(pullOrganizationProcess.id({ application_id: 4, org_id: 14 })).terminate();
  });

  it('ask again about an install until there is an answer, and never after that', async () => {
    store.tokens.set(tokenOf('waiting'), 404);
    await report('waiting');
    const install = { application_id: 1, install_id: 'waiting' };
    await startRetry(install);
    await eventually(
      async () => store.exchanges.length,
      (count) => count > 0,
    );
    expect(await typesOf('waiting')).toEqual(['InstallReported']);
    store.tokens.set(tokenOf('waiting'), { attribution: false });
    await temporal.client.workflow
      .getHandle(retryAttributionProcess.id({ application_id: 1, install_id: 'waiting' }))
      .result();
    expect(await typesOf('waiting')).toEqual(['InstallReported', 'InstallFoundOrganic']);
    const questions = store.exchanges.length;
    await startRetry(install);
    await temporal.client.workflow.getHandle(retryAttributionProcess.id(install)).result();
    expect(store.exchanges).toHaveLength(questions);
  });

  it('give to another worker what a dead one had begun, each activity within seconds', async () => {
    store.tokens.set(tokenOf('brief'), { attribution: false });
    await report('brief');
    const install = { application_id: 1, install_id: 'brief' };
    await startRetry(install);
    const handle = temporal.client.workflow.getHandle(retryAttributionProcess.id(install));
    await handle.result();
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: attributes }) => attributes ?? [],
    );
    expect(scheduled.length).toBeGreaterThan(0);
    for (const { heartbeatTimeout } of scheduled) expect(Number(heartbeatTimeout?.seconds)).toBe(10);
  });

  it('carry the trace of the event that asked for them to their activities', async () => {
    const receiver = await startOtlpReceiver();
    const settings = readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_METRICS_EXPORTER: 'none' });
    await startTelemetry('test', settings, { warn: () => undefined });
    const install = { application_id: 1, install_id: 'traced' };
    store.tokens.set(tokenOf('traced'), { attribution: false });
    // A trace begins at a call, which this stands for.
    await inSpan(
      () => ({ name: 'call', kind: 'server', begins: true, attributes: {} }),
      () => report('traced'),
    );
    const [reported] = await log.readStream(installStream(1, 'traced'));
    await runner.start(retryAttributionProcess, install, reported?.traceparent);
    await temporal.client.workflow.getHandle(retryAttributionProcess.id(install)).result();
    await stopTelemetry();
    await receiver.stop();
    const append = receiver.spans.find(({ name }) => name === 'append install');
    const activity = receiver.spans.find(({ name }) => name === 'activity askForAttribution');
    expect(reported?.traceparent).toBe(`00-${append?.traceId}-${append?.spanId}-01`);
    expect(activity).toMatchObject({ traceId: append?.traceId, parentSpanId: append?.spanId });
  });

  it('keep tokens out of their histories', async () => {
    store.tokens.set(tokenOf('discreet'), { attribution: false });
    await report('discreet');
    const handle = temporal.client.workflow.getHandle(
      retryAttributionProcess.id({ application_id: 1, install_id: 'discreet' }),
    );
    await startRetry({ application_id: 1, install_id: 'discreet' });
    await handle.result();
    const { events = [] } = await handle.fetchHistory();
    const history = JSON.stringify(events, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    expect(history).toContain('askForAttribution');
    expect(history).not.toContain(tokenOf('discreet'));
  });
});
