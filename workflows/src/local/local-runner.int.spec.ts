import {
  createLogger,
  createSearchAdsClient,
  type EventLog,
  followAdsConnections,
  openEventLog,
} from '@tapwise/adapters';
import { adsExtraPullStream, adsPullStream } from '@tapwise/domain';
import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../tests/support/engines/eventstore-node.ts';
import { quietTemporal } from '../../../tests/support/engines/temporal-runtime.ts';
import { addApplication, followDirectory, linkOrganization } from '../../../tests/support/facts/linked-application.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import { bundledWorkflows } from '../../../tests/support/programs/bundled-workflows.ts';
import {
  type StandInAdsService,
  startStandInAdsService,
} from '../../../tests/support/stand-ins/stand-in-ads-service.ts';
import { createChangeSignal } from '../activity/change-signal.ts';
import { findProcess } from '../processes.ts';
import { createFirstDaysActivities } from '../pulls/pull-extras/first-days.ts';
import { createExtraPullActivities } from '../pulls/pull-extras/pull-extras.activities.ts';
import { createPullActivities } from '../pulls/pull-organization/pull-organization.activities.ts';
import { pullOrganizationProcess } from '../pulls/pull-organization/pull-organization.contract.ts';
import { keepStandingProcesses } from '../start/standing-processes.ts';
import { createTemporalRunner } from '../temporal/temporal-runner.ts';
import { type Activities, runWorkers } from '../temporal/worker.ts';
import { idleActivities } from '../testing/idle-activities.ts';
import { createLocalRunner } from './local-runner.ts';

const adamId = 1500000001;
const logger = createLogger('spec', 'silent');

let node: EventStoreUnderTest;
let log: EventLog;
let ads: StandInAdsService;
const ended = new AbortController();
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [node, ads] = await Promise.all([startEventStore(), startStandInAdsService()]);
  log = openEventLog(node.url);
  ads.world.customFile = 'date,adamId,countryOrRegion,searchTerm,lowImpressionShare,highImpressionShare,rank\n';
});

afterAll(async () => {
  ended.abort();
  for (const close of closing) await close();
  await log.close();
  await Promise.all([node.stop(), ads.stop()]);
});

async function linked(applicationId: number, orgId: number): Promise<void> {
  await addApplication(log, { id: applicationId, adamId });
  await linkOrganization(log, applicationId, { org_id: orgId, currency: 'USD', time_zone: 'UTC' });
}

/** The activities of one process, and its directory. */
function processOf() {
  const searchAds = createSearchAdsClient({ ...ads, firstRetryMs: 1 });
  closing.push(() => searchAds.close());
  const directory = followDirectory(log, ended.signal);
  const activities: Activities = {
    ...idleActivities,
    ...createPullActivities({ log, directory, searchAds, pauseSeconds: 1 }),
    ...createFirstDaysActivities({ log, directory, pulls: true }),
    ...createExtraPullActivities({ log, directory, searchAds, waitSeconds: 1 }),
  };
  return { directory, activities };
}

function startLocally() {
  const stopping = new AbortController();
  const { signal: stop } = stopping;
  const { directory, activities } = processOf();
  const changed = createChangeSignal();
  const runner = createLocalRunner({
    processes: findProcess,
    activities: { ...activities },
    logger,
    signal: ended.signal,
    stop,
  });
  const running = keepStandingProcesses({
    directory,
    connections: followAdsConnections(log, { signal: stop }),
    changed,
    lastWaking: {},
    runner,
    pulls: true,
    refits: false,
    logger,
    signal: stop,
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await runner.ended();
    },
    linked: () => changed.notify(),
  };
}

/** Lengths in days of the pulls completed so far, in order. */
const completed = async (applicationId: number, orgId: number) =>
  (await log.readStream(adsPullStream(applicationId, orgId))).flatMap(({ event }) =>
    event.type === 'AdsPullCompleted'
      ? [1 + (Date.parse(event.data.to_day) - Date.parse(event.data.from_day)) / 86_400_000]
      : [],
  );
const subjects = async (applicationId: number, orgId: number) =>
  (await log.readStream(adsExtraPullStream(applicationId, orgId))).flatMap(({ event }) =>
    event.type === 'AdsExtraPullCompleted' ? [event.data.subject] : [],
  );

/** Positions in the log of the last part of the first days, and of what is pulled beside them. */
const lastFirstDay = async (applicationId: number, orgId: number) =>
  (await log.readStream(adsPullStream(applicationId, orgId))).filter(
    ({ event }) => event.type === 'AdsPullCompleted',
  )[5]?.position ?? 0n;
const firstExtra = async (applicationId: number, orgId: number) =>
  (await log.readStream(adsExtraPullStream(applicationId, orgId)))[0]?.position ?? 0n;

describe('processes that run here while no Temporal has answered', () => {
  it('bring in days, newest first, and only then months, search terms and impression shares', async () => {
    await linked(1, 11);
    const local = startLocally();
    await eventually(
      () => subjects(1, 11),
      (done) => done.length === 3,
    );
    expect((await subjects(1, 11)).sort()).toEqual(['impression_share', 'months', 'search_terms']);
    expect((await completed(1, 11)).slice(0, 6)).toEqual([7, 23, 7, 30, 7, 30]);
    expect(await firstExtra(1, 11)).toBeGreaterThan(await lastFirstDay(1, 11));
    expect(ads.world.customReports).toHaveLength(1);
    await linked(2, 12);
    local.linked();
    await eventually(
      () => completed(2, 12),
      (days) => days.length > 0,
    );
    await local.stop();
  });

  it('go on where an earlier process was, and ask for nothing twice', async () => {
    const before = (await completed(1, 11)).length;
    const local = startLocally();
    await eventually(
      () => completed(1, 11),
      (days) => days.length >= before + 2,
    );
    await local.stop();
    expect((await completed(1, 11)).slice(before).every((days) => days === 7)).toBe(true);
    expect((await subjects(1, 11)).sort()).toEqual(['impression_share', 'months', 'search_terms']);
  });

  it('continue on Temporal from there', async () => {
    quietTemporal();
    const server = { executable: { type: 'existing-path' as const, path: await requireTemporal() } };
    const temporal = await TestWorkflowEnvironment.createLocal({ server });
    closing.unshift(() => temporal.teardown());
    const before = await completed(1, 11);
    const ref = { application_id: 1, org_id: 11 };
    await createTemporalRunner(temporal.client).start(pullOrganizationProcess, ref);
    const { activities } = processOf();
    const stopping = new AbortController();
    const working = runWorkers({
      connection: temporal.nativeConnection,
      namespace: 'default',
      activities,
      writes: activities,
      graceMs: 100,
      workflows: bundledWorkflows(),
      logger,
      signal: stopping.signal,
    });
    await eventually(
      () => completed(1, 11),
      (days) => days.length >= before.length + 2,
    );
    stopping.abort();
    await working;
    expect((await completed(1, 11)).slice(before.length).every((days) => days === 7)).toBe(true);
  });
});
