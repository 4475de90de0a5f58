import type { AsOf, ReportRow, ReportTotals } from '@tapwise/contract';
import { changedProductColumns } from '../columns/product-columns.ts';
import { createFigureGrowth } from './figure-growth.ts';

/** Cells that may flash at one update: more would be flicker, not news. */
const flashLimit = 20;

/** What one update changed in a row that can be seen. */
export interface Flash {
  columns: ReadonlySet<string>;
  /** Counts updates; odd and even start the fade again. */
  tick: number;
  /** When it began, in milliseconds of the page's own clock. */
  at: number;
}

export interface RowSnapshot<Row> {
  row: Row;
  flash: Flash | null;
  /** The report does not contain the row any more; it stays where it is until the person re-sorts. */
  gone: boolean;
}

/** One pushed change of a report. */
export interface RowsUpdate {
  position: string;
  as_of: AsOf;
  changed: ReportRow[];
  removed: number[];
  totals: ReportTotals;
  /** `changed` holds every row of the report: those that it lacks are no longer in it. */
  snapshot?: boolean;
}

export interface RowStoreSeed {
  rows: readonly ReportRow[];
  totals: ReportTotals;
  asOf: AsOf;
  position: string | null;
  /** Rows that are left out, also of what is pushed; absent: none. */
  leavesOut?: (row: ReportRow) => boolean;
  /** Notifies rows of their changes, perhaps not all in one go; without it they are notified at once. */
  notify?: (tasks: readonly (() => void)[]) => void;
}

export type RowStore = ReturnType<typeof createRowStore>;

/**
 * The rows of one answer and what was pushed since. Each row has its own subscribers, so that an update renders the rows
 * it changed and no others. Nothing here decides the order: that changes only when a person asks for it.
 */
export function createRowStore(seed: RowStoreSeed) {
  const rows = new Map<number, RowSnapshot<ReportRow>>(visibleRows(seed, seed.rows).map((row) => [row.id, still(row)]));
  const listeners = createRowListeners();
  const growth = createFigureGrowth(seed);
  const storeListeners = new Set<() => void>();
  let totals: RowSnapshot<ReportTotals> = { row: seed.totals, flash: null, gone: false };
  let asOf = seed.asOf;
  let position = seed.position;
  let version = 0;
  let gone = 0;
  const notify = seed.notify ?? ((tasks) => tasks.forEach((task) => void task()));

  function apply(update: RowsUpdate, now: number): void {
    if (update.snapshot !== true && isOlder(update, position)) return;
    version += 1;
    const touched: number[] = [];
    const flashOf = createFlashes(version, now);
    for (const row of visibleRows(seed, update.changed)) {
      const before = rows.get(row.id);
      const columns = before === undefined ? [] : changedColumns(before.row, row);
      if (before !== undefined && !before.gone && columns.length === 0) continue;
      if (before?.gone === true) gone -= 1;
      growth.take(row, before === undefined ? Object.keys(row) : columns);
      rows.set(row.id, { row, flash: listeners.has(row.id) ? flashOf(columns) : null, gone: false });
      touched.push(row.id);
    }
    for (const id of removedBy(update, rows)) {
      const before = rows.get(id);
      if (before === undefined || before.gone) continue;
      gone += 1;
      rows.set(id, { row: before.row, flash: null, gone: true });
      touched.push(id);
    }
    const changedTotals = changedColumns(totals.row, update.totals);
    if (changedTotals.length > 0) totals = { row: update.totals, flash: flashOf(changedTotals), gone: false };
    growth.take(update.totals, changedTotals);
    asOf = update.as_of;
    position = update.position;
    for (const listener of storeListeners) listener();
    // A row that is drawn again for another reason meanwhile shows its newest state too: only its notice may come later.
    notify(listeners.noticesOf(touched));
  }

  return {
    apply,
    /** For objects that were deleted here: without figures they leave the report, and would keep the status they had. */
    markDeleted: (ids: readonly number[]): void => notify(listeners.noticesOf(setDeleted(ids, rows))),
    row: (id: number): RowSnapshot<ReportRow> | undefined => rows.get(id),
    totals: () => totals,
    asOf: () => asOf,
    position: () => position,
    /** Grows with each update. */
    version: () => version,
    /** Grows with each figure that is too long for a column laid out for the answer. */
    outgrown: growth.count,
    /** The rows the report contains now. */
    currentRows: (): ReportRow[] => [...rows.values()].flatMap((snapshot) => (snapshot.gone ? [] : [snapshot.row])),
    /** Of an order shown: the rows the report still contains, and how many others came to it or left it. */
    since(order: readonly number[]): { kept: ReportRow[]; cameOrLeft: number } {
      const kept = rowsLeft(order, rows);
      return { kept, cameOrLeft: order.length - kept.length + (rows.size - gone - kept.length) };
    },
    subscribeRow: listeners.subscribe,
    subscribe: (listener: () => void): (() => void) => addTo(storeListeners, listener),
  };
}

const visibleRows = ({ leavesOut }: RowStoreSeed, rows: readonly ReportRow[]): readonly ReportRow[] =>
  leavesOut === undefined ? rows : rows.filter((row) => !leavesOut(row));

/**
 * At the position of what is on the screen there may be news all the same: rows are in the tables before their checkpoint, and some states
 * follow from time alone. A snapshot is never too old: its position is lower where the tables have begun again.
 */
const isOlder = (update: RowsUpdate, position: string | null): boolean =>
  position !== null && BigInt(update.position) < BigInt(position);

/** Ids of rows that an update takes out of the report. */
function removedBy({ snapshot, changed, removed }: RowsUpdate, rows: ReadonlyMap<number, unknown>): readonly number[] {
  if (snapshot !== true) return removed;
  const contained = new Set(changed.map(({ id }) => id));
  return [...rows.keys()].filter((id) => !contained.has(id));
}

function addTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The flashes of one update; once there are enough, further cells get none. */
function createFlashes(tick: number, at: number): (columns: readonly string[]) => Flash | null {
  let left = flashLimit;
  return (columns) => {
    const flashed = columns.slice(0, left);
    left -= flashed.length;
    return flashed.length === 0 ? null : { columns: new Set(flashed), tick, at };
  };
}

/** Asked at each update of long tables: no list is made on the way. */
function rowsLeft(order: readonly number[], rows: ReadonlyMap<number, RowSnapshot<ReportRow>>): ReportRow[] {
  const left: ReportRow[] = [];
  for (const id of order) {
    const snapshot = rows.get(id);
    if (snapshot !== undefined && !snapshot.gone) left.push(snapshot.row);
  }
  return left;
}

/** Gives rows the status of deleted objects. @returns those that there are. */
function setDeleted(ids: readonly number[], rows: Map<number, RowSnapshot<ReportRow>>): number[] {
  return ids.filter((id) => {
    const snapshot = rows.get(id);
    if (snapshot === undefined) return false;
    rows.set(id, { ...snapshot, row: Object.assign({ ...snapshot.row }, { status: 'DELETED' }) });
    return true;
  });
}

/** Who is to hear of changes, row by row. */
function createRowListeners() {
  const ofRows = new Map<number, { listeners: Set<() => void>; notice: () => void }>();

  function add(id: number) {
    const listeners = new Set<() => void>();
    const added = { listeners, notice: () => listeners.forEach((listener) => void listener()) };
    ofRows.set(id, added);
    return added;
  }

  return {
    has: (id: number): boolean => ofRows.has(id),
    /** What notifies the listeners of rows; of each row the same function for as long as anyone listens. */
    noticesOf: (ids: readonly number[]): (() => void)[] => ids.flatMap((id) => ofRows.get(id)?.notice ?? []),
    subscribe(id: number, listener: () => void): () => void {
      const row = ofRows.get(id) ?? add(id);
      row.listeners.add(listener);
      return () => {
        row.listeners.delete(listener);
        if (row.listeners.size === 0 && ofRows.get(id) === row) ofRows.delete(id);
      };
    },
  };
}

/** Joins two updates that are taken over together: the later word about each row counts. */
export function joinUpdates(first: RowsUpdate | null, second: RowsUpdate): RowsUpdate {
  if (first === null || second.snapshot === true) return second;
  if (isOlder(second, first.position)) return first;
  const changed = new Map(first.changed.map((row) => [row.id, row]));
  const removed = new Set(first.removed);
  for (const row of second.changed) {
    changed.set(row.id, row);
    removed.delete(row.id);
  }
  for (const id of second.removed) {
    removed.add(id);
    changed.delete(id);
  }
  const joined = { ...second, changed: [...changed.values()], removed: [...removed] };
  return first.snapshot === true ? { ...joined, snapshot: true } : joined;
}

function still<Row>(row: Row): RowSnapshot<Row> {
  return { row, flash: null, gone: false };
}

/** Columns whose cell differs; those of products come last, as they are the fewest seen. */
function changedColumns(before: ReportTotals, after: ReportTotals): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('products');
  const changed = [...names].filter((name) => !isSameCell(before[name], after[name]));
  return [...changed, ...changedProductColumns(before, after)];
}

/** Labels are a list, all others are values. */
const isSameCell = (before: unknown, after: unknown): boolean =>
  before === after || (Array.isArray(before) && Array.isArray(after) && before.join() === after.join());
