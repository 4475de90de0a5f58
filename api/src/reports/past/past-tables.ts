import {
  type ClickHouseClient,
  type EventLog,
  followBusyPastTables,
  leaseOwnTables,
  leasePastTables,
  openClickHouse,
  type PastPoint,
  withDatabase,
} from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
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

/** Tables for one question, as they were at one instant after another. */
export interface OwnPastTables {
  readonly client: ClickHouseClient;
  /** Of the last event they hold; 0 when there was none. */
  readonly position: bigint;
  /**
   * Makes them what they were at a later point; nothing may be asked meanwhile.
   * @returns the position of the last event that they hold then. @throws Error when that is not possible.
   */
  continueTo(point: PastPoint): Promise<bigint>;
  close(): Promise<void>;
}

/** Tables of past instants, which all processes of the API share. */
export interface PastTablesSource {
  /** Has tables of an instant made, or joins those who have them. @throws PastTablesBusyError; Error when that is not possible. */
  open(at: Date, options: PastTablesOptions): Promise<OpenPastTables>;
  /** Has tables of a point made for the caller alone. They are given back when the signal aborts. @throws as `open`. */
  openOwn(point: PastPoint, signal: AbortSignal): Promise<OwnPastTables>;
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
    openOwn: async ({ at, position: last }, signal) => {
      const wanted = { tables: tablesName, at, position: last };
      const leased = await leaseOwnTables(log, wanted, { signal, onProgress: () => undefined });
      const { database, position, continueTo } = leased;
      const client = openClickHouse(withDatabase(current.url, database));
      return { client, position, continueTo, close: () => client.close() };
    },
    exist: (at) => pastTablesExist(current.tables, at),
    followBusy: (onBusy, signal) => followBusyPastTables(log, { onBusy, onFault: () => undefined, signal }),
  };
}

const retryAfterSeconds = 5;

/** A question about the past that can be answered later. */
export const unavailable = (message: string, retry_after: number): DomainError =>
  new DomainError('unavailable', { message, details: { retry_after } });

/** All tables of the past are in use, or some are being made. */
export const noRoomForPast = (): DomainError =>
  unavailable('Another instant is being prepared or viewed. Please try again later.', retryAfterSeconds);
