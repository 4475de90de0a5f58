import {
  type ClickHouseClient,
  type EventLog,
  type RecordedEvent,
  readLog,
  type UnreadableEvent,
} from '@tapwise/adapters';
import { checkpointName } from '../../tables/checkpoint.queries.ts';
import { insertInto, type RowInsert } from '../../tables/insert-into.ts';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { planInserts } from '../runner/insert-plan.ts';
import {
  cutBatches,
  isDecision,
  type LogEntry,
  mergeUnreadable,
  rowEstimate,
  type UnreadableEntry,
} from '../runner/log-batch.ts';
import type { ParkedStreams } from '../runner/parked-streams.ts';
import { inTurns, isBatch, projectEntries } from '../runner/project-entries.ts';
import type { Projection, ProjectionFill } from '../runner/projection.ts';
import { decidesOn, releasedEntries } from '../runner/released-entries.ts';
import { type SkippedEvents, withoutSkipped } from './skipped-events.ts';

/** Ends at a position, or with what had been recorded by an instant. */
export type FillPart = { readonly to: bigint } | { readonly recordedUntil: Date };

export interface FillOptions {
  readonly log: EventLog;
  /** Of a database whose tables of these projections are empty. */
  readonly client: ClickHouseClient;
  readonly projections: readonly Projection[];
  /** What an operator has left out. */
  readonly skipped?: SkippedEvents;
  readonly onInsert?: ((insert: RowInsert) => void) | undefined;
  /**
   * Called with what cannot be projected, which is then left out as following the log leaves it out, with the later events of
   * its stream. Without it filling ends there.
   */
  readonly onLeftOut?: (reason: string) => void;
  /** Called now and then with the position up to which the log has been read. */
  readonly onRead?: ((position: bigint) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the tables hold. */
export interface Filled {
  readonly events: number;
  readonly rows: number;
  /** Of the newest part, to its last row. */
  readonly seconds: number;
  /** The last event of the part; `undefined` when it has none. */
  readonly last: Pick<RecordedEvent, 'position' | 'recordedAt'> | undefined;
}

/** What a fill keeps of one projection between two batches. */
interface Part {
  readonly projection: Projection;
  /** Of tables that were empty; afterwards they are written as when the log is followed. */
  fill: ProjectionFill | undefined;
  readonly parked: ParkedStreams;
}

/** Tables that are filled with one part of the log after another. */
export interface TablesFilling {
  /**
   * Fills them up to a later point; nothing is done for an earlier one.
   * @throws Error when an event cannot be projected and `onLeftOut` is absent; the engine's error.
   */
  fillTo(part: FillPart): Promise<Filled>;
}

/**
 * Fills empty tables with what a part of the log means.
 * @throws Error when an event cannot be projected and `onLeftOut` is absent; the engine's error.
 */
export const fillTables = ({ part, ...options }: FillOptions & { readonly part: FillPart }): Promise<Filled> =>
  beginFilling(options).fillTo(part);

/** Fills empty tables, and continues them. */
export function beginFilling(options: FillOptions): TablesFilling {
  const { log, client, projections } = options;
  const counts = { events: 0, rows: 0 };
  let last: RecordedEvent | undefined;
  const parts = projections.map((projection): Part => {
    return { projection, fill: isBatch(projection) ? projection.startFill() : undefined, parked: new Map() };
  });
  const rowsIn = rowEstimate(projections);
  const writer = insertBehind(client, options.onInsert);
  let unreadable: UnreadableEntry[] = [];
  let isContinued = false;
  const applyEvents = async (events: readonly RecordedEvent[]): Promise<void> => {
    options.signal?.throwIfAborted();
    const merged = mergeUnreadable(events, unreadable);
    unreadable = merged.left;
    for (const batch of cutBatches(merged.entries, rowsIn)) {
      // What follows the log looks up what the batch before has written.
      if (isContinued) await writer.idle();
      const rows = await inTurns(parts, (projectionPart) => rowsOfBatch(options, projectionPart, batch));
      counts.rows += await writer.write(rows.flat());
    }
    counts.events += events.length;
    last = events.at(-1) ?? last;
    if (last !== undefined) options.onRead?.(last.position);
  };
  const note = (event: UnreadableEvent, error: unknown): void => {
    unreadable.push({ ...event, reason: error instanceof Error ? error.message : String(error) });
  };
  const finish = async (part: Part): Promise<void> => {
    const { projection, fill } = part;
    await writer.idle();
    for await (const { name, rows, failures } of fill?.finish?.(client) ?? []) {
      for (const reason of failures) leaveOut(options, reason);
      counts.rows += await writer.write([{ rows, token: `${checkpointName(projection)}:fill:${name}` }]);
    }
    part.fill = undefined;
  };
  return {
    fillTo: async (logPart) => {
      const began = performance.now();
      await readLog(log, { ...logPart, after: last?.position }, applyEvents, note);
      for (const part of parts) await finish(part);
      await writer.idle();
      isContinued = true;
      return { ...counts, seconds: (performance.now() - began) / 1000, last };
    },
  };
}

interface NamedRows {
  readonly rows: readonly TableRow[];
  readonly token: string;
}

async function rowsOfBatch(options: FillOptions, part: Part, batch: readonly LogEntry[]): Promise<NamedRows[]> {
  const { log, client, skipped } = options;
  const { projection, fill, parked } = part;
  const [only] = batch;
  let entries = withoutSkipped(batch, skipped, projection.name);
  if (only !== undefined && isDecision(only)) {
    const { stream } = only.event.data;
    const at = parked.get(stream);
    if (decidesOn(only, at)) {
      entries = await releasedEntries(log, only, at);
      parked.delete(stream);
    }
  }
  const projectEvents = fill && ((of: ClickHouseClient, events: readonly RecordedEvent[]) => fill.project(of, events));
  const projected = await projectEntries(client, projection, entries, parked, projectEvents);
  for (const { entry, reason } of projected.parked) {
    const type = 'event' in entry ? entry.event.type : entry.type;
    leaveOut(options, `${projection.name}: the event ${type} at ${entry.position} cannot be projected: ${reason}`);
  }
  return [{ rows: projected.rows, token: `${checkpointName(projection)}:fill:${only?.position}` }];
}

function leaveOut({ onLeftOut }: FillOptions, reason: string): void {
  if (onLeftOut === undefined) throw new Error(reason);
  onLeftOut(reason);
}

/** Inserts while the next rows are being made: the engine works on one batch while the next one is read and projected. */
function insertBehind(client: ClickHouseClient, onInsert: FillOptions['onInsert']) {
  let writing: Promise<unknown> = Promise.resolve();
  return {
    /** @returns how many rows; they may not be written yet. */
    write: async (parts: readonly NamedRows[]): Promise<number> => {
      const inserts = parts.flatMap(({ rows, token }) => planInserts(rows, token));
      for (const insert of inserts) onInsert?.(insert);
      await writing;
      writing = Promise.all(inserts.map((insert) => insertInto(client, insert)));
      // Its failure is reported where it is waited for.
      writing.catch(() => undefined);
      return inserts.reduce((sum, { rows }) => sum + rows.length, 0);
    },
    idle: async (): Promise<void> => {
      await writing;
    },
  };
}
