import {
  type ClickHouseClient,
  type EventLog,
  insertRows,
  type RecordedEvent,
  readLog,
  type UnreadableEvent,
} from '@tapwise/adapters';
import { readTransactionPage, type SubjectKey } from '../cohort/cohort-lookups.queries.ts';
import { InstallIndex } from '../cohort/install-link.ts';
import { nothingNew, recomputeSubscriptions } from '../cohort/recompute-subscriptions.ts';
import { type PlannedInsert, planInserts } from './insert-plan.ts';
import { cutByRows } from './log-range.ts';
import { type ParkedStreams, parkStream } from './parked-event.queries.ts';
import { projectBatch } from './project-batch.ts';
import type { TableRow } from './projection.ts';

export interface FillOptions {
  readonly log: EventLog;
  /** Of a database with empty tables. */
  readonly client: ClickHouseClient;
  readonly part: { readonly to: bigint } | { readonly recordedUntil: Date };
  /** Begins the token of every insert. */
  readonly name: string;
  readonly onInsert?: (insert: PlannedInsert) => void;
  /**
   * Told of what cannot be projected, which is then left out as following the log leaves it out, with the later events of its
   * stream. Without it filling ends there.
   */
  readonly onLeftOut?: (reason: string) => void;
}

export interface Filled {
  readonly events: number;
  readonly rows: number;
  /** From the first event to the last row. */
  readonly seconds: number;
  /** The last event of the part; `undefined` when it has none. */
  readonly last: Pick<RecordedEvent, 'position' | 'recordedAt'> | undefined;
}

const transactionsPerPage = 2000;

/**
 * Fills empty tables with what a part of the log means. Subscriptions are interpreted once, when all their events have landed.
 * @throws Error when an event cannot be projected, unless somebody is told of it; the engine's error.
 */
export async function fillTables(options: FillOptions): Promise<Filled> {
  const { log, client, part, name } = options;
  const began = performance.now();
  const counts = { events: 0, rows: 0 };
  let last: RecordedEvent | undefined;
  const mode = { land: true, undecided: new InstallIndex() } as const;
  const parkedStreams: ParkedStreams = new Map();
  const leaveOut = (reason: string): void => {
    if (options.onLeftOut === undefined) throw new Error(reason);
    options.onLeftOut(reason);
  };
  const unreadable = ({ stream, type, position }: UnreadableEvent): void => {
    parkStream(parkedStreams, { stream, position });
    leaveOut(`The event ${type} at ${position} cannot be read`);
  };
  let writing: Promise<void> = Promise.resolve();
  const write = async (rows: readonly TableRow[], rangeName: string): Promise<void> => {
    const inserts = planInserts(rows, rangeName);
    for (const insert of inserts) options.onInsert?.(insert);
    counts.rows += inserts.reduce((sum, insert) => sum + insert.rows.length, 0);
    // The engine works on one run while the next one is read and projected.
    await writing;
    writing = Promise.all(inserts.map((insert) => insertRows(client, insert))).then(() => undefined);
  };
  const take = async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const run of cutByRows(events)) {
      const { rows, parked } = await projectBatch(client, run, parkedStreams, mode);
      for (const { recorded, reason } of parked) {
        leaveOut(`The event ${recorded.event.type} at ${recorded.position} cannot be projected: ${reason}`);
      }
      counts.events += run.length;
      last = run.at(-1) ?? last;
      await write(rows, `${name}:${run[0]?.position}`);
    }
  };
  await readLog(log, part, take, options.onLeftOut === undefined ? undefined : unreadable);
  await writing;
  for (let after: SubjectKey | undefined; ; ) {
    const page = await readTransactionPage(client, after, transactionsPerPage);
    const { rows, failures } = await recomputeSubscriptions(client, page, nothingNew);
    for (const { subject, reason } of failures) leaveOut(`${subject.id} cannot be interpreted: ${reason}`);
    await write(rows, `${name}:${page[0]?.application_id}:${page[0]?.id}`);
    after = page.at(-1);
    if (page.length < transactionsPerPage) break;
  }
  await writing;
  return { ...counts, seconds: (performance.now() - began) / 1000, last };
}
