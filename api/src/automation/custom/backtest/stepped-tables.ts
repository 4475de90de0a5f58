import { type ClickHouseClient, type PastPoint, PastTablesBusyError } from '@tapwise/adapters';
import { noRoomForPast, type OwnPastTables, type PastTablesSource } from '../../../reports/past/past-tables.ts';

/** Tables as they were at one point after another. */
export interface SteppedTables {
  /**
   * Tables as they were then, until the next point is asked for. They are continued from one point to a later one.
   * @throws DomainError `unavailable` while there is no room for them; Error when they cannot be made.
   */
  at(point: PastPoint): Promise<ClickHouseClient>;
  close(): Promise<void>;
}

/** @param signal ends the work. */
export function openSteppedTables(source: Pick<PastTablesSource, 'openOwn'>, signal: AbortSignal): SteppedTables {
  let open: { readonly tables: OwnPastTables; readonly back: AbortController } | undefined;
  let position = 0n;
  const close = async (): Promise<void> => {
    const closed = open;
    open = undefined;
    closed?.back.abort();
    await closed?.tables.close();
  };
  const begin = async (point: PastPoint): Promise<ClickHouseClient> => {
    const back = new AbortController();
    try {
      const tables = await source.openOwn(point, AbortSignal.any([signal, back.signal]));
      open = { tables, back };
      position = tables.position;
      return tables.client;
    } catch (error) {
      back.abort();
      throw error instanceof PastTablesBusyError ? noRoomForPast() : error;
    }
  };
  return {
    at: async (point) => {
      // What is in the tables stays there.
      if (open !== undefined && point.position !== undefined && point.position < position) await close();
      if (open === undefined) return await begin(point);
      position = await open.tables.continueTo(point);
      return open.tables.client;
    },
    close,
  };
}
