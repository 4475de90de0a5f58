import type { Application, Organization, ReportRow } from '@tapwise/contract';
import { daysBetween } from '@tapwise/contract/calendar';
import { useMemo, useSyncExternalStore } from 'react';
import { currencySymbol } from '../../../format/numbers.ts';
import { useMediaQuery } from '../../../page/browser-state.ts';
import type { GridColumn } from '../../../tables/grid/index.ts';
import type { ReportQuestion } from '../../api/report-api.ts';
import { type LayoutContext, layoutColumns } from '../../model/columns/column-layout.ts';
import { nameInGroup } from '../../model/rows/keyword-groups.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import type { TableEditing } from '../../model/table-editing.ts';
import type { ReportView } from '../../model/views/view-state.ts';
import type { Compared } from './use-compared.ts';
import type { ReportRows } from './use-report-rows.ts';

/** Pixels beside a name for how many keywords a group holds. */
const roomForCount = 80;

interface TableScope {
  level: ReportLevel;
  question: ReportQuestion | null;
  rows: ReportRows;
  application: Pick<Application, 'currency'>;
  organization: Pick<Organization, 'currency' | 'time_zone'>;
  view: ReportView;
  beside?: readonly GridColumn<ReportRow>[] | undefined;
  opens?: boolean | undefined;
  addressOf?: ((row: ReportRow) => string) | undefined;
  tableEditing?: TableEditing | undefined;
  /** Groups of keywords that are open; `null` where nothing is grouped. */
  groups: ReadonlySet<number> | null;
}

/** The columns of a table as the view says, and what they were made from. */
export function useTableColumns(scope: TableScope, compared: Compared | null) {
  const { level, question, rows, application, organization, view, beside, opens, addressOf, groups } = scope;
  const editable = scope.tableEditing?.editable;
  const editableColumns = scope.tableEditing?.editableColumns;
  const compact = useMediaQuery('(max-width: 639px)');
  const { tab, columns: chosen, widths, predictions } = view;
  const rangeDays = daysOf(question);
  const { report, store } = rows;
  const outgrown = useSyncExternalStore(store?.subscribe ?? noUpdates, () => store?.outgrown() ?? 0);
  const context = useMemo<LayoutContext>(
    () => ({
      level,
      tab,
      columns: chosen,
      widths,
      predictions,
      rangeDays,
      compact,
      beside,
      opens,
      addressOf,
      editable,
      editableColumns,
      currencySign: currencySymbol(report?.response.currency ?? application.currency),
      settingsSign: currencySymbol(organization.currency),
      timeZone: organization.time_zone,
      before: compared?.rowOf,
    }),
    [
      level,
      tab,
      chosen,
      widths,
      predictions,
      rangeDays,
      compact,
      beside,
      opens,
      addressOf,
      editable,
      editableColumns,
      report,
      application,
      organization,
      compared,
    ],
  );
  const laid = useMemo(() => {
    const response = report?.response ?? null;
    if (store === null || outgrown === 0) return layoutColumns(context, response);
    return layoutColumns(context, response, { rows: store.currentRows(), totals: store.totals().row });
  }, [context, report, store, outgrown]);
  // Laying out long tables takes its time; opening a group changes names only.
  const columns = useMemo(() => {
    const [name, ...others] = laid;
    if (groups === null || name === undefined) return laid;
    const width = name.chosen === undefined ? name.width + roomForCount : name.width;
    return [{ ...name, width, cell: (row: ReportRow) => nameInGroup(name.cell(row), row, groups) }, ...others];
  }, [laid, groups]);
  return { context, columns };
}

const noUpdates = () => () => undefined;

function daysOf(question: ReportQuestion | null): number {
  if (question === null) return 0;
  return daysBetween(question.params.from, question.params.to) + 1;
}
