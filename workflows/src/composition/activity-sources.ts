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
import type { LogFacts } from '../facts/log-facts.ts';
import type { DeliveryCaches } from '../users/deliver-webhooks/delivery-caches.ts';

/** What activities are made of. */
export interface ActivitySources {
  readonly environment: Environment;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly facts: LogFacts;
  /** Gets how tries at outside services end. */
  readonly failures: FailureRecorder;
  readonly searchAds: SearchAdsClient | undefined;
  readonly files: Files;
  readonly vault: KeyVault;
  readonly tables: { client: ClickHouseClient; url: string } | undefined;
  readonly deliveryCaches: DeliveryCaches;
  /** Aborts when the process is to end. */
  readonly signal: AbortSignal;
}
