import type { Application, Organization, ReportRow, ReportTotals } from '@tapwise/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { currencySymbol } from '../../../shared/format/numbers.ts';
import { Grid, type GridMemory, type GridSource } from '../../../shared/grid/index.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { layoutColumns, rowTone, totalsView } from '../model/column-layout.ts';
import { canOpen, countOf, isOutside, levels, type ReportLevel } from '../model/report-level.ts';
import { sortState } from '../model/sort-rows.ts';
import type { ReportsUrl } from '../model/url-state.ts';
import { groupsOf } from './grid-groups.tsx';
import { hintFor, rawValueOf } from './grid-hints.ts';
import type { ReportRows } from './use-report-rows.ts';

interface Props {
  level: ReportLevel;
  url: ReportsUrl;
  application: Application;
  organization: Organization;
  rows: ReportRows;
  /** All rows as sorted, and those the row filter leaves. */
  order: readonly number[];
  shown: readonly number[];
  memory: GridMemory;
  takeFocus: boolean;
  onSort: (column: string, add: boolean) => void;
  onOpen: (row: ReportRow) => void;
  onUp: () => void;
  onSearch: () => void;
  children?: ReactNode;
}

/** The table of one level, its columns made from the catalogue. */
export function ReportGrid(props: Props) {
  const { level, url, application, organization, rows, order, shown } = props;
  const { report, store } = rows;
  const touch = useMediaQuery('(pointer: coarse), (max-width: 639px)');
  const compact = useMediaQuery('(max-width: 639px)');
  const context = useMemo(
    () => ({
      level,
      tab: url.tab,
      currencySign: currencySymbol(report?.answer.currency ?? application.currency),
      settingsSign: currencySymbol(organization.currency),
      timeZone: organization.time_zone,
      compact,
    }),
    [compact, level, url.tab, report, application.currency, organization],
  );
  const columns = useMemo(() => layoutColumns(context, report?.answer ?? null), [context, report]);
  const groups = useMemo(() => groupsOf(level, store, organization.time_zone), [level, store, organization.time_zone]);
  const count = countOf(level, order.filter((id) => !isOutside(level, { id })).length);
  const totals = useCallback(
    (column: string, sums: ReportTotals) => totalsView(level, column, sums, count),
    [level, count],
  );
  const tone = useCallback((row: ReportRow) => rowTone(level, row), [level]);
  const source = store as GridSource<ReportRow, ReportTotals> | null;
  return (
    <Grid
      label={`${levels[level].one} report`}
      columns={columns}
      groups={groups}
      order={shown}
      source={source}
      tone={tone}
      partedId={shown.find((id) => isOutside(level, { id })) ?? null}
      totals={totals}
      sortOf={(column) => sortState(url.sort, column)}
      onSort={props.onSort}
      onOpen={(id) => {
        const row = store?.row(id)?.row;
        if (row !== undefined && canOpen(level, row)) props.onOpen(row);
      }}
      onUp={props.onUp}
      onSearch={props.onSearch}
      hint={(column, row) => hintFor({ level, columns, store, claim: url.scope.filters.claim }, column, row)}
      rawValue={(column, row) => rawValueOf(store, column, row)}
      loading={rows.loading}
      stale={rows.stale}
      rowHeight={touch ? 44 : 36}
      memory={props.memory}
      takeFocus={props.takeFocus}
    >
      {props.children}
    </Grid>
  );
}
