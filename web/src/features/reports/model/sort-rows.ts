import type { ReportRow } from '@tapwise/contract';
import { valueIn } from './product-columns.ts';

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
  const shown = sort.length === 0 ? defaultSort.slice(0, 1) : sort;
  const kept = add ? sort.filter((key) => key.column !== column).slice(0, 1) : [];
  const current = shown.find((key) => key.column === column);
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

/**
 * Ids in the order to show. What is not known stands last in both directions, equal rows stand by name, then by id.
 * @param outside rows that stand below all others, whatever is sorted by (users no campaign brought)
 */
export function sortRows(
  rows: Iterable<ReportRow>,
  sort: readonly SortKey[],
  outside: (row: ReportRow) => boolean,
): number[] {
  const keys = sort.length === 0 ? defaultSort : sort;
  const prepared = Array.from(rows, (row) => ({
    id: row.id,
    name: row.name,
    outside: outside(row),
    values: keys.map((key) => comparable(valueIn(row, key.column))),
  }));
  prepared.sort((first, second) => {
    if (first.outside !== second.outside) return first.outside ? 1 : -1;
    if (first.outside) return second.id - first.id;
    for (const [index, key] of keys.entries()) {
      const order = compare(first.values[index] ?? null, second.values[index] ?? null, key.descending);
      if (order !== 0) return order;
    }
    return names.compare(first.name, second.name) || first.id - second.id;
  });
  return prepared.map((row) => row.id);
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

/** How many rows stand elsewhere than they would after sorting: the fewest that must move. */
export function movedRows(shown: readonly number[], sorted: readonly number[]): number {
  const place = new Map(sorted.map((id, index) => [id, index]));
  const known = shown.flatMap((id) => place.get(id) ?? []);
  const added = sorted.length - known.length;
  const gone = shown.length - known.length;
  return known.length - longestIncreasing(known) + added + gone;
}

/** Length of the longest increasing subsequence, by patience sorting. */
function longestIncreasing(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    if (value > (tails.at(-1) ?? -1)) {
      tails.push(value);
      continue;
    }
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
