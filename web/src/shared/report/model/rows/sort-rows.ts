import type { ReportRow } from '@tapwise/contract';
import { valueIn } from '../columns/product-columns.ts';

export interface SortKey {
  column: string;
  descending: boolean;
}

/** What a report is sorted by until a person sorts: most spend first, by name where spend is not shown. */
export const defaultSort: readonly SortKey[] = [
  { column: 'spend', descending: true },
  { column: 'name', descending: false },
];

/** `-spend,name`: a minus for descending. */
export function parseSort(text: string | null): SortKey[] {
  const parts = (text ?? '').split(',').filter((part) => /^-?(?:[a-z0-9_]+|product:[\w.-]+:[a-z_]+)$/.test(part));
  return parts.slice(0, 2).map((part) => ({ column: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

export function serializeSort(sort: readonly SortKey[]): string {
  return sort.map((key) => (key.descending ? '-' : '') + key.column).join(',');
}

/**
 * The sort after a press on a header: descending, then ascending, then the report's own order.
 * @param add keep the first key and set the second (Shift)
 */
export function nextSort(sort: readonly SortKey[], column: string, add: boolean): SortKey[] {
  const currentSort = sort.length === 0 ? defaultSort.slice(0, 1) : sort;
  const kept = add ? sort.filter((key) => key.column !== column).slice(0, 1) : [];
  const current = currentSort.find((key) => key.column === column);
  if (current === undefined) return [...kept, { column, descending: true }];
  if (current.descending) return [...kept, { column, descending: false }];
  return kept;
}

/** How the header of a column is marked. */
export function sortState(sort: readonly SortKey[], column: string): 'ascending' | 'descending' | 'none' {
  const key = (sort.length === 0 ? defaultSort.slice(0, 1) : sort).find((candidate) => candidate.column === column);
  if (key === undefined) return 'none';
  return key.descending ? 'descending' : 'ascending';
}

type Comparable = number | string | null;

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** What a row is sorted by, read once. */
interface Sorted {
  row: ReportRow;
  outside: boolean;
  values: Comparable[];
}

/** The order of rows under a sort: how to prepare one, and which of two comes first. */
function orderOf(sort: readonly SortKey[], outside: (row: ReportRow) => boolean) {
  const keys = sort.length === 0 ? defaultSort : sort;
  return {
    prepare: (row: ReportRow): Sorted => ({
      row,
      outside: outside(row),
      values: keys.map((key) => comparable(valueIn(row, key.column))),
    }),
    compare(first: Sorted, second: Sorted): number {
      if (first.outside !== second.outside) return first.outside ? 1 : -1;
      if (first.outside) return second.row.id - first.row.id;
      for (let index = 0; index < keys.length; index += 1) {
        const descending = keys[index]?.descending === true;
        const order = compare(first.values[index] ?? null, second.values[index] ?? null, descending);
        if (order !== 0) return order;
      }
      return names.compare(first.row.name, second.row.name) || first.row.id - second.row.id;
    },
  };
}

/**
 * Ids in the order to show. What is not known is last in both directions, equal rows are ordered by name, then by id.
 * @param outside rows below all others, whatever is sorted by (users without a campaign)
 */
export function sortRows(
  rows: Iterable<ReportRow>,
  sort: readonly SortKey[],
  outside: (row: ReportRow) => boolean,
): number[] {
  const { prepare, compare } = orderOf(sort, outside);
  return Array.from(rows, prepare)
    .sort(compare)
    .map(({ row }) => row.id);
}

function comparable(value: unknown): Comparable {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

function compare(first: Comparable, second: Comparable, descending: boolean): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const order =
    typeof first === 'number' && typeof second === 'number'
      ? first - second
      : names.compare(String(first), String(second));
  return descending ? -order : order;
}

/**
 * Counts how many rows are elsewhere than they would be after sorting: the fewest that must move. Nothing is sorted for it,
 * and rows that are what they were the last time are not looked into again, so it may be asked at each update of a long
 * table: rows that are in order cost one comparison each.
 */
export function movedCounter(sort: readonly SortKey[], outside: (row: ReportRow) => boolean) {
  const { prepare, compare } = orderOf(sort, outside);
  const prepared: Sorted[] = [];

  /** @param displayed rows in the order shown */
  return function movedRows(displayed: readonly ReportRow[]): number {
    // Longest run of rows that may stay, by patience sorting: the lowest last row of a run of each length.
    const lasts: Sorted[] = [];
    for (const [index, row] of displayed.entries()) {
      const previous = prepared[index];
      const next = previous?.row === row ? previous : prepare(row);
      prepared[index] = next;
      const last = lasts.at(-1);
      if (last === undefined || compare(last, next) < 0) lasts.push(next);
      else lasts[firstNotBefore(lasts, (before) => compare(before, next) < 0)] = next;
    }
    prepared.length = displayed.length;
    return displayed.length - lasts.length;
  };
}

/** Place of the first element that does not come before; those that do are first. */
function firstNotBefore<Element>(elements: readonly Element[], before: (element: Element) => boolean): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = elements[middle];
    if (element !== undefined && before(element)) low = middle + 1;
    else high = middle;
  }
  return low;
}
