import type { Application, Organization, ReportRow } from '@tapwise/contract';
import { useMemo } from 'react';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import type { GridColumn } from '../../../../shared/grid/index.ts';
import { useMediaQuery } from '../../../../shared/ui/browser-state.ts';
import type { ReportQuestion } from '../../api/report-api.ts';
import { type LayoutContext, layoutColumns } from '../../model/columns/column-layout.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import type { ReportView } from '../../model/views/view-state.ts';
import type { Compared } from './use-compared.ts';
import type { ReportRows } from './use-report-rows.ts';

interface TableScope {
  level: ReportLevel;
  question: ReportQuestion | null;
  rows: ReportRows;
  application: Pick<Application, 'currency'>;
  organization: Pick<Organization, 'currency' | 'time_zone'>;
  view: ReportView;
  beside?: readonly GridColumn<ReportRow>[] | undefined;
  opens?: boolean | undefined;
}

/** The columns of a table as the view says, and what they were made from. */
export function useTableColumns(scope: TableScope, compared: Compared | null) {
  const { level, question, rows, application, organization, view, beside, opens } = scope;
  const compact = useMediaQuery('(max-width: 639px)');
  const { tab, columns: chosen, predictions } = view;
  const rangeDays = daysOf(question);
  const { report } = rows;
  const context = useMemo<LayoutContext>(
    () => ({
      ...{ level, tab, columns: chosen, predictions, rangeDays, compact, beside, opens },
      currencySign: currencySymbol(report?.answer.currency ?? application.currency),
      settingsSign: currencySymbol(organization.currency),
      timeZone: organization.time_zone,
      before: compared?.rowOf,
    }),
    [level, tab, chosen, predictions, rangeDays, compact, beside, opens, report, application, organization, compared],
  );
  const columns = useMemo(() => layoutColumns(context, report?.answer ?? null), [context, report]);
  return { context, columns };
}

function daysOf(question: ReportQuestion | null): number {
  if (question === null) return 0;
  return Math.round((Date.parse(question.params.to) - Date.parse(question.params.from)) / 86_400_000) + 1;
}
