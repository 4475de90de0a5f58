import type { ClickHouseClient, EventLog, Logger } from '@tapwise/adapters';
import type { ParkingChange } from '@tapwise/domain';
import { checkpointName, type LogRange, writeCheckpoints } from '../../tables/checkpoint.queries.ts';
import { insertInto } from '../../tables/insert-into.ts';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { isContentFault } from './content-fault.ts';
import { planInserts } from './insert-plan.ts';
import { type Decision, isDecision, type LogEntry, rangeOf } from './log-batch.ts';
import {
  type DecidedBy,
  type ParkedStreams,
  type PoisonEntry,
  parkedRow,
  parkStream,
  releasedRow,
} from './parked-streams.ts';
import { newlyWaiting } from './parking-record.ts';
import { inTurns, type ProjectedEntries, projectEntries } from './project-entries.ts';
import type { Projection } from './projection.ts';
import { decidesOn, releasedEntries } from './released-entries.ts';

export interface WriteContext {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  /** All at the same position of the log. */
  readonly projections: readonly Projection[];
  /** By projection: streams whose later events wait for an operator. */
  readonly parked: Map<string, ParkedStreams>;
  /**
   * Called before the first row of a range: records that it is begun and waits while the tables must not be written to.
   * @returns whether it had to wait.
   */
  readonly begin?: (range: LogRange) => Promise<boolean>;
  /** Called when the rows about parked and released streams are in the tables, before the range counts as done. */
  readonly recordParking?: ((change: ParkingChange) => Promise<void>) | undefined;
  /** Called where a process that was stopped for a while might go on. @throws Error when another process writes by now. */
  readonly throwIfLate?: (() => void) | undefined;
}

/** What one projection makes of a batch. */
interface Written {
  readonly poison: readonly PoisonEntry[];
  /** Rows about parked streams, which are written when everything else is. */
  readonly marks: readonly TableRow[];
  /** The same for the log. */
  readonly parking: ParkingChange;
  readonly streams: ParkedStreams;
}

/** How often an event is tried that the engine refuses. */
const attempts = 3;

/**
 * Writes a batch of the log: its range is begun, then every table gets one insert, then the range is done. Repeating a batch
 * writes the same rows under the same tokens, or leaves out some that a projection finds in its tables.
 * @throws faults of the engine or the log, which may be gone at the next try.
 */
export async function writeBatch(context: WriteContext, entries: readonly LogEntry[]): Promise<void> {
  const { client, projections, logger } = context;
  const range = rangeOf(entries);
  const recordedAt = recordedAtOf(entries);
  const project = () => inTurns(projections, (projection) => prepare(context, projection, entries));
  const [projected, waited] = await Promise.all([project(), context.begin?.(range)]);
  const prepared = waited === true ? await project() : projected;
  context.throwIfLate?.();
  const written = await Promise.all(prepared.map((preparedBatch) => writePrepared(context, preparedBatch, range)));
  const marks = written.flatMap((result) => result.marks);
  // A stream is released or parked only when its rows are in the tables, so that a repeated range finds what the first one found.
  const markToken = `${projections.map(checkpointName).join(',')}:${range.from}-${range.to}`;
  for (const insert of planInserts(marks, markToken)) await insertInto(client, insert);
  const parked = written.flatMap(({ parking }) => parking.parked);
  const releasedStreams = written.flatMap(({ parking }) => parking.released);
  if (marks.length > 0) await context.recordParking?.({ parked, released: releasedStreams });
  context.throwIfLate?.();
  await writeCheckpoints(client, projections, { range, recordedAt });
  for (const [index, { streams, poison }] of written.entries()) {
    const { name = '' } = projections[index] ?? {};
    context.parked.set(name, streams);
    for (const { entry, reason } of poison) {
      const { stream, position } = entry;
      logger.error({ projection: name, stream, position: position.toString(), reason }, 'event parked');
    }
  }
}

/** One projection's part of a batch. */
interface Prepared {
  readonly projection: Projection;
  readonly entries: readonly LogEntry[];
  /** As they are before the batch. */
  readonly before: ParkedStreams;
  readonly projected: ProjectedEntries;
  readonly streams: ParkedStreams;
  /** The decision the batch consists of, if it changes anything here. */
  readonly decision: Decision | undefined;
  readonly recordedAt: Date;
}

async function prepare(context: WriteContext, projection: Projection, entries: readonly LogEntry[]): Promise<Prepared> {
  const parkedStreams = context.parked.get(projection.name) ?? new Map();
  const [only] = entries;
  const decision = only !== undefined && isDecision(only) ? only : undefined;
  const at = decision && parkedStreams.get(decision.event.data.stream);
  const isReleased = decision !== undefined && decidesOn(decision, at);
  const batch = isReleased && at !== undefined ? await releasedEntries(context.log, decision, at) : entries;
  // Streams parked in a batch that is not written after all must not stay parked, hence the copies.
  const before: ParkedStreams = new Map(parkedStreams);
  if (isReleased) before.delete(decision.event.data.stream);
  const streams: ParkedStreams = new Map(before);
  const projected = await projectEntries(context.client, projection, batch, streams);
  return {
    projection,
    entries: batch,
    before,
    projected,
    streams,
    recordedAt: recordedAtOf(entries),
    decision: isReleased ? decision : undefined,
  };
}

async function writePrepared(context: WriteContext, prepared: Prepared, range: LogRange): Promise<Written> {
  const { projection, decision, recordedAt } = prepared;
  const token = `${checkpointName(projection)}:${range.from}-${range.to}`;
  const { poison, streams } = await writeRows(context, prepared, token);
  const decidedBy = (entry: LogEntry): DecidedBy => ({ position: (decision ?? entry).position, recordedAt });
  const marks = poison.map((poisonEntry) => parkedRow(projection.name, poisonEntry, decidedBy(poisonEntry.entry)));
  const released = decision?.event.data.stream;
  const at = released === undefined ? undefined : context.parked.get(projection.name)?.get(released);
  const parked = poison.map((poisonEntry) => newlyWaiting(projection.name, poisonEntry, decidedBy(poisonEntry.entry)));
  if (decision === undefined || released === undefined || at === undefined || streams.has(released))
    return { poison, marks, streams, parking: { parked, released: [] } };
  marks.push(releasedRow(projection.name, released, at, decision));
  return { poison, marks, streams, parking: { parked, released: [{ projection: projection.name, stream: released }] } };
}

/**
 * Inserts the rows of a projection. When the engine refuses the content, the entries are halved until the one that it refuses is
 * alone; that one is tried again, then parked.
 */
async function writeRows(
  context: WriteContext,
  prepared: Pick<Prepared, 'projection' | 'entries' | 'before' | 'projected' | 'streams'>,
  token: string,
  attempt = 1,
): Promise<{ poison: readonly PoisonEntry[]; streams: ParkedStreams }> {
  const { projection, entries, before, projected, streams } = prepared;
  try {
    const inserts = planInserts(projected.rows, token);
    await Promise.all(inserts.map((insert) => insertInto(context.client, insert)));
    return { poison: projected.parked, streams };
  } catch (error) {
    if (!isContentFault(error)) throw error;
    const [first] = entries;
    if (entries.length === 1 && first !== undefined) {
      if (attempt < attempts) return await writeRows(context, prepared, token, attempt + 1);
      const parked: ParkedStreams = new Map(before);
      parkStream(parked, first);
      return { poison: [{ entry: first, reason: error.message }], streams: parked };
    }
    const middle = Math.ceil(entries.length / 2);
    const part = async (half: readonly LogEntry[], parked: ParkedStreams) => {
      const { from, to } = rangeOf(half);
      const halfStreams: ParkedStreams = new Map(parked);
      const rows = await projectEntries(context.client, projection, half, halfStreams);
      const of = { projection, entries: half, before: parked, projected: rows, streams: halfStreams };
      return await writeRows(context, of, `${token}:${from}-${to}`);
    };
    const firstHalf = await part(entries.slice(0, middle), before);
    const two = await part(entries.slice(middle), firstHalf.streams);
    return { poison: [...firstHalf.poison, ...two.poison], streams: two.streams };
  }
}

const recordedAtOf = (entries: readonly LogEntry[]): Date => {
  const last = entries.findLast((entry) => 'event' in entry);
  return last !== undefined && 'event' in last ? last.recordedAt : new Date(0);
};
