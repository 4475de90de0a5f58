import type { ClickHouseClient, EventLog } from '@tapwise/adapters';
import { fold, type TableParkingEvent, tableParkingDecider, tableParkingStream } from '@tapwise/domain';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import type { ParkedStream } from '../../tables/parked-stream.queries.ts';

/** Tables, and the log that they are made from. */
export interface LoggedTables {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly client: ClickHouseClient;
}

/** Streams that wait for an operator, as the log has it, in the order of their events. @throws the log's or the engine's error. */
export async function parkedStreams({ log, client }: LoggedTables): Promise<ParkedStream[]> {
  const recorded = await log.readStream(tableParkingStream(await currentDatabase(client)));
  const { waiting } = fold(
    tableParkingDecider,
    recorded.map(({ event }) => event as TableParkingEvent),
  );
  return [...waiting.values()]
    .map(({ position, revision, event_type: eventType, parked_at, projection, stream, reason }) => ({
      projection,
      stream,
      reason,
      eventType,
      position: BigInt(position),
      revision: BigInt(revision),
      recordedAt: new Date(parked_at),
    }))
    .sort(byPosition);
}

const byPosition = (a: ParkedStream, b: ParkedStream): number =>
  a.position === b.position ? a.projection.localeCompare(b.projection, 'en') : a.position < b.position ? -1 : 1;
