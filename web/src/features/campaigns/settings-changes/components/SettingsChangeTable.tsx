import { Button } from '@fluentui/react-components';
import { CheckboxChecked20Regular } from '@fluentui/react-icons/svg/checkbox-checked';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../../shared/page/lazy-part.tsx';
import { ReportTable, type ReportTableProps, type TableEditing } from '../../../../shared/report/index.ts';
import { TableScopeProvider } from './settings-change-scope.ts';

/** Fetched beside the rows: a table can be read before it can be changed. */
const TableEditingPart = lazyPart(async () => (await import('./TableEditingPart.tsx')).TableEditingPart);

export interface SettingsChangeTableProps extends Omit<ReportTableProps, 'tableEditing'> {
  accountId: number;
  campaignId: number | null;
  adGroupId: number | null;
  path: readonly string[];
  /** Rows are in several campaigns, and say themselves in which. */
  across?: boolean;
  /** Rows can be selected from the beginning. */
  selecting?: boolean;
}

/** A report's table in which settings are changed. */
export function SettingsChangeTable(props: SettingsChangeTableProps) {
  const { accountId, application, organization, level, campaignId, adGroupId, path, question, rows } = props;
  const [tableEditing, setTableEditing] = useState<TableEditing | undefined>();
  const across = props.across === true;
  const alwaysSelecting = props.selecting === true;
  const object = { campaignId, adGroupId, path, across, level };
  const scope = { ...object, accountId, application, organization, question, rows, alwaysSelecting };
  return (
    <TableScopeProvider value={scope}>
      <Suspense fallback={null}>
        <TableEditingPart scope={scope} onTableEditing={setTableEditing} />
      </Suspense>
      <ReportTable
        {...props}
        tableEditing={tableEditing}
        tableEditingPlaceholder={<SelectionPlaceholder selecting={alwaysSelecting} />}
      />
    </TableScopeProvider>
  );
}

/** As wide as what comes there, so that nothing beside it moves. */
function SelectionPlaceholder({ selecting }: { selecting: boolean }) {
  if (selecting) return <span style={{ flex: 'none', width: selectionWidth }} />;
  return (
    <Button size="small" icon={<CheckboxChecked20Regular />} disabledFocusable>
      Actions
    </Button>
  );
}

/** Pixels of Activate, Pause, Delete, Labels and the count of what is selected. */
const selectionWidth = 402;
