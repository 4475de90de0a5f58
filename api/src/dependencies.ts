import type { ClickHouseClient, EventLog, KeyVault, Logger, StoreReportsClient } from '@tapwise/adapters';
import type { LiveDirectory } from './access/live-directory.ts';
import type { BigReports } from './queries/big-reports/big-reports.ts';

/** What differs between two installations of the API. */
export interface ApiSettings {
  /** Whether the demo account may be entered. */
  demo: boolean;
  /** File in which the simulated store says how its sales reports are opened; the demo's applications are connected with it. */
  demoStoreFile?: string;
  /** JSON that the start script keeps about every part it runs; absent when parts are run by others. */
  statusFile?: string;
  /** Folder of the built web pages; without it only the API answers. */
  webRoot?: string;
  /** Address people use, when it is not the one the server sees; its origin may open sockets too. */
  publicUrl?: string;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[];
  /** Reads the figures of this process from other machines. */
  metricsToken?: string;
  /** Longest waits for outcomes of a change, in milliseconds, while long work is there and while it is away; the contract's if absent. */
  changeWaits?: { readonly there: number; readonly away: number };
}

/** Everything the API works with. Tests build it on nodes of their own. */
export interface ApiDependencies {
  readonly log: EventLog;
  readonly tables: ClickHouseClient;
  /** Makes reports of many rows elsewhere; absent where the process answers everything itself. */
  readonly bigReports?: BigReports;
  readonly directory: LiveDirectory;
  readonly vault: KeyVault;
  /** Tries the keys people give for the store's sales reports. */
  readonly storeReports: Pick<StoreReportsClient, 'probe'>;
  readonly logger: Logger;
  readonly settings: ApiSettings;
  /** The present instant: an input of every decision. */
  readonly now: () => Date;
}
