import { useEffect, useMemo } from 'react';
import { createPageStore } from '../../../../../shared/page/page-store.ts';
import type { ReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import type { GridMemory } from '../../../../../shared/tables/grid/index.ts';

type Table = Pick<ReportsUrl, 'scope' | 'campaignId' | 'adGroupId'>;
type TableMemory = GridMemory & { key: string };

/** Scroll and active cell of each table looked at, the latest last, so that going back leads to where one was. */
const memories = createPageStore<readonly TableMemory[]>(() => []);
const mostKept = 50;

const keyOf = ({ scope, campaignId, adGroupId }: Table): string =>
  [scope.applicationId, scope.organizationId, campaignId, adGroupId].join(':');

const withoutKey = (key: string): TableMemory[] => memories.getState().filter((memory) => memory.key !== key);

/** Opening a row begins at its table's first row, however it was left before. */
export function forgetGrid(table: Table): void {
  memories.setState(withoutKey(keyOf(table)), true);
}

/** Where one was in the table that is shown; kept once it is. */
export function useGridMemory(table: Table): TableMemory {
  const key = keyOf(table);
  const memory = useMemo(() => {
    const kept = memories.getState().find((other) => other.key === key);
    return kept ?? { key, scrollTop: 0, active: { row: Number.NaN, column: 0 } };
  }, [key]);
  useEffect(() => memories.setState([...withoutKey(key), memory].slice(-mostKept), true), [key, memory]);
  return memory;
}
