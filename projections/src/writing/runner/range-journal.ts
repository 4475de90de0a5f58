import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  beginRange,
  beginWriting,
  fold,
  type ProjectionEvent,
  type ProjectionWriter,
  projectionWriterDecider,
  projectionWriterStream,
} from '@tapwise/domain';
import { type Checkpoint, checkpointName, type LogRange, type ProjectionId } from '../../tables/checkpoint.queries.ts';
import type { ParkingSubject } from './parking-record.ts';

/** Another process writes the tables by now. */
export class LateWriterError extends Error {
  override readonly name = 'LateWriterError';
}

/** What the log says of the writing of some tables. */
export interface RangesBegun {
  /** Of the newest writer; 0 before the first. */
  readonly epoch: number;
  /** A range that was begun after what the tables hold, and may be written in part; it must be repeated with the same ends. */
  unfinishedOf(projection: ProjectionId, done: Checkpoint['done'] | undefined): LogRange | undefined;
}

/** The log's record of which ranges are written, kept by the one process that writes. */
export interface RangeJournal extends RangesBegun {
  /** Whether another process was found to write by now. */
  isLate(): boolean;
  /**
   * Records that a range is about to be written to the tables of some projections.
   * @param after What they hold before.
   * @throws LateWriterError when another process writes by now; the log's error.
   */
  begin(projections: readonly ProjectionId[], range: LogRange, after: bigint | undefined): Promise<void>;
}

/** The process that writes the tables, as long as it does. */
export interface TableWriter {
  readonly journal: RangeJournal;
  /** @throws Error when another process writes by now. */
  readonly throwIfLate: () => void;
  /** Where it is said which streams wait in them. */
  readonly parking?: ParkingSubject;
}

/** The newest events that are kept: each projection's newest range is among them unless it has been behind for as many ranges of others. */
const eventsKept = 500;
const context = { actor: { kind: 'system', id: 'projections' } } as const;

/** @param tables Name of the database. @throws the log's error. */
export async function readRangesBegun(log: Pick<EventLog, 'readStream'>, tables: string): Promise<RangesBegun> {
  return rangesBegun((await readJournal(log, tables)).state);
}

/**
 * Makes this process the writer: whoever wrote before begins no range any more.
 * @param epoch Of the lease that this process holds.
 * @throws LateWriterError when another process has taken the lease since; the log's error.
 */
export async function openRangeJournal(
  log: EventLog,
  { tables, epoch }: { tables: string; epoch: number },
): Promise<RangeJournal> {
  const stream = projectionWriterStream(tables);
  let current: { state: ProjectionWriter; revision: bigint | undefined } = await readJournal(log, tables);
  const isLate = (): boolean => current.state.epoch > epoch;
  const record = async (cause: string, decide: (state: ProjectionWriter) => ProjectionEvent[]): Promise<void> => {
    const { state, revision } = current;
    const result = await handleCommand<ProjectionWriter, ProjectionEvent>(log, {
      stream,
      decider: projectionWriterDecider,
      decide,
      cause: `${epoch} ${cause}`,
      context,
      ...(revision === undefined ? {} : { assume: 'current' as const, since: { state, revision } }),
    });
    current = result;
    if (isLate()) throw new LateWriterError(`The tables ${tables} have a later writer`);
  };
  await log.keepNewest(stream, eventsKept);
  await record('began', (state) => beginWriting(state, tables, epoch));
  // Groups of projections write side by side, and each append expects the revision of the one before it.
  let last: Promise<unknown> = Promise.resolve();
  return {
    epoch,
    isLate,
    unfinishedOf: (projection, done) => rangesBegun(current.state).unfinishedOf(projection, done),
    begin: async (projections, { from, to }, after) => {
      const names = projections.map(checkpointName);
      const request = { after: after?.toString() ?? null, from: from.toString(), to: to.toString() };
      const begun = last.then(() =>
        record(`${names.join(',')} ${from} ${to}`, (state) =>
          beginRange(state, { tables, epoch, projections: names, ...request }),
        ),
      );
      last = begun.catch(() => undefined);
      await begun;
    },
  };
}

async function readJournal(
  log: Pick<EventLog, 'readStream'>,
  tables: string,
): Promise<{ state: ProjectionWriter; revision: bigint | undefined }> {
  const recorded = await log.readStream(projectionWriterStream(tables));
  const events = recorded.map(({ event }) => event as ProjectionEvent);
  return { state: fold(projectionWriterDecider, events), revision: recorded.at(-1)?.revision };
}

const rangesBegun = ({ epoch, ranges }: ProjectionWriter): RangesBegun => ({
  epoch,
  unfinishedOf: (projection, done) => {
    const range = ranges.get(checkpointName(projection));
    const position = done?.position.toString() ?? null;
    // Of tables that are not those the range was begun in, such as older ones that were restored, nothing is said.
    return range === undefined || range.after !== position
      ? undefined
      : { from: BigInt(range.from), to: BigInt(range.to) };
  },
});
