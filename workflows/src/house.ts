import { join } from 'node:path';
import {
  type ClickHouseClient,
  connectTemporal,
  createAdServicesClient,
  createStoreReportsClient,
  type Environment,
  type EventLog,
  type KeyVault,
  type Logger,
  loadMasterKey,
  openClickHouse,
  openEventLog,
  openKeyVault,
  pullIntervalSeconds,
  type SearchAdsClient,
} from '@tapwise/adapters';
import { keepExchangeRates } from './exchange-rates/publish-exchange-rates.ts';
import { followKnownFacts, type KnownFacts } from './known-facts.ts';
import { keepLinking } from './linking/link-organizations.ts';
import { openSearchAds } from './open-apple.ts';
import { createExtraPullActivities } from './pull-extras/pull-extras.activities.ts';
import { createPullActivities } from './pull-organization/pull-organization.activities.ts';
import { createStoreReportActivities } from './pull-store-reports/pull-store-reports.activities.ts';
import { createRefitActivities } from './refit-models/refit-models.activities.ts';
import { createRetryAttributionActivities } from './retry-attribution/retry-attribution.activities.ts';
import { openCheckpointFile } from './starter/checkpoint-file.ts';
import { keepApplicationsServed } from './starter/start-application-work.ts';
import { keepPullsRunning } from './starter/start-pulls.ts';
import { keepStartingRetries } from './starter/start-retries.ts';
import { startExtraPulls, startPull, startRefits, startRetry, startStoreReports } from './starter/start-workflow.ts';
import { keepWorkerRunning } from './worker.ts';

interface House {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly facts: KnownFacts;
  readonly searchAds: SearchAdsClient | undefined;
  readonly vault: KeyVault;
  readonly tables: { client: ClickHouseClient; url: string } | undefined;
  readonly signal: AbortSignal;
}

const hourMs = 3_600_000;
const demoRatesMs = 60_000;
/** How often it is looked whether enough is new for a refit: in the demo the world moves faster. */
const [refitCheckSeconds, demoRefitCheckSeconds] = [300, 60];
/** Pause between two looks at a report the ad service is making. */
const longestLookSeconds = 15;

/**
 * Runs everything that takes time: linking and exchange rates at once, pulls and retries as soon as Temporal is there.
 * Resolves after the signal has aborted and all of it has ended.
 * @throws Error when the log's address is not given.
 */
export async function runLongWork(environment: Environment, logger: Logger, signal: AbortSignal): Promise<void> {
  if (environment.EVENTSTORE_URL === undefined) throw new Error('EVENTSTORE_URL is not set');
  const log = openEventLog(environment.EVENTSTORE_URL);
  const searchAds = openSearchAds(environment, logger);
  const masterKey = await loadMasterKey(environment.MASTER_KEY_FILE ?? join(environment.DATA_DIR, 'master.key'));
  const vault = await openKeyVault(join(environment.DATA_DIR, 'keys'), masterKey);
  const tables = openTables(environment);
  const facts = followKnownFacts(log, { directory: join(environment.DATA_DIR, 'snapshots'), vault }, logger, signal);
  const house: House = { environment, log, logger, searchAds, vault, tables, signal, facts };
  await Promise.all([keepRates(house), keepLinks(house), workForTemporal(house), startWorkflows(house)]);
  await Promise.all([searchAds?.close(), tables?.client.close(), log.close()]);
}

function openTables({ CLICKHOUSE_URL: url }: Environment): House['tables'] {
  return url === undefined ? undefined : { client: openClickHouse(url), url };
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

async function workForTemporal(house: House): Promise<void> {
  const { log, facts, environment, searchAds, vault, tables, logger, signal } = house;
  if (environment.TEMPORAL_ADDRESS === undefined) return;
  const { directory } = facts;
  const adServices = createAdServicesClient({ url: environment.ADSERVICES_URL, timeoutMs: 10_000, connections: 8 });
  const storeReports = createStoreReportsClient({ url: environment.APP_STORE_CONNECT_URL });
  const pauseSeconds = pullIntervalSeconds(environment);
  const waitSeconds = Math.min(longestLookSeconds, pauseSeconds);
  const checkSeconds = environment.DEMO === 'on' ? demoRefitCheckSeconds : refitCheckSeconds;
  const activities = {
    ...createPullActivities({ log, directory, searchAds, pauseSeconds }),
    ...createExtraPullActivities({ log, directory, searchAds, waitSeconds }),
    ...createStoreReportActivities({ log, directory, vault, storeReports, logger }),
    ...createRefitActivities({ log, directory, tables, checkSeconds, logger }),
    ...createRetryAttributionActivities({ log, adServices }),
  };
  const at = { address: environment.TEMPORAL_ADDRESS, namespace: environment.TEMPORAL_NAMESPACE };
  const bundleFolder = join(environment.DATA_DIR, 'workflows');
  await keepWorkerRunning({ ...at, activities, bundleFolder, logger, signal });
  await Promise.all([adServices.close(), storeReports.close()]);
}

async function startWorkflows(house: House): Promise<void> {
  const { log, facts, environment, searchAds, tables, logger, signal } = house;
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
          start: async (organization) => {
            await startPull(await client(), organization);
            await startExtraPulls(await client(), organization);
          },
          logger,
          signal,
        }),
    keepApplicationsServed({
      directory: facts.directory,
      changed: facts.applicationChanged,
      startStoreReports: async ({ application_id }, renewed) =>
        startStoreReports(await client(), { application_id }, renewed),
      startRefits:
        tables === undefined
          ? undefined
          : async ({ application_id }) => startRefits(await client(), { application_id }),
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
