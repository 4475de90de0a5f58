import { outcomeWords } from '../../../../shared/campaigns/changes/outcome-messages.ts';
import { isOpen } from '../../../../shared/campaigns/changes/outcomes.ts';
import type { SelectionStore } from '../../../../shared/tables/grid/editing/selection-store.ts';
import type { CellMark, GridMarks, RowMarks } from '../../../../shared/tables/grid/index.ts';
import { baseOf, type EditsOfObject, editText, type PendingEdit } from './pending-edit.ts';
import type { PendingStore } from './pending-store.ts';

/** What rows of one table are marked with: their edits and whether they are selected. */
export function createRowMarks(
  pending: PendingStore,
  selection: SelectionStore,
  keyOf: (row: number) => string,
  currency: string,
): GridMarks {
  const made = new Map<number, { edits: Edits; confirmed: Edits; marks: RowMarks | undefined }>();
  return {
    of(row) {
      const edits = pending.of(keyOf(row));
      const confirmed = pending.confirmedOf(keyOf(row));
      const selected = selection.get().has(row);
      const before = made.get(row);
      const same = before !== undefined && before.edits === edits && before.confirmed === confirmed;
      if (same && (before.marks?.selected ?? false) === selected) return before.marks;
      const plain = edits === undefined && confirmed === undefined && !selected;
      const marks = plain ? undefined : { cells: cellsOf(edits, confirmed, currency), selected };
      made.set(row, { edits, confirmed, marks });
      return marks;
    },
    subscribe(row, listener) {
      const stops = [pending.subscribeObject(keyOf(row), listener), selection.subscribeRow(row, listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

type Edits = EditsOfObject | undefined;

function cellsOf(edits: Edits, confirmed: Edits, currency: string): Record<string, CellMark> {
  return Object.fromEntries([
    ...Object.values(confirmed ?? {}).map((edit) => [edit.field, { ...markOf(edit, currency), state: 'confirmed' }]),
    ...Object.values(edits ?? {}).map((edit) => [edit.field, markOf(edit, currency)]),
  ]) as Record<string, CellMark>;
}

function markOf(edit: PendingEdit, currency: string): CellMark {
  const { trouble } = edit;
  const open = trouble !== undefined && trouble.left !== true && isOpen(trouble.outcome);
  return {
    text: editText(edit.value, currency),
    was: editText(baseOf(edit), currency),
    state: trouble === undefined ? 'pending' : open ? 'waiting' : 'refused',
    reason:
      trouble === undefined
        ? undefined
        : (trouble.message ?? outcomeWords[trouble.left ? 'leftUnknown' : trouble.outcome]),
  };
}
