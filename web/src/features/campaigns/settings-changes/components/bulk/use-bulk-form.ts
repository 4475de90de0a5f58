import { type BulkAction, type BulkCondition, isCompleteAction, type ReportRow } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import type { DisplayedRows } from '../../../../../shared/report/index.ts';
import { settingsChangeMessages as words } from '../../messages.ts';
import { type BulkField, bulkOutcome } from '../../model/bulk-rows.ts';
import { type EditTarget, editableField } from '../../model/edit-cells.ts';

export interface BulkChoice {
  field: BulkField;
  action: BulkAction['kind'];
  by: 'amount' | 'percent';
  value: string;
  condition: BulkCondition['kind'];
  threshold: string;
}

const first: BulkChoice = {
  field: 'cpt_bid',
  action: 'set',
  by: 'amount',
  value: '',
  condition: 'all',
  threshold: '',
};

/** What was chosen, and what it would do. */
export function useBulkForm(table: EditTarget, { displayed, rowOf }: DisplayedRows, selected: ReadonlySet<number>) {
  const [choice, setChoice] = useState(first);
  const ofSelected = selected.size > 0;
  const rows = useMemo(() => {
    const wanted = ofSelected ? displayed.filter((id) => selected.has(id)) : displayed;
    const takes = (row: ReportRow) => editableField(table.level, row, choice.field) !== null;
    return wanted.flatMap((id) => rowOf(id) ?? []).filter(takes);
  }, [displayed, rowOf, selected, ofSelected, table.level, choice.field]);
  const action = actionOf(choice);
  const condition = conditionOf(choice);
  const refusal = refusalOf(choice, table.currency);
  return {
    choice,
    change(part: Partial<BulkChoice>): void {
      setChoice((before) => {
        const next = { ...before, ...part };
        // Only goals can be cleared.
        return next.field === 'cpt_bid' && next.action === 'clear' ? { ...next, action: 'set' } : next;
      });
    },
    rows,
    ofSelected,
    /** Why it cannot be previewed, or `null`. */
    refusal,
    outcome: refusal === null && condition !== null ? bulkOutcome(table, rows, choice.field, action, condition) : null,
  };
}

export type BulkForm = ReturnType<typeof useBulkForm>;

function actionOf({ action, by, value }: BulkChoice): BulkAction {
  if (action === 'clear') return { kind: 'clear' };
  return action === 'set' ? { kind: 'set', amount: value } : { kind: action, by, size: value };
}

/** `null` without a usable threshold. */
function conditionOf({ condition, threshold }: BulkChoice): BulkCondition | null {
  if (condition === 'all') return { kind: 'all' };
  return /^\d{1,12}$/.test(threshold.trim()) ? { kind: condition, atMost: Number(threshold) } : null;
}

function refusalOf(choice: BulkChoice, currency: string): string | null {
  if (conditionOf(choice) === null) return words.needsThreshold;
  const action = actionOf(choice);
  if (isCompleteAction(action, currency)) return null;
  if (choice.value.trim() === '') return words.needsValue;
  return action.kind === 'set' || action.kind === 'clear' || choice.by === 'amount'
    ? words.badValue.amount
    : words.badValue[action.kind];
}
