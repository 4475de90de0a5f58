import type { RecordedEvent } from '@tapwise/adapters';
import type { ParkedStream } from '../../tables/parked-stream.queries.ts';
import type { RowFor } from '../../tables/table-catalogue.ts';
import type { LogEntry } from './log-batch.ts';
import { bookkeeping } from './projection.ts';

/** Where a stream waits: nothing from this position on may be projected. */
export interface ParkedAt {
  readonly position: bigint;
  readonly revision: bigint;
}

/** Streams of one projection that wait for an operator. */
export type ParkedStreams = Map<string, ParkedAt>;

/** An event that cannot be projected, and why. */
export interface PoisonEntry {
  readonly entry: LogEntry;
  readonly reason: string;
}

/** By projection. */
export function parkedByProjection(parked: readonly ParkedStream[]): Map<string, ParkedStreams> {
  const byProjection = new Map<string, ParkedStreams>();
  for (const { projection, stream, position, revision } of parked) {
    const streams: ParkedStreams = byProjection.get(projection) ?? new Map();
    byProjection.set(projection, streams.set(stream, { position, revision }));
  }
  return byProjection;
}

/** Remembers that a stream waits; the earliest position counts. */
export function parkStream(parked: ParkedStreams, { stream, position, revision }: LogEntry): void {
  const existing = parked.get(stream);
  if (existing === undefined || position < existing.position) parked.set(stream, { position, revision });
}

/** Whether an earlier event of its stream waits, or the event itself. */
export function isParked(parked: ParkedStreams, { stream, position }: LogEntry): boolean {
  const at = parked.get(stream);
  return at !== undefined && position >= at.position;
}

/** The same, of a stream that was parked before: the event that could not be projected is tried again. */
export function waitsBehind(parked: ParkedStreams, { stream, position }: LogEntry): boolean {
  const at = parked.get(stream);
  return at !== undefined && position > at.position;
}

const longestReason = 2000;

type ParkedRow = RowFor<'parked_stream_v1'>;

/** The row that parks a stream. @param decided Of the last event of the range, or the decision, that led to it. */
export function parkedRow(projection: string, poison: PoisonEntry, decided: DecidedBy): ParkedRow {
  const { entry, reason } = poison;
  const { stream, position, revision } = entry;
  const row = {
    projection_name: projection,
    stream,
    is_parked: true,
    position: position.toString(),
    revision: revision.toString(),
    event_type: 'event' in entry ? entry.event.type : entry.type,
    reason: reason.slice(0, longestReason),
    ...bookkeeping(decided),
  };
  return { table: 'parked_stream_v1', row };
}

/** The row that ends a stream's waiting. */
export function releasedRow(projection: string, stream: string, at: ParkedAt, decided: DecidedBy): ParkedRow {
  const row = {
    projection_name: projection,
    stream,
    is_parked: false,
    event_type: '',
    reason: '',
    position: at.position.toString(),
    revision: at.revision.toString(),
    ...bookkeeping(decided),
  };
  return { table: 'parked_stream_v1', row };
}

/** Of two rows about one stream the one with the later position counts. */
export type DecidedBy = Pick<RecordedEvent, 'position' | 'recordedAt'>;
