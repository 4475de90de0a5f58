import type {
  AutomationTimes,
  ClickHouseClient,
  EventLog,
  ExportFiles,
  KeyVault,
  Logger,
  OutboundClient,
  OutboundTargets,
  PaymentProvider,
  RateLimits,
  ReportFiles,
  SenderLimits,
  SnapshotStore,
  StoreReportsClient,
} from '@tapwise/adapters';
import type { DirectoryFollower } from '../access/folds/directory-follower.ts';
import type { AppleAds } from '../apple-ads/apple-ads.ts';
import type { PastTablesSource } from '../reports/past/past-tables.ts';
import type { BigReports } from '../reports/queries/big-reports/big-reports.ts';
import type { SqlSettings } from '../sql/sql-settings.ts';

/** What differs between two installations of the API. */
export interface ApiSettings {
  /** Whether the demo account may be entered. */
  demo: boolean;
  /** File in which the simulated store says how its sales reports are opened; the demo's applications are connected with it. */
  demoStoreFile?: string;
  /** Keeps wrong passwords over a restart; absent: they are forgotten. */
  attemptsFile?: string;
  /** Keeps how often an address called over a restart; absent: it is forgotten. */
  callLimitsFile?: string;
  /** Folder of mails that are not sent, where there is no mail server. */
  outbox?: string;
  /** Folder of the data of this machine, whose disk is looked at; absent where it has none. */
  dataDir?: string;
  /** JSON that the start script keeps about every part it runs; absent when parts are run by others. */
  statusFile?: string;
  /** Folder of the source maps of the built pages; without it their faults are reported in terms of the built scripts. */
  sourceMaps?: string;
  /** Where faults of pages are passed on to, in Sentry's form. */
  errorsDsn?: string;
  /** Folder of the built web pages; without it only the API answers. */
  webRoot?: string;
  /** Folder of public pages that were written for this installation alone. */
  siteRoot?: string;
  /** Where the sales people are reached, https or mailto. */
  salesUrl?: string;
  /** Address people use, when it is not the one the server sees; its origin may open sockets too. */
  publicUrl?: string;
  /** Where the SDK and the store send to, without a slash at its end. */
  ingestUrl?: string;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[];
  /** Where batches in the tables are announced; absent: the tables are looked at more often. */
  batchNoticesUrl?: string;
  /** Analysts' own SQL; absent where there is none. */
  sql?: SqlSettings;
  /** Port on which SQL is asked at `/`. */
  sqlPort?: number;
  sqlHost?: string;
  /** Reads the figures of this process from other machines. */
  metricsToken?: string;
  /** How long callers may take to send a request; the product's if absent. */
  senderLimits?: SenderLimits;
  /** How long an hour of rules is, and how often they run, where that is not by local hours. */
  automation?: AutomationTimes;
  /** A send of each active report every so many seconds instead of by its calendar. */
  reportEverySeconds?: number | undefined;
  /** Hours past a day's end from which a pull completes it; three if absent. */
  completeDayHours?: number;
  /** Longest waits for outcomes of a change, in milliseconds, while the worker is there and while it is away; the contract's if absent. */
  changeWaits?: { readonly there: number; readonly away: number };
}

/** Everything the API works with. Tests build it on nodes of their own. */
export interface ApiDependencies {
  readonly log: EventLog;
  readonly tables: ClickHouseClient;
  /** Makes reports of many rows elsewhere; absent where the process answers everything itself. */
  readonly bigReports?: BigReports;
  /** Has tables of past instants made; absent where nothing can. */
  readonly pastTables?: PastTablesSource;
  readonly directory: DirectoryFollower;
  /** Where states folded from the log are kept between starts; absent where the log is read at each. */
  readonly snapshots?: SnapshotStore;
  readonly vault: KeyVault;
  /** How organizations are connected to Apple Ads. */
  readonly appleAds: AppleAds;
  /** Tries the keys people give for the store's sales reports. */
  readonly storeReports: Pick<StoreReportsClient, 'probe'>;
  /** Calls addresses that customers name, and those they may name although they are not public. */
  readonly outbound: { readonly client: OutboundClient; readonly targets: OutboundTargets };
  /** Where all processes of the API count calls together; absent where this one counts by itself. */
  readonly sharedLimits?: RateLimits;
  /** Copies of what is kept about a person; absent where nothing makes them. */
  readonly exports?: ExportFiles;
  /** Files of scheduled reports; absent where nothing makes them. */
  readonly reportFiles?: ReportFiles;
  /** The payment provider; absent while payments are not set up. */
  readonly payments?: PaymentProvider;
  readonly logger: Logger;
  readonly settings: ApiSettings;
  /** The present instant: an input of every decision. */
  readonly now: () => Date;
}
