import type { RuleLog } from '../api/automation-types.ts';

/** Rows of runs, rows of units, or both. */
export type LogKind = 'all' | 'runs' | 'units';

/** Rows of a kind that hold a text in any of their words. */
export function filterLogs(rows: readonly RuleLog[], kind: LogKind, text: string): RuleLog[] {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (kind === 'all' || (kind === 'runs') === (row.key === null)) &&
      [row.message, row.campaignName, row.asaOrganizationName].some((words) => words.toLowerCase().includes(wanted)),
  );
}
