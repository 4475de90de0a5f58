export interface TableSort {
  column: string;
  descending: boolean;
}

/** `-installs`: a minus for descending. Anything else counts as not said. */
export function parseTableSort(text: string | null): TableSort | null {
  if (text === null || !/^-?[a-z0-9_]+$/.test(text)) return null;
  return { column: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

export const serializeTableSort = ({ column, descending }: TableSort): string => (descending ? '-' : '') + column;

/** After a press on a header: descending, ascending, then the table's own order (`null`). */
export function nextTableSort(sort: TableSort | null, column: string): TableSort | null {
  if (sort?.column !== column) return { column, descending: true };
  return sort.descending ? { column, descending: false } : null;
}

export type Comparable = string | number | null;

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares two values; what is not known is last in both directions. */
export function compareValues(first: Comparable, second: Comparable, descending: boolean): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  const order =
    typeof first === 'number' && typeof second === 'number'
      ? first - second
      : words.compare(String(first), String(second));
  return descending ? -order : order;
}
