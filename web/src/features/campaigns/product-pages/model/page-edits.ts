import type { AdGroupCpp, ChangeResult } from '@tapwise/contract';
import { createStore } from 'zustand';
import { outcomeWords } from '../../../../shared/campaigns/changes/outcome-messages.ts';
import { isDone, isOpen } from '../../../../shared/campaigns/changes/outcomes.ts';
import type { SelectionStore } from '../../../../shared/tables/grid/editing/selection-store.ts';
import type { CellMark, GridMarks, RowMarks } from '../../../../shared/tables/grid/index.ts';

/** A page an ad group is to show, and why it does not yet although that was sent. */
export interface PageEdit {
  adGroup: AdGroupCpp;
  creativeId: number;
  creativeName: string;
  trouble?: { outcome: ChangeResult['outcome']; message: string };
}

export type PageEdits = ReturnType<typeof createPageEdits>;

/** What is chosen and not sent, by ad group. */
export function createPageEdits() {
  const all = createStore<ReadonlyMap<number, PageEdit>>(() => new Map());
  return {
    all,
    get: all.getState,
    /** Takes edits; those to the page that is shown already are discarded. */
    set(edits: readonly PageEdit[]): void {
      const next = new Map(all.getState());
      for (const edit of edits) {
        if (edit.creativeId === edit.adGroup.creativeId) next.delete(edit.adGroup.id);
        else next.set(edit.adGroup.id, edit);
      }
      all.setState(next, true);
    },
    remove: (ids: readonly number[]): void =>
      all.setState((before) => new Map([...before].filter(([id]) => !ids.includes(id))), true),
    subscribeRow: (id: number, listener: () => void): (() => void) =>
      all.subscribe((now, before) => {
        if (now.get(id) !== before.get(id)) listener();
      }),
  };
}

/** Lets go of what is done, and keeps the rest with the reason. @returns how many are done */
export function settlePages(edits: PageEdits, sent: readonly PageEdit[], results: readonly ChangeResult[]): number {
  const byKey = new Map(results.map((row) => [row.key, row]));
  const rowOf = ({ adGroup }: PageEdit) => byKey.get(`${adGroup.campaignId}:${adGroup.id}`);
  const done = sent.filter((edit) => isDone(rowOf(edit)?.outcome ?? 'pending'));
  const kept = sent.flatMap((edit) => {
    const row = rowOf(edit);
    if (row === undefined || isDone(row.outcome)) return [];
    return [{ ...edit, trouble: { outcome: row.outcome, message: row.message ?? outcomeWords[row.outcome] } }];
  });
  edits.remove(done.map(({ adGroup }) => adGroup.id));
  edits.set(kept);
  return done.length;
}

/** What rows are marked with: the page that was chosen, and whether they are selected. */
export function pageMarks(edits: PageEdits, selection: SelectionStore): GridMarks {
  const made = new Map<number, { edit: PageEdit | undefined; marks: RowMarks | undefined }>();
  return {
    of(row) {
      const edit = edits.get().get(row);
      const selected = selection.get().has(row);
      const before = made.get(row);
      if (before !== undefined && before.edit === edit && (before.marks?.selected ?? false) === selected) {
        return before.marks;
      }
      const cells: Record<string, CellMark> = edit === undefined ? {} : { page: markOf(edit) };
      const marks = edit === undefined && !selected ? undefined : { cells, selected };
      made.set(row, { edit, marks });
      return marks;
    },
    subscribe(row, listener) {
      const stops = [edits.subscribeRow(row, listener), selection.subscribeRow(row, listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function markOf({ adGroup, creativeName, trouble }: PageEdit): CellMark {
  const state = trouble === undefined ? 'pending' : isOpen(trouble.outcome) ? 'waiting' : 'refused';
  return { text: creativeName, was: adGroup.creativeName, state, reason: trouble?.message };
}
