import { type BulkAction, type BulkCondition, type BulkRow, bulkEdit, type ReportRow } from '@tapwise/contract';
import { type EditTarget, editableField, editOf } from './edit-cells.ts';
import { microsOf, type PendingEdit } from './pending-edit.ts';

export type BulkField = 'cpt_bid' | 'cpa_goal';

/** What a bulk edit would do to the rows, counted, and the edits it makes. */
export interface BulkOutcome {
  edits: PendingEdit[];
  rows: number;
  noBase: number;
  same: number;
}

type BulkTable = Pick<EditTarget, 'level' | 'currency' | 'pending' | 'keyOf' | 'follows' | 'path' | 'pathOf'>;

/** Does a bulk edit to rows of a table; nothing is entered yet. */
export function bulkOutcome(
  table: BulkTable,
  rows: readonly ReportRow[],
  field: BulkField,
  action: BulkAction,
  condition: BulkCondition,
): BulkOutcome {
  const outcome: BulkOutcome = { edits: [], rows: 0, noBase: 0, same: 0 };
  for (const row of rows) {
    if (editableField(table.level, row, field) === null) continue;
    outcome.rows += 1;
    const result = bulkEdit(bulkRow(table, row, field), action, condition, table.currency);
    if (result.kind === 'edit') {
      const edit = editOf(table, row, field, result.value);
      outcome.edits.push(result.raised ? { ...edit, raised: true } : edit);
    } else if (result.kind === 'no_edit' && result.reason === 'no_base') outcome.noBase += 1;
    else if (result.kind === 'no_edit' && result.reason === 'same') outcome.same += 1;
  }
  return outcome;
}

function bulkRow(table: BulkTable, row: ReportRow, field: BulkField): BulkRow {
  const entered = table.pending.of(table.keyOf(row.id))?.[field]?.value;
  const figure = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    ownBid: microsOf(row[field]),
    inherited: table.level === 'keyword' ? table.follows : null,
    pending: typeof entered === 'boolean' ? undefined : entered,
    installs: figure(row.installs),
    impressions: figure(row.impressions),
  };
}
