import type { ReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import type { GridMemory } from '../../../../../shared/tables/grid/index.ts';

/** Scroll and active cell of each table looked at, so that going back leads to where one was. */
const memories = new Map<string, GridMemory & { key: string }>();
const kept = 50;

type Table = Pick<ReportsUrl, 'scope' | 'campaignId' | 'adGroupId'>;

function keyOf({ scope, campaignId, adGroupId }: Table): string {
  return [scope.applicationId, scope.organizationId, campaignId, adGroupId].join(':');
}

/** Opening a row begins at its table's first row, however it was left before. */
export function forgetGrid(table: Table): void {
  memories.delete(keyOf(table));
}

/** A page begins: no table has been looked at. */
export function forgetGrids(): void {
  memories.clear();
}

export function gridMemoryOf(table: Table): GridMemory & { key: string } {
  const key = keyOf(table);
  const memory = memories.get(key) ?? { key, scrollTop: 0, active: { row: Number.NaN, column: 0 } };
  memories.delete(key);
  memories.set(key, memory);
  const oldest = memories.keys().next().value;
  if (memories.size > kept && oldest !== undefined) memories.delete(oldest);
  return memory;
}
