import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
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
  const last = useRef<{ orderKey: string; order: number[] } | null>(null);
  const order = useMemo(() => {
    if (store === null) return [];
    const sorted = sortRows(store.currentRows(), parseSort(sortText), (row) => isOutside(level, row));
    const before = last.current?.orderKey === orderKey ? last.current.order : [];
    const next = before.length === 0 ? sorted : keepPositions(before, sorted);
    last.current = { orderKey, order: next };
    return next;
  }, [store, sortText, level, orderKey]);
  // Rows that come to an empty report move no other: they are shown at once.
  const empty = order.length === 0;
  const arrived = useSyncExternalStore(
    store?.subscribe ?? noUpdates,
    () => empty && store !== null && store.currentRows().length > 0,
  );
  useEffect(() => {
    if (arrived) setResorted((times) => times + 1);
  }, [arrived]);
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

const noUpdates = () => () => undefined;

export type TableOrder = ReturnType<typeof useTableOrder>;
