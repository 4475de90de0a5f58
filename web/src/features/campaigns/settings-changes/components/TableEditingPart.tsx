import { useEffect, useMemo, useState } from 'react';
import { useLatest } from '../../../../shared/page/use-latest.ts';
import { useWithPrevious } from '../../../../shared/page/use-with-previous.ts';
import type { DisplayedRows, TableEditing } from '../../../../shared/report/index.ts';
import { CellEditor } from '../../../../shared/tables/grid/editing/CellEditor.tsx';
import {
  createSelectionStore,
  type SelectionStore,
  selectingOf,
} from '../../../../shared/tables/grid/editing/selection-store.ts';
import type { GridSelecting } from '../../../../shared/tables/grid/index.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import { createEditing, editableField } from '../model/edit-cells.ts';
import { editedFields } from '../model/pending-edit.ts';
import { createRowMarks } from '../model/row-marks.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SettingsChangeBar } from './SettingsChangeBar.tsx';
import type { SettingsChangeScope } from './settings-change-scope.ts';
import { useEditTarget } from './use-edit-target.ts';

const columnsOf = {
  campaign: new Set<string>(editedFields.campaign),
  ad_group: new Set<string>(editedFields.ad_group),
  keyword: new Set<string>(editedFields.keyword),
};

interface Props {
  scope: SettingsChangeScope;
  /** Gets what can be changed in the table, and again whenever that is another. */
  onTableEditing: (tableEditing: TableEditing | undefined) => void;
}

/** Draws nothing: it makes a table editable once the code for that has come, and until it is taken away. */
export function TableEditingPart({ scope, onTableEditing }: Props) {
  const tableEditing = useTableEditing(scope);
  useEffect(() => onTableEditing(tableEditing), [tableEditing, onTableEditing]);
  useEffect(() => () => onTableEditing(undefined), [onTableEditing]);
  return null;
}

/** What can be changed in a table of campaigns, ad groups or keywords: values in cells, and the status of selected rows. */
function useTableEditing(scope: SettingsChangeScope): TableEditing {
  const { application, organization, level } = scope;
  const table = useEditTarget(scope);
  const { pending, keyOf, currency, hasTotalBudgets } = table;
  const latest = useLatest(table);
  const tableKey = [application.id, organization.organization_id, level, scopeKey(scope)].join(':');
  // Each table has a selection of its own.
  const selection = useWithPrevious([tableKey], () => createSelectionStore());
  const [selectingAt, setSelectingAt] = useState<string | null>(null);
  // Edits of another tab, or of the time before this screen was shown.
  useEffect(() => pending.load(), [pending]);
  const parts = useMemo(
    () => ({
      editing: { Editor: CellEditor, ...createEditing(() => latest.current) },
      marks: createRowMarks(pending, selection, keyOf, currency),
      editable: (row: Parameters<TableEditing['editable']>[0], column: string) =>
        editableField(level, row, column) !== null && (column !== 'budget' || hasTotalBudgets),
      editableColumns: columnsOf[level],
    }),
    [latest, pending, selection, keyOf, currency, level, hasTotalBudgets],
  );
  const selecting = scope.alwaysSelecting || selectingAt === tableKey;
  const select = useMemo(
    () => (selecting ? (displayed: DisplayedRows) => selectableRows(selection, displayed) : null),
    [selecting, selection],
  );
  return useMemo(() => {
    const leave = () => {
      selection.set([]);
      setSelectingAt(null);
    };
    const bar = { selection, selecting };
    return {
      ...parts,
      selecting: select,
      start: (displayed: DisplayedRows) => (
        <SelectionBar {...bar} displayed={displayed} onBegin={() => setSelectingAt(tableKey)} onLeave={leave} />
      ),
      end: (displayed: DisplayedRows) => <SettingsChangeBar {...bar} displayed={displayed} />,
    };
  }, [parts, select, selection, selecting, tableKey]);
}

/** What distinguishes the table from others of its level. */
const scopeKey = ({ campaignId, adGroupId, across, question }: SettingsChangeScope): string =>
  across ? (question?.params.campaign_ids ?? '') : `${campaignId}:${adGroupId}`;

/** Rows that are not of the ad service have no box. */
function selectableRows(selection: SelectionStore, { displayed, rowOf }: DisplayedRows): GridSelecting {
  const order = displayed.filter((id) => id > 0 && rowOf(id) !== undefined);
  return selectingOf(selection, order, words.selectAll(order.length));
}
