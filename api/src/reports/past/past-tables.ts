import {
  type ClickHouseClient,
  type EventLog,
  followBusyPastTables,
  leasePastTables,
  openClickHouse,
  withDatabase,
} from '@tapwise/adapters';
import { pastTablesExist } from '@tapwise/projections/queries';
import { type BigReports, createBigReports } from '../queries/big-reports/big-reports.ts';

/** Tables as they were at an instant, for as long as they are kept. */
export interface OpenPastTables {
  readonly tables: ClickHouseClient;
  readonly bigReports: BigReports;
  /** Of the last event they hold; 0 when there was none. */
  readonly position: bigint;
  /** Resolves when they are no longer there. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

export interface PastTablesOptions {
  /** Gives the tables back when it aborts. */
  readonly signal: AbortSignal;
  /** Called with the part of the log that has been read, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Tables of past instants, which all processes of the API share. */
export interface PastTablesSource {
  /** Has tables of an instant made, or joins those who have them. @throws PastTablesBusyError; Error when that is not possible. */
  open(at: Date, options: PastTablesOptions): Promise<OpenPastTables>;
  /** Whether tables of an instant are there or being made, whoever asked for them. */
  exist(at: Date): Promise<boolean>;
  /** Notifies of each request, of any process, that found no room, until the signal aborts. */
  followBusy(onBusy: () => void, signal: AbortSignal): Promise<void>;
}

/**
 * @param log where the process that writes tables is asked, on whatever machine it runs.
 * @param current the current tables, and their address; those of the past are in other databases beside them.
 */
export function pastTablesFrom(
  log: EventLog,
  current: { readonly tables: ClickHouseClient; readonly url: string },
): PastTablesSource {
  const tablesName = new URL(current.url).pathname.slice(1) || 'default';
  return {
    open: async (at, options) => {
      const { database, position, ended } = await leasePastTables(log, { tables: tablesName, at }, options);
      const url = withDatabase(current.url, database);
      const tables = openClickHouse(url);
      const bigReports = createBigReports(url);
      const close = async (): Promise<void> => {
        await Promise.all([bigReports.close(), tables.close()]);
      };
      return { tables, bigReports, position, ended, close };
    },
    exist: (at) => pastTablesExist(current.tables, at),
    followBusy: (onBusy, signal) => followBusyPastTables(log, { onBusy, onFault: () => undefined, signal }),
  };
}
