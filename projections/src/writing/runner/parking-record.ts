import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  type ParkingChange,
  parkingDifference,
  recordParking,
  type TableParking,
  type TableParkingEvent,
  tableParkingDecider,
  tableParkingStream,
  type WaitingStream,
} from '@tapwise/domain';
import type { ParkedStream } from '../../tables/parked-stream.queries.ts';
import type { LogEntry } from './log-batch.ts';
import type { DecidedBy, PoisonEntry } from './parked-streams.ts';

/** The tables whose parked streams are said in the log, and who says so. */
export interface ParkingSubject {
  readonly log: EventLog;
  /** Name of their database. */
  readonly tables: string;
  /** Of the lease of the process that writes them: what a later writer has said stays. */
  readonly epoch: number;
}

const context = { actor: { kind: 'system', id: 'projections' } } as const;
/** Reasons are long, and an append has a limit. */
const eventsAtOnce = 200;

/** Says in the log which streams were parked and released. @throws the log's error. */
export async function recordParked(subject: ParkingSubject, change: ParkingChange): Promise<void> {
  for (let from = 0; from < Math.max(change.parked.length, change.released.length); from += eventsAtOnce) {
    const parked = change.parked.slice(from, from + eventsAtOnce);
    const released = change.released.slice(from, from + eventsAtOnce);
    await append(subject, () => ({ parked, released }));
  }
}

/**
 * Says in the log what the tables of some projections have of parked streams, where that is something else: they may be older than the
 * log's record of them, restored, exchanged or emptied.
 * @param upTo Only the end of waiting up to this position is said. Absent: nobody else parks streams of these projections.
 * @throws the log's error.
 */
export async function matchParked(
  subject: ParkingSubject,
  inTables: { readonly projections: readonly string[]; readonly parked: readonly ParkedStream[] },
  upTo?: bigint,
): Promise<void> {
  const { projections, parked } = inTables;
  const waiting = parked.map(waitingOf);
  let difference: ParkingChange = { parked: [], released: [] };
  await append(subject, (state) => {
    difference = parkingDifference(state, { projections, waiting }, upTo);
    return { parked: difference.parked.slice(0, eventsAtOnce), released: difference.released.slice(0, eventsAtOnce) };
  });
  await recordParked(subject, {
    parked: difference.parked.slice(eventsAtOnce),
    released: difference.released.slice(eventsAtOnce),
  });
}

async function append(
  { log, tables, epoch }: ParkingSubject,
  changeOf: (state: TableParking) => ParkingChange,
): Promise<void> {
  const at = new Date().toISOString();
  await handleCommand<TableParking, TableParkingEvent>(log, {
    stream: tableParkingStream(tables),
    decider: tableParkingDecider,
    cause: `${epoch} ${at}`,
    context,
    decide: (state) => recordParking(state, { tables, epoch, at, ...changeOf(state) }),
  });
}

/** A stream that was parked now. */
export function newlyWaiting(projection: string, { entry, reason }: PoisonEntry, decided: DecidedBy): WaitingStream {
  return waitingOf({ projection, ...entry, eventType: typeOf(entry), reason, recordedAt: decided.recordedAt });
}

const longestReason = 2000;

const typeOf = (entry: LogEntry): string => ('event' in entry ? entry.event.type : entry.type);

const waitingOf = (parked: ParkedStream): WaitingStream => ({
  projection: parked.projection,
  stream: parked.stream,
  position: parked.position.toString(),
  revision: parked.revision.toString(),
  event_type: parked.eventType,
  reason: parked.reason.slice(0, longestReason),
  parked_at: parked.recordedAt.toISOString(),
});
