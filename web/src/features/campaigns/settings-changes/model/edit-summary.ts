import { settingsChangeMessages as words } from '../messages.ts';
import { baseOf, editText, type PendingEdit } from './pending-edit.ts';

/** What the bar says of the edits: how many of what, and what they come to. */
export function summaryOf(edits: readonly PendingEdit[], currency: string): { count: string; effect: string } {
  const changes = edits.map((edit) => ({ field: edit.field, old: baseOf(edit), value: edit.value }));
  const bids = changes.filter(({ field }) => field === 'cpt_bid' || field === 'cpa_goal');
  const ratios = bids.flatMap(({ old, value }) =>
    typeof old === 'number' && typeof value === 'number' && old > 0 ? [value / old - 1] : [],
  );
  const raised = ratios.filter((ratio) => ratio > 0).length;
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const exposure = changes.reduce(
    (sum, { field, old, value }) => (field === 'daily_cap' ? sum + Number(value ?? 0) - Number(old ?? 0) : sum),
    0,
  );
  const parts = [
    ...(ratios.length === 0
      ? []
      : [words.raised(raised, ratios.filter((ratio) => ratio < 0).length), words.mean(mean)]),
    ...(exposure === 0 ? [] : [words.exposure(exposure, editText(Math.abs(exposure), currency))]),
  ];
  return { count: countOf(edits), effect: parts.join(', ') };
}

/** "5 bids", "2 budgets", "7 edits". */
export function countOf(edits: readonly Pick<PendingEdit, 'field'>[]): string {
  const kinds = new Set(edits.map(({ field }) => words.kinds[field]));
  const [kind] = kinds.size === 1 ? kinds : [words.edit];
  return words.counted(edits.length, kind ?? words.edit);
}
