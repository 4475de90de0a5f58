import {
  type ClickHouseClient,
  createAdServicesClient,
  createStoreReportsClient,
  type Environment,
  type EventLog,
  type KeyVault,
  type Logger,
  pullIntervalSeconds,
  type SearchAdsClient,
} from '@tapwise/adapters';
import { createApplyChangeActivities } from './apply-change/apply-change.activities.ts';
import type { KnownFacts } from './known-facts.ts';
import { createExtraPullActivities } from './pull-extras/pull-extras.activities.ts';
import { createPullActivities } from './pull-organization/pull-organization.activities.ts';
import { createStoreReportActivities } from './pull-store-reports/pull-store-reports.activities.ts';
import { createRefitActivities } from './refit-models/refit-models.activities.ts';
import { createRetryAttributionActivities } from './retry-attribution/retry-attribution.activities.ts';
import type { Activities } from './worker.ts';

export interface ActivitySources {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly facts: KnownFacts;
  readonly searchAds: SearchAdsClient | undefined;
  readonly vault: KeyVault;
  readonly tables: { client: ClickHouseClient; url: string } | undefined;
  /** Aborts when the process is to end. */
  readonly signal: AbortSignal;
}

/** How often it is looked whether enough is new for a refit: in the demo the world moves faster. */
const [refitCheckSeconds, demoRefitCheckSeconds] = [300, 60];
/** Pause between two looks at a report the ad service is making. */
const longestLookSeconds = 15;

/** Builds every activity once; Temporal's workers and the plain loop run the same ones. */
export function openActivities(sources: ActivitySources): { activities: Activities; close: () => Promise<void> } {
  const { environment, log, facts, searchAds, vault, tables, logger, signal } = sources;
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
    ...createApplyChangeActivities({ log, searchAds, stopping: signal }),
  };
  const close = async () => {
    await Promise.all([adServices.close(), storeReports.close()]);
  };
  return { activities, close };
}
