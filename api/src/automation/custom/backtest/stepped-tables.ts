import { setTimeout as pause } from 'node:timers/promises';
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

/** Tables of a back-test that was cancelled are gone within seconds. */
const roomWithinMs = 20_000;
const lookMs = 500;

/**
 * @param signal ends the work.
 * @param withinMs how long room for the tables is waited for.
 */
export function openSteppedTables(
  source: Pick<PastTablesSource, 'openOwn'>,
  signal: AbortSignal,
  withinMs = roomWithinMs,
): SteppedTables {
  let open: { readonly tables: OwnPastTables; readonly back: AbortController } | undefined;
  let position = 0n;
  const close = async (): Promise<void> => {
    const closed = open;
    open = undefined;
    closed?.back.abort();
    await closed?.tables.close();
  };
  const begin = async (point: PastPoint, leftMs = withinMs): Promise<ClickHouseClient> => {
    const back = new AbortController();
    try {
      const tables = await source.openOwn(point, AbortSignal.any([signal, back.signal]));
      open = { tables, back };
      position = tables.position;
      return tables.client;
    } catch (error) {
      back.abort();
      if (!(error instanceof PastTablesBusyError)) throw error;
      if (leftMs <= 0) throw noRoomForPast();
    }
    await pause(lookMs, undefined, { signal });
    return begin(point, leftMs - lookMs);
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
