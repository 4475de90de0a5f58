import { type ClickHouseClient, type EventLog, leasePastTables, openClickHouse, withDatabase } from '@tapwise/adapters';
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

/** Has tables of an instant made. @throws PastTablesBusyError; Error when that is not possible. */
export type OpenTablesOf = (at: Date, options: PastTablesOptions) => Promise<OpenPastTables>;

/**
 * @param log where the process that writes tables is asked, on whatever machine it runs.
 * @param tablesUrl of the current tables; those of the past are in another database beside them.
 */
export function pastTablesFrom(log: EventLog, tablesUrl: string): OpenTablesOf {
  const tablesName = new URL(tablesUrl).pathname.slice(1) || 'default';
  return async (at, options) => {
    const { database, position, ended } = await leasePastTables(log, { tables: tablesName, at }, options);
    const url = withDatabase(tablesUrl, database);
    const tables = openClickHouse(url);
    const bigReports = createBigReports(url);
    const close = async (): Promise<void> => {
      await Promise.all([bigReports.close(), tables.close()]);
    };
    return { tables, bigReports, position, ended, close };
  };
}
