import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLogger,
  createSearchAdsClient,
  type EventLog,
  type Logger,
  openEventLog,
  openFileFolder,
  openKeyVault,
  type SearchAdsClient,
} from '@tapwise/adapters';
import { adsPullStream } from '@tapwise/domain';
import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { quietTemporal } from '../../../tests/support/engines/temporal-runtime.ts';
import { addApplication, linkOrganization, submitName } from '../../../tests/support/facts/linked-application.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import { bundledWorkflows } from '../../../tests/support/programs/bundled-workflows.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { followLogFacts, type LogFacts } from '../facts/log-facts.ts';
import { createLocalRunner } from '../local/local-runner.ts';
import { findProcess } from '../processes.ts';
import { createExtraPullActivities } from '../pulls/pull-extras/pull-extras.activities.ts';
import {
  pullMonthsProcess,
  pullSearchTermsProcess,
  pullSharesProcess,
} from '../pulls/pull-extras/pull-extras.contract.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import { pullOrganizationProcess } from '../pulls/pull-organization/pull-organization.contract.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { createTemporalRunner } from '../temporal/temporal-runner.ts';
import { type Activities, runWorkers } from '../temporal/worker.ts';
import { idleActivities } from '../testing/idle-activities.ts';
import { keepStandingProcesses } from './standing-processes.ts';

const logger = createLogger('spec', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'woken-pulls-'));
const ended = new AbortController();

let node: EventStoreUnderTest;
let log: EventLog;
let ads: StandInAdsService;
let searchAds: SearchAdsClient;
let facts: LogFacts;
let activities: Activities;

beforeAll(async () => {
  [node, ads] = await Promise.all([startEventStore(), startStandInAdsService()]);
  log = openEventLog(node.url);
  searchAds = createSearchAdsClient({ ...ads, firstRetryMs: 1 });
  const files = openFileFolder(folder);
  const vault = openKeyVault(files, Buffer.alloc(32, 7));
  facts = followLogFacts(log, { files, vault }, logger, ended.signal);
  const { directory } = facts;
  activities = {
    ...idleActivities,
    ...createPullActivities({ log, directory, searchAds, pauseSeconds: 1 }),
    ...createExtraPullActivities({ log, directory, searchAds, waitSeconds: 1 }),
  };
});
afterAll(async () => {
  ended.abort();
  await Promise.all([searchAds.close(), log.close()]);
  await Promise.all([node.stop(), ads.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  ads.faults.splice(0, Infinity, ...Array.from({ length: 1000 }, () => ({ status: 403 })));
});

async function linked(applicationId: number, orgId: number): Promise<void> {
  await addApplication(log, { id: applicationId, adamId: 1500000001 });
  await submitName(log, applicationId, 'Acme');
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'USD', time_zone: 'UTC' });
}
/** A person gives the same name so many minutes later. */
const nameAgain = (applicationId: number, minutes: number) => submitName(log, applicationId, 'Acme', minutes);

const isPulled = (applicationId: number, orgId: number) =>
  eventually(
    () => log.readStream(adsPullStream(applicationId, orgId)),
    (events) => events.some(({ event }) => event.type === 'AdsPullCompleted'),
  );

/** Seconds. Pauses after failures begin with this and double, unless what woke a pull made it forget them. */
const firstPause = 10;

const keepRunning = (runner: ProcessRunner, signal: AbortSignal): Promise<void> =>
  keepStandingProcesses({
    directory: facts.directory,
    connections: facts.connections,
    changed: facts.standingChanged,
    lastWaking: facts.lastWaking,
    runner,
    pulls: true,
    refits: false,
    logger,
    signal,
  });

describe('pulls that are refused, when the account is named again', () => {
  it('go on at once here', async () => {
    await linked(1, 11);
    const pauses: number[] = [];
    const warn = ({ process, seconds }: { process: string; seconds: number }) => {
      if (process === pullOrganizationProcess.id({ application_id: 1, org_id: 11 })) pauses.push(seconds);
    };
    const stopping = new AbortController();
    const runner = createLocalRunner({
      processes: findProcess,
      activities: { ...activities },
      logger: Object.assign(Object.create(logger), { warn }) as Logger,
      signal: ended.signal,
      stop: stopping.signal,
    });
    const running = keepRunning(runner, stopping.signal);
    const paused = (count: number) =>
      eventually(
        async () => pauses,
        ({ length }) => length >= count,
      );
    expect(await paused(1)).toEqual([firstPause]);
    await nameAgain(1, 1);
    expect(await paused(2)).toEqual([firstPause, firstPause]);
    ads.faults.length = 0;
    await nameAgain(1, 2);
    await isPulled(1, 11);
    expect(pauses).toEqual([firstPause, firstPause]);
    stopping.abort();
    await running;
  });

  it('go on at once on Temporal, all kinds of them', async () => {
    await linked(2, 12);
    quietTemporal();
    const server = { executable: { type: 'existing-path' as const, path: await requireTemporal() } };
    const temporal = await TestWorkflowEnvironment.createLocal({ server });
    const stopping = new AbortController();
    const { client, nativeConnection: connection } = temporal;
    const working = runWorkers({
      connection,
      namespace: 'default',
      activities,
      writes: activities,
      graceMs: 100,
      workflows: bundledWorkflows(),
      logger,
      signal: stopping.signal,
    });
    const starting = keepRunning(createTemporalRunner(client), stopping.signal);
    const events = async (id: string) => (await client.workflow.getHandle(id).fetchHistory()).events ?? [];
    const pauses = async () =>
      (await events(pullOrganizationProcess.id({ application_id: 2, org_id: 12 }))).flatMap(
        ({ timerStartedEventAttributes: timer }) => (timer ? [Number(timer.startToFireTimeout?.seconds)] : []),
      );
    const paused = (count: number) => eventually(pauses, ({ length }) => length >= count);
    const signals = async (id: string) =>
      (await events(id)).filter(({ workflowExecutionSignaledEventAttributes: signal }) => signal).length;
    expect(await paused(1)).toEqual([firstPause]);
    const others = [pullMonthsProcess, pullSearchTermsProcess, pullSharesProcess].map(({ id }) =>
      id({ application_id: 2, org_id: 12 }),
    );
    // A process that begins wakes those that run, because it may have another key.
    for (const id of others)
      await eventually(
        () => signals(id),
        (count) => count === 1,
      );
    await nameAgain(2, 1);
    expect(await paused(2)).toEqual([firstPause, firstPause]);
    for (const id of others)
      await eventually(
        () => signals(id),
        (count) => count === 2,
      );
    ads.faults.length = 0;
    await nameAgain(2, 2);
    await isPulled(2, 12);
    stopping.abort();
    await Promise.all([working, starting]);
    await temporal.teardown();
  });
});
