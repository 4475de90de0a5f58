import type {
  ClickHouseClient,
  Environment,
  EventLog,
  FailureRecorder,
  Files,
  KeyVault,
  Logger,
  SearchAdsClient,
} from '@tapwise/adapters';
import type { LogFacts } from './log-facts.ts';
import type { Activities, WriteActivities } from './temporal/worker.ts';
import type { DeliveryQueueRuns } from './users/deliver-webhooks/queue-runs.ts';

/** What the work of this process is made of. */
export interface Composition {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly facts: LogFacts;
  /** Takes how tries at outside services end. */
  readonly failures: FailureRecorder;
  readonly files: Files;
  readonly vault: KeyVault;
  readonly searchAds: SearchAdsClient | undefined;
  readonly tables: { client: ClickHouseClient; url: string } | undefined;
  readonly activities: Activities;
  readonly writes: WriteActivities;
  readonly deliveryQueueRuns: DeliveryQueueRuns;
  readonly signal: AbortSignal;
}
