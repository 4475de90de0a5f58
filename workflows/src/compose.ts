import { join } from 'node:path';
import {
  automationTimes,
  createFailureRecorder,
  type Environment,
  type Logger,
  openClickHouse,
  openEventLog,
  openSecrets,
  pullIntervalSeconds,
  temporalAddress,
} from '@tapwise/adapters';
import { attemptActivities } from './activity/attempt-activities.ts';
import { countUnderWay, type UnderWay } from './activity/under-way.ts';
import { heldByStopAll } from './apply-change-set/held-by-stop-all.ts';
import type { Composition } from './composition.ts';
import { keepQueueing } from './deliver-webhooks/queue-deliveries.ts';
import { createDeliveryQueueRuns } from './deliver-webhooks/queue-runs.ts';
import { driveWork } from './drive/drive-work.ts';
import { writeDriver } from './drive/driver-file.ts';
import {
  closeTemporal,
  createTemporalConnector,
  isTemporalResponding,
  type TemporalConnection,
} from './drive/temporal-connection.ts';
import { keepExchangeRates } from './exchange-rates/publish-exchange-rates.ts';
import { keepBilling } from './keep-billing/keep-billing.ts';
import { keepPeople } from './keep-people.ts';
import { keepLinking, recordApiUser } from './linking/link-organizations.ts';
import { followLogFacts } from './log-facts.ts';
import { automationFromLoop } from './loop/automation-from-loop.ts';
import { changeSetFromLoop } from './loop/change-set-from-loop.ts';
import { runPlainLoop } from './loop/plain-loop.ts';
import { retryFromLoop } from './loop/retry-from-loop.ts';
import { changeFromLoop, createFromLoop, deliverFromLoop, syncFromLoop } from './loop/work-from-loop.ts';
import { openActivities } from './open-activities.ts';
import { openSearchAds } from './open-apple.ts';
import { serveReadings } from './read-settings/serve-readings.ts';
import { checkpointIn } from './starter/checkpoint-file.ts';
import { keepDelivering } from './starter/keep-delivering.ts';
import { keepWorking, type WorkDriver } from './starter/keep-working.ts';
import { type AutomationDriver, keepRunningRules } from './starter/start-automations.ts';
import { type ChangeSetDriver, keepApplyingSets } from './starter/start-change-sets.ts';
import { changeWork } from './starter/start-changes.ts';
import { creationWork } from './starter/start-creations.ts';
import { creativesWork } from './starter/start-creative-syncs.ts';
import { keepRetrying, type RetryDriver } from './starter/start-retries.ts';
import { workflowActor } from './streams/actor.ts';
import { workOnTemporal } from './work-on-temporal.ts';
import type { Activities, WriteActivities } from './worker.ts';

/** The work of this process. */
export interface RunningWork {
  /** Resolves after the signal has aborted and all of it has ended. */
  readonly ended: Promise<void>;
  /** Changes at partners that are under way. */
  readonly writes: UnderWay;
}

const hourMs = 3_600_000;
const demoRatesMs = 60_000;

/**
 * Runs everything that takes time: linking and exchange rates by themselves; pulls, fits and retries by Temporal, or by a plain
 * loop while there is none.
 * @throws Error when the log's address is not given.
 */
export async function startWork(environment: Environment, logger: Logger, signal: AbortSignal): Promise<RunningWork> {
  if (environment.EVENTSTORE_URL === undefined) throw new Error('EVENTSTORE_URL is not set');
  const log = openEventLog(environment.EVENTSTORE_URL);
  const searchAds = openSearchAds(environment, logger);
  const { files, vault } = await openSecrets(environment);
  const tables = openTables(environment);
  const facts = followLogFacts(log, { directory: join(environment.DATA_DIR, 'snapshots'), vault }, logger, signal);
  const { directory } = facts;
  const failures = createFailureRecorder({ log, directory, logger, context: workflowActor('failures') });
  const deliveryQueueRuns = createDeliveryQueueRuns();
  const shared = { environment, log, logger, facts, failures, searchAds, tables, deliveryQueueRuns, signal };
  const opened = openActivities({ ...shared, vault });
  const { orderShares, applyChange, applyChangeSet, createCampaign, syncCreatives, runAutomation } = opened.activities;
  const changing = { orderShares, applyChange, applyChangeSet, createCampaign, syncCreatives, runAutomation };
  const [writes, underWay] = countUnderWay<WriteActivities>(changing);
  const activities = { ...opened.activities, ...writes };
  const composition: Composition = { ...shared, activities, writes };
  const run = async (): Promise<void> => {
    const billing = keepBilling({ ...composition, directory: facts.directory, checkpoint: checkpointIn(environment) });
    const people = keepPeople({ ...composition, files, vault });
    const readings = serveReadings(composition);
    const kept = [keepRates(composition), keepLinks(composition), keepDriving(composition)];
    await Promise.all([...kept, people, billing, readings]);
    // What was sent is still to be answered and recorded.
    await underWay.idle();
    await Promise.all([opened.close(), searchAds?.close(), tables?.client.close(), log.close()]);
  };
  return { ended: run(), writes: underWay };
}

function openTables({ CLICKHOUSE_URL: url }: Environment): Composition['tables'] {
  return url === undefined ? undefined : { client: openClickHouse(url), url };
}

function keepRates({ log, facts, environment, failures, logger, signal }: Composition): Promise<void> {
  const intervalMs = environment.DEMO === 'on' ? demoRatesMs : hourMs;
  const { rates, heldRateDecided: decided } = facts;
  const url = environment.EXCHANGE_RATES_URL;
  return keepExchangeRates({ log, rates, url, failures, logger, intervalMs, decided, signal });
}

async function keepLinks({ log, facts, environment, searchAds, failures, logger, signal }: Composition): Promise<void> {
  const { directory, linkingChanged: submitted } = facts;
  await recordApiUser(searchAds !== undefined, { directory, failures });
  if (searchAds === undefined) return;
  const intervalMs = pullIntervalSeconds(environment) * 1000;
  await keepLinking({ log, directory, searchAds, failures, logger, intervalMs, submitted, signal });
}

/** Who asks again about installs, and carries changes and creations out now. */
interface Drivers {
  readonly retries: RetryDriver;
  readonly changes: WorkDriver;
  readonly creations: WorkDriver;
  readonly creatives: WorkDriver;
  readonly changeSets: ChangeSetDriver;
  readonly automations: AutomationDriver;
  readonly deliveries: WorkDriver;
}

function loopDrivers(activities: Activities, logger: Logger): Drivers {
  return {
    retries: retryFromLoop(activities, logger),
    changes: changeFromLoop(activities),
    creations: createFromLoop(activities),
    creatives: syncFromLoop(activities),
    changeSets: changeSetFromLoop(activities),
    automations: automationFromLoop(activities),
    deliveries: deliverFromLoop(activities),
  };
}

function keepRules(
  { environment, facts, logger, signal }: Composition,
  driver: () => AutomationDriver | undefined,
): Promise<void> {
  const { directory, automations, automationChanged: changed } = facts;
  const times = automationTimes(environment);
  return keepRunningRules({ directory, automations, changed, times, driver, logger, signal });
}

/** Pulls, fits, retries, changes and creations, driven by Temporal or by the loop. */
async function keepDriving(composition: Composition): Promise<void> {
  const { environment, log, logger, signal } = composition;
  let drivers: Drivers | undefined;
  const withDrivers = async (current: Drivers, work: Promise<void>): Promise<void> => {
    drivers = current;
    await work.finally(() => {
      drivers = undefined;
    });
  };
  const checkpoint = checkpointIn(environment);
  const following = { log, logger, signal };
  const retrying = keepRetrying({
    ...following,
    checkpoint: checkpoint('pending-installs'),
    driver: () => drivers?.retries,
  });
  const changing = keepWorking(changeWork(heldByStopAll(composition.facts.directory)), {
    ...following,
    checkpoint: checkpoint('pending-changes'),
    driver: () => drivers?.changes,
  });
  const creating = keepWorking(creationWork, {
    ...following,
    checkpoint: checkpoint('pending-creations'),
    driver: () => drivers?.creations,
  });
  const syncing = keepWorking(creativesWork, {
    ...following,
    checkpoint: checkpoint('pending-creatives'),
    driver: () => drivers?.creatives,
  });
  const { directory, changeSetChanged: changed } = composition.facts;
  const applying = keepApplyingSets({ directory, changed, driver: () => drivers?.changeSets, logger, signal });
  const queueing = keepQueueing({
    ...following,
    directory,
    work: composition.facts.deliveries,
    runs: composition.deliveryQueueRuns,
    checkpoint: checkpoint('queued-webhooks'),
  });
  const delivering = keepDelivering({
    work: composition.facts.deliveries,
    runs: composition.deliveryQueueRuns,
    logger,
    signal,
    changed: composition.facts.deliveryChanged,
    driver: () => drivers?.deliveries,
  });
  const attempted = (stop: AbortSignal) =>
    attemptActivities(composition.activities, { signal, stop, unbroken: Object.keys(composition.writes) });
  const runLoop = (stop: AbortSignal): Promise<void> => {
    const activities = attempted(stop);
    return withDrivers(loopDrivers(activities, logger), loopOver(composition, activities, stop));
  };
  const runTemporal = async (temporal: TemporalConnection, stop: AbortSignal): Promise<void> => {
    const starters = await import('./starter/start-all-workflows.ts');
    const { client } = temporal;
    const temporalDrivers = {
      retries: starters.retryOnTemporal(client),
      changes: starters.changeOnTemporal(client),
      changeSets: starters.changeSetOnTemporal(client),
      automations: starters.automationOnTemporal(client),
      creations: starters.createOnTemporal(client),
      creatives: starters.syncOnTemporal(client),
      deliveries: starters.deliverOnTemporal(client),
    };
    await withDrivers(temporalDrivers, workOnTemporal(composition, temporal, stop));
  };
  const ruling = keepRules(composition, () => drivers?.automations);
  const kept = [retrying, changing, applying, ruling, creating, syncing, queueing, delivering];
  await Promise.all([...kept, driveBoth(composition, runLoop, runTemporal)]);
}

async function driveBoth(
  { environment, logger, signal }: Composition,
  runLoop: (stop: AbortSignal) => Promise<void>,
  runTemporal: (temporal: TemporalConnection, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const { DATA_DIR: dataDir } = environment;
  const address = temporalAddress(environment);
  const onDriver = (driver: 'temporal' | 'loop'): void => {
    writeDriver(dataDir, driver).catch((error: unknown) =>
      logger.warn({ err: error }, 'the driver of the work cannot be saved'),
    );
  };
  if (address === undefined) {
    onDriver('loop');
    await runLoop(signal);
    return;
  }
  const bundleFolder = join(dataDir, 'workflows');
  await driveWork<TemporalConnection>({
    connect: createTemporalConnector(address, bundleFolder, { logger, signal }),
    isResponding: isTemporalResponding,
    close: closeTemporal,
    runLoop,
    runTemporal,
    onDriver,
    logger,
    signal,
  });
}

function loopOver(
  { log, facts, searchAds, tables, logger }: Composition,
  activities: Activities,
  stop: AbortSignal,
): Promise<void> {
  return runPlainLoop({
    log,
    activities,
    logger,
    stop,
    directory: facts.directory,
    pulls: searchAds !== undefined,
    refits: tables !== undefined,
    changed: [facts.organizationsChanged, facts.applicationChanged],
  });
}
