import type { ReportRow } from '@tapwise/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CellEditor } from '../../../shared/grid/editing/CellEditor.tsx';
import {
  createSelectionStore,
  type SelectionStore,
  selectingOf,
} from '../../../shared/grid/editing/selection-store.ts';
import type { GridSelecting } from '../../../shared/grid/index.ts';
import type { DisplayedRows, TableEditing } from '../../../shared/report/index.ts';
import { showToast } from '../../../shared/ui/toasts/toasts.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import { pendingStoreOf } from '../model/pending-store.ts';
import { createRowMarks } from '../model/row-marks.ts';
import { createEditing, type EditingTable, editableField, type SettingsChangeLevel } from '../model/table-editing.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SettingsChangeBar } from './SettingsChangeBar.tsx';
import type { SettingsChangeScope } from './settings-change-scope.ts';
import { useFollowedBid } from './use-parents.ts';
import { useSettingOrigin } from './use-setting-origin.ts';

const columnsOf: Record<SettingsChangeLevel, ReadonlySet<string>> = {
  campaign: new Set(['budget', 'daily_cap']),
  ad_group: new Set(['cpt_bid', 'cpa_goal', 'search_match']),
  keyword: new Set(['cpt_bid']),
};

/** What can be changed in a table of campaigns, ad groups or keywords: values in cells, and the status of selected rows. */
export function useTableEditing(scope: SettingsChangeScope): TableEditing {
  const { accountId, application, organization, level, path, question, rows, across } = scope;
  const applicationId = application.id;
  const organizationId = organization.organization_id;
  const pending = useMemo(
    () => pendingStoreOf({ accountId, applicationId, organizationId }),
    [accountId, applicationId, organizationId],
  );
  const tableKey = [applicationId, organizationId, level, scopeKey(scope)].join(':');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each table has a selection of its own.
  const selection = useMemo(createSelectionStore, [tableKey]);
  const [selectingAt, setSelectingAt] = useState<string | null>(null);
  const follows = useFollowedBid(level === 'keyword' && !across ? question : null, rows);
  const table = useRef<EditingTable | null>(null);
  const { store } = rows;
  const keyOf = useKeys(scope);
  const now: EditingTable = {
    level,
    currency: organization.currency,
    pending,
    keyOf,
    follows,
    path,
    ...(across ? { pathOf } : {}),
    rowOf: (id) => store?.row(id)?.row,
    ...useSettingOrigin(application.id, organization),
    say: (text) => showToast({ intent: 'info', text }),
  };
  table.current = now;
  // Edits of another tab, or of the time before this screen was shown.
  useEffect(() => pending.load(), [pending]);
  const parts = useMemo(
    () => ({
      editing: { Editor: CellEditor, ...createEditing(() => table.current as EditingTable) },
      marks: createRowMarks(pending, selection, keyOf, organization.currency),
      editable: (row: Parameters<TableEditing['editable']>[0], column: string) =>
        editableField(level, row, column) !== null,
      editableColumns: columnsOf[level],
    }),
    [pending, selection, keyOf, organization.currency, level],
  );
  const selecting = scope.alwaysSelecting || selectingAt === tableKey;
  const select = useMemo(
    () => (selecting ? (displayed: DisplayedRows) => selectableRows(selection, displayed) : null),
    [selecting, selection],
  );
  const latest = useRef({ scope, table: now });
  latest.current = { scope, table: now };
  return useMemo(() => {
    const leave = () => {
      selection.set([]);
      setSelectingAt(null);
    };
    return {
      ...parts,
      selecting: select,
      start: (displayed: DisplayedRows) => (
        <SelectionBar
          {...{ scope: latest.current.scope, selection, selecting, displayed }}
          onBegin={() => setSelectingAt(tableKey)}
          onLeave={leave}
        />
      ),
      end: (displayed: DisplayedRows) => (
        <SettingsChangeBar {...latest.current} {...{ selection, selecting, displayed }} />
      ),
    };
  }, [parts, select, selection, selecting, tableKey]);
}

/** What distinguishes the table from others of its level. */
const scopeKey = ({ campaignId, adGroupId, across, question }: SettingsChangeScope): string =>
  across ? (question?.params.campaign_ids ?? '') : `${campaignId}:${adGroupId}`;

/** Keys of the table's rows: by what they all are in, or by what each of them says. */
function useKeys({ campaignId, adGroupId, across, rows: { store } }: SettingsChangeScope): (id: number) => string {
  const above = [campaignId, adGroupId].filter((id) => id !== null).join(':');
  return useMemo(
    () => (id) => (across ? keyOfRow(store?.row(id)?.row, id) : above === '' ? String(id) : `${above}:${id}`),
    [above, across, store],
  );
}

/** A keyword's key by what its row says it is in. */
const keyOfRow = (row: ReportRow | undefined, id: number): string =>
  row === undefined ? String(id) : `${row.campaign_id}:${row.ad_group_id}:${id}`;

const pathOf = ({ campaign_name, ad_group_name }: ReportRow): string[] =>
  [campaign_name, ad_group_name].filter((name): name is string => typeof name === 'string');

/** Rows that are not of the ad service have no box. */
function selectableRows(selection: SelectionStore, { displayed, rowOf }: DisplayedRows): GridSelecting {
  const order = displayed.filter((id) => id > 0 && rowOf(id) !== undefined);
  return selectingOf(selection, order, words.selectAll(order.length));
}
