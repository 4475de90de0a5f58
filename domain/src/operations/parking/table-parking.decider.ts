import type { Decider } from '../../shared/decider.ts';
import type { EventOf } from '../../shared/define-event.ts';
import type { tableParkingEvents } from './parking.events.ts';

export type TableParkingEvent = EventOf<(typeof tableParkingEvents)[number]>;
type Data<Type extends TableParkingEvent['type']> = Extract<TableParkingEvent, { type: Type }>['data'];

/** A stream that waits for an operator in one projection, and the event that could not be projected. */
export type WaitingStream = Omit<Data<'StreamParked'>, 'tables' | 'epoch'>;

/** A projection and one of the streams that it reads. */
export type ProjectedStream = Pick<WaitingStream, 'projection' | 'stream'>;

/** Which streams wait in some tables. */
export interface TableParking {
  /** Of the newest writer that said so; 0 before the first. */
  readonly epoch: number;
  /** By projection and stream, see `parkingKey`. */
  readonly waiting: ReadonlyMap<string, WaitingStream>;
}

export const parkingKey = ({ projection, stream }: ProjectedStream): string => `${projection} ${stream}`;

/** Fold of `tableParking-<tables>`. */
export const tableParkingDecider: Decider<TableParking, TableParkingEvent> = {
  initialState: () => ({ epoch: 0, waiting: new Map() }),
  evolve(state, event) {
    switch (event.type) {
      case 'StreamParked': {
        const { tables: _, epoch, ...stream } = event.data;
        return { epoch, waiting: new Map(state.waiting).set(parkingKey(stream), stream) };
      }
      case 'StreamReleased': {
        const waiting = new Map(state.waiting);
        waiting.delete(parkingKey(event.data));
        return { epoch: event.data.epoch, waiting };
      }
      default:
        return state;
    }
  },
};

/** What has changed in the tables. */
export interface ParkingChange {
  readonly parked: readonly WaitingStream[];
  readonly released: readonly ProjectedStream[];
}

export interface ParkingRecord extends ParkingChange {
  /** Name of the database that the tables are in. */
  readonly tables: string;
  /** Of the lease of the process that writes them. */
  readonly epoch: number;
  readonly at: string;
}

/** Says what has changed. Nothing is recorded of a late writer, and not what the log has already. */
export function recordParking(
  { epoch, waiting }: TableParking,
  { tables, epoch: writer, parked, released, at }: ParkingRecord,
): TableParkingEvent[] {
  if (writer < epoch) return [];
  const fresh = parked.filter((stream) => waiting.get(parkingKey(stream))?.position !== stream.position);
  const ended = released.flatMap((stream) => waiting.get(parkingKey(stream)) ?? []);
  return [
    ...fresh.map((stream): TableParkingEvent => ({ type: 'StreamParked', data: { tables, epoch: writer, ...stream } })),
    ...ended.map(
      ({ projection, stream, position }): TableParkingEvent => ({
        type: 'StreamReleased',
        data: { tables, epoch: writer, projection, stream, position, released_at: at },
      }),
    ),
  ];
}

/**
 * What the log does not have yet of the streams that wait in some projections by their tables.
 * @param upTo Where others may park streams since the tables were looked at: only the end of waiting up to this position is said.
 */
export function parkingDifference(
  { waiting }: TableParking,
  inTables: { readonly projections: readonly string[]; readonly waiting: readonly WaitingStream[] },
  upTo?: bigint,
): ParkingChange {
  const current = new Set(inTables.waiting.map(parkingKey));
  const released = [...waiting.values()].filter(
    (stream) =>
      inTables.projections.includes(stream.projection) &&
      !current.has(parkingKey(stream)) &&
      (upTo === undefined || BigInt(stream.position) <= upTo),
  );
  const parked = inTables.waiting.filter(({ projection }) => inTables.projections.includes(projection));
  return { parked: upTo === undefined ? parked : [], released };
}
