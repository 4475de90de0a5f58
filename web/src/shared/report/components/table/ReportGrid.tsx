import type { ReportRow, ReportTotals } from '@tapwise/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useMediaQuery } from '../../../page/browser-state.ts';
import {
  Grid,
  type GridColumn,
  type GridFigure,
  type GridSelecting,
  type GridSource,
} from '../../../tables/grid/index.ts';
import { measureOf, rowTone, totalsView } from '../../model/columns/column-layout.ts';
import { productsOf } from '../../model/columns/product-columns.ts';
import { isKeywordGroup } from '../../model/rows/keyword-groups.ts';
import { nextSort, sortState } from '../../model/rows/sort-rows.ts';
import { canOpen, countOf, isOutside, levels } from '../../model/scope/report-level.ts';
import { withColumnWidth } from '../../model/views/view-state.ts';
import { groupsOf } from './grid-groups.tsx';
import { hintFor, rawValueOf, withMark } from './grid-hints.ts';
import type { ReportTableProps } from './report-table-props.ts';
import type { Compared } from './use-compared.ts';
import type { TableOrder } from './use-table-order.ts';

interface Props extends ReportTableProps {
  table: TableOrder;
  columns: readonly GridColumn<ReportRow>[];
  compared: Compared | null;
  /** Opens or closes a group of keywords. */
  onGroup: (id: number) => void;
  onSearch: () => void;
  onShortcuts?: () => void;
  onExplain?: (figure: GridFigure, byKey: boolean) => void;
  explained?: GridFigure | null;
  selecting: GridSelecting | null;
  children?: ReactNode;
}

/** The table of one level, its columns made from the catalogue. */
export function ReportGrid(props: Props) {
  const { level, view, organization, rows, table, columns, compared } = props;
  const { report, store } = rows;
  const { order, displayed } = table;
  const touch = useMediaQuery('(pointer: coarse), (max-width: 639px)');
  const groups = useMemo(() => {
    const products = report === null ? [] : productsOf(report.response.rows, report.response.totals);
    return groupsOf(level, store, organization.time_zone, products);
  }, [level, report, store, organization.time_zone]);
  const count = countOf(
    level,
    order.filter((id) => !isOutside(level, { id }) && !isKeywordGroup(level, { id })).length,
  );
  const totals = useCallback(
    (column: string, sums: ReportTotals) => totalsView(level, column, sums, count, compared?.totals ?? null),
    [level, count, compared],
  );
  const tone = useCallback((row: ReportRow) => rowTone(level, row), [level]);
  const source = store as GridSource<ReportRow, ReportTotals> | null;
  return (
    <Grid
      label={props.label ?? `${levels[level].singular} report`}
      columns={columns}
      groups={groups}
      order={displayed}
      source={source}
      tone={tone}
      partedId={displayed.find((id) => isOutside(level, { id })) ?? null}
      totals={totals}
      sortOf={(column) => sortState(view.sort, column)}
      onSort={(column, add) => props.onView({ sort: nextSort(view.sort, column, add) })}
      onOpen={(id) => {
        const row = store?.row(id)?.row;
        if (row !== undefined && isKeywordGroup(level, row)) props.onGroup(id);
        else if (row !== undefined && canOpen(level, row)) props.onOpen?.(row);
      }}
      onUp={() => props.onUp?.()}
      onSearch={props.onSearch}
      onShortcuts={props.onShortcuts}
      onExplain={props.onExplain}
      explained={props.explained ?? null}
      hint={(column, row) => hintOf(props, column, row)}
      formula={async (column) => {
        const metric = measureOf(level, column);
        if (metric === undefined) return null;
        return (await import('../../model/help/explain-figure.ts')).formulaText(metric);
      }}
      onWidth={(column, width) => props.onView({ widths: withColumnWidth(view.widths, column, width) })}
      editing={props.tableEditing?.editing}
      marks={props.tableEditing?.marks}
      selecting={props.selecting}
      rawValue={(column, row) => rawValueOf(store, column, row, columns)}
      loading={rows.loading}
      stale={rows.stale}
      rowHeight={touch || (props.compare ?? 'none') !== 'none' ? 44 : 36}
      memory={props.memory}
      takeFocus={props.takeFocus ?? false}
    >
      {props.children}
    </Grid>
  );
}

/** What the tooltip of a cell says: what was entered in it, and what its column means. */
function hintOf(
  { level, columns, rows, question, compared, tableEditing }: Props,
  column: string,
  row: number | 'header' | 'totals',
) {
  const claim = question?.params.claim_type ?? 'click';
  const mark = typeof row === 'number' ? tableEditing?.marks.of(row)?.cells[column] : undefined;
  return withMark(hintFor({ level, columns, store: rows.store, claim, compared }, column, row), mark);
}
