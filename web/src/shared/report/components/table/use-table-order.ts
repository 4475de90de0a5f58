import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useWithPrevious } from '../../../page/use-with-previous.ts';
import { filterRows } from '../../model/rows/filter-rows.ts';
import { isKeywordGroup, nestGroups } from '../../model/rows/keyword-groups.ts';
import type { RowStore } from '../../model/rows/row-store.ts';
import { parseSort, type SortKey, serializeSort, sortRows } from '../../model/rows/sort-rows.ts';
import { isOutside, type ReportLevel } from '../../model/scope/report-level.ts';

/**
 * The order of rows: sorted when a person asks for it, never by an update; then narrowed by the row filter.
 * The same question asked again moves no row: what came or left since is at the end or gone.
 * @param opened groups of keywords whose rows are shown; `null` where nothing is grouped
 * @param answered the question that the rows answer
 */
export function useTableOrder(
  store: RowStore | null,
  level: ReportLevel,
  sort: readonly SortKey[],
  opened: ReadonlySet<number> | null,
  answered: object | null,
) {
  const [filter, setFilter] = useState('');
  const [resorted, setResorted] = useState(0);
  const sortText = serializeSort(sort);
  const orderKey = JSON.stringify([answered, sortText, level, resorted]);
  const last = useWithPrevious<{ orderKey: string; order: number[] } | null>([store, orderKey], (before) => {
    if (store === null) return before;
    const sorted = sortRows(store.currentRows(), parseSort(sortText), (row) => isOutside(level, row));
    const kept = before?.orderKey === orderKey ? before.order : [];
    return { orderKey, order: kept.length === 0 ? sorted : keepPositions(kept, sorted) };
  });
  const order = store === null || last === null ? none : last.order;
  // Rows that come to an empty report move no other: they are shown at once.
  const empty = order.length === 0;
  const arrived = useSyncExternalStore(
    store?.subscribe ?? noUpdates,
    () => empty && store !== null && store.currentRows().length > 0,
  );
  if (arrived) setResorted(resorted + 1);
  const wanted = useDeferredValue(filter);
  const matching = useMemo(() => filterRows(order, wanted, (id) => store?.row(id)?.row), [order, wanted, store]);
  const displayed = useMemo(
    () => (opened === null ? matching : nestGroups(matching, (id) => store?.row(id)?.row, opened)),
    [matching, opened, store],
  );
  return {
    filter,
    setFilter,
    /** All rows as sorted. */
    order,
    /** Those the row filter leaves, without the keywords of closed groups. */
    displayed,
    /** How many rows the filter leaves, groups not counted; `null` without a filter. */
    matching: wanted === '' ? null : matching.filter((id) => !isKeywordGroup(level, { id })).length,
    filtered: wanted !== '',
    resort: () => setResorted((times) => times + 1),
  };
}

/** The rows of a new answer at the places they had; those that are new come last. */
function keepPositions(before: readonly number[], now: readonly number[]): number[] {
  const currentIds = new Set(now);
  const previousIds = new Set(before);
  return [...before.filter((id) => currentIds.has(id)), ...now.filter((id) => !previousIds.has(id))];
}

const none: readonly number[] = [];
const noUpdates = () => () => undefined;

export type TableOrder = ReturnType<typeof useTableOrder>;
