import { useDeferredValue, useMemo, useState } from 'react';
import { filterRows } from '../../model/rows/filter-rows.ts';
import type { RowStore } from '../../model/rows/row-store.ts';
import { parseSort, type SortKey, serializeSort, sortRows } from '../../model/rows/sort-rows.ts';
import { isOutside, type ReportLevel } from '../../model/scope/report-level.ts';

/** Which rows stand where: sorted when a person asks for it, never by an update; then narrowed by the row filter. */
export function useTableOrder(store: RowStore | null, level: ReportLevel, sort: readonly SortKey[]) {
  const [filter, setFilter] = useState('');
  const [resorted, setResorted] = useState(0);
  const sortText = serializeSort(sort);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when the person re-sorts.
  const order = useMemo(
    () => (store === null ? [] : sortRows(store.present(), parseSort(sortText), (row) => isOutside(level, row))),
    [store, sortText, level, resorted],
  );
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterRows(order, wanted, (id) => store?.row(id)?.row), [order, wanted, store]);
  return {
    filter,
    setFilter,
    /** All rows as sorted. */
    order,
    /** Those the row filter leaves. */
    shown,
    filtered: wanted !== '',
    resort: () => setResorted((times) => times + 1),
  };
}

export type TableOrder = ReturnType<typeof useTableOrder>;
