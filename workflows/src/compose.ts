import { join } from 'node:path';
import {
  createFailureRecorder,
  type Environment,
  type Logger,
  openClickHouse,
  openEventLog,
  openSecrets,
  pullIntervalSeconds,
} from '@tapwise/adapters';
import { countUnderWay, type UnderWay } from './activity/under-way.ts';
import type { Composition } from './composition.ts';
import { createDeliveryQueueRuns } from './deliver-webhooks/queue-runs.ts';
import { runProcesses } from './engine/run-processes.ts';
import { keepExchangeRates } from './exchange-rates/publish-exchange-rates.ts';
import { keepPeople } from './keep-people.ts';
import { keepLinking, recordApiUser } from './linking/link-organizations.ts';
import { followLogFacts } from './log-facts.ts';
import { openActivities } from './open-activities.ts';
import { openSearchAds } from './open-apple.ts';
import { openPeopleActivities } from './open-people-activities.ts';
import { serveReadings } from './read-settings/serve-readings.ts';
import { workflowActor } from './streams/actor.ts';
import type { WriteActivities } from './temporal/worker.ts';

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
 * Runs everything that takes time: linking, exchange rates, mail and billing by themselves; the other processes on Temporal, or here
 * until one has answered.
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
  const sources = { ...shared, files, vault };
  const opened = openActivities(sources);
  const people = await openPeopleActivities(sources);
  const { orderShares, applyChange, applyChangeSet, createCampaign, syncCreatives, runAutomation } = opened.activities;
  const changing = { orderShares, applyChange, applyChangeSet, createCampaign, syncCreatives, runAutomation };
  const [writes, underWay] = countUnderWay<WriteActivities>(changing);
  const activities = { ...opened.activities, ...people.activities, ...writes };
  const composition: Composition = { ...sources, activities, writes };
  const run = async (): Promise<void> => {
    await runProcesses(composition, (lease) => {
      const leased = { ...composition, signal: lease.signal };
      const kept = [keepRates(leased), keepLinks(leased), serveReadings(leased)];
      return Promise.all([...kept, keepPeople(leased, people.billing, lease)]);
    });
    // What was sent is still to be answered and recorded.
    await underWay.idle();
    await Promise.all([opened.close(), people.sender.close(), searchAds?.close(), tables?.client.close(), log.close()]);
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
