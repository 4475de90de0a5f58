import { join } from 'node:path';
import {
  connectTemporal,
  createAdServicesClient,
  type Environment,
  type EventLog,
  type Logger,
  openEventLog,
  pullIntervalSeconds,
  type SearchAdsClient,
} from '@tapwise/infra';
import { keepExchangeRates } from './exchange-rates/publish-exchange-rates.ts';
import { followKnownFacts, type KnownFacts } from './known-facts.ts';
import { keepLinking } from './linking/link-organizations.ts';
import { openSearchAds } from './open-apple.ts';
import { createPullActivities } from './pull-organization/pull-organization.activities.ts';
import { createRetryAttributionActivities } from './retry-attribution/retry-attribution.activities.ts';
import { openCheckpointFile } from './starter/checkpoint-file.ts';
import { keepPullsRunning } from './starter/start-pulls.ts';
import { keepStartingRetries } from './starter/start-retries.ts';
import { startPull, startRetry } from './starter/start-workflow.ts';
import { keepWorkerRunning } from './worker.ts';

interface House {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly facts: KnownFacts;
  readonly searchAds: SearchAdsClient | undefined;
  readonly signal: AbortSignal;
}

const hourMs = 3_600_000;
const demoRatesMs = 60_000;

/**
 * Runs everything that takes time: linking and exchange rates at once, pulls and retries as soon as Temporal is there.
 * Resolves after the signal has aborted and all of it has ended.
 * @throws Error when the log's address is not given.
 */
export async function runLongWork(environment: Environment, logger: Logger, signal: AbortSignal): Promise<void> {
  if (environment.EVENTSTORE_URL === undefined) throw new Error('EVENTSTORE_URL is not set');
  const log = openEventLog(environment.EVENTSTORE_URL);
  const searchAds = openSearchAds(environment, logger);
  const house: House = { environment, log, logger, searchAds, signal, facts: followKnownFacts(log, logger, signal) };
  await Promise.all([keepRates(house), keepLinks(house), workForTemporal(house), startWorkflows(house)]);
  await Promise.all([searchAds?.close(), log.close()]);
}

function keepRates({ log, facts, environment, logger, signal }: House): Promise<void> {
  const intervalMs = environment.DEMO === 'on' ? demoRatesMs : hourMs;
  const url = environment.EXCHANGE_RATES_URL;
  return keepExchangeRates({ log, knownDays: facts.rateDays, url, logger, intervalMs, signal });
}

async function keepLinks({ log, facts, environment, searchAds, logger, signal }: House): Promise<void> {
  if (searchAds === undefined) return;
  const intervalMs = pullIntervalSeconds(environment) * 1000;
  const { directory, nameSubmitted: submitted } = facts;
  await keepLinking({ log, directory, searchAds, logger, intervalMs, submitted, signal });
}

async function workForTemporal({ log, facts, environment, searchAds, logger, signal }: House): Promise<void> {
  if (environment.TEMPORAL_ADDRESS === undefined) return;
  const adServices = createAdServicesClient({ url: environment.ADSERVICES_URL, timeoutMs: 10_000, connections: 8 });
  const pauseSeconds = pullIntervalSeconds(environment);
  const activities = {
    ...createPullActivities({ log, directory: facts.directory, searchAds, pauseSeconds }),
    ...createRetryAttributionActivities({ log, adServices }),
  };
  const at = { address: environment.TEMPORAL_ADDRESS, namespace: environment.TEMPORAL_NAMESPACE };
  const bundleFolder = join(environment.DATA_DIR, 'workflows');
  await keepWorkerRunning({ ...at, activities, bundleFolder, logger, signal });
  await adServices.close();
}

async function startWorkflows({ log, facts, environment, searchAds, logger, signal }: House): Promise<void> {
  if (environment.TEMPORAL_ADDRESS === undefined) {
    logger.warn('there is no Temporal: pulls and retries are off');
    return;
  }
  const at = { address: environment.TEMPORAL_ADDRESS, namespace: environment.TEMPORAL_NAMESPACE };
  const connecting = connectTemporal(at, { signal });
  // Whoever needs the client meets the failure there; without this a stop before the first use would be unhandled.
  connecting.catch(() => undefined);
  const client = async () => (await connecting).client;
  await Promise.all([
    searchAds === undefined
      ? undefined
      : keepPullsRunning({
          directory: facts.directory,
          linked: facts.organizationLinked,
          start: async (organization) => startPull(await client(), organization),
          logger,
          signal,
        }),
    keepStartingRetries({
      log,
      checkpoint: openCheckpointFile(join(environment.DATA_DIR, 'workflows', 'pending-installs.position')),
      start: async (install) => startRetry(await client(), install),
      logger,
      signal,
    }),
  ]);
  await connecting.then((connected) => connected.close()).catch(() => undefined);
}
