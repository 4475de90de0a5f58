import { useMemo } from 'react';
import { formatCount, unknown } from '../../../../shared/format/numbers.ts';
import { Message } from '../../../../shared/report/index.ts';
import type { CellView, GridColumn } from '../../../../shared/tables/grid/index.ts';
import { fixedSource } from '../../../../shared/tables/table/fixed-source.ts';
import { PlainGrid } from '../../../../shared/tables/table/PlainGrid.tsx';
import type { TableSort } from '../../../../shared/tables/table/table-sort.ts';
import { queryMessages as words } from '../messages.ts';
import {
  displayText,
  plainType,
  type QueryResult,
  type ResultColumn,
  type ResultRow,
  textOf,
  widthOf,
} from '../model/result.ts';

interface Props {
  result: QueryResult;
  order: readonly number[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  stale: boolean;
}

const ownSort = { column: '', descending: false };
const noAges = { ads: null, sdk: null, store: null, impression_share: null };

/** Rows as the engine gave them, on the grid of all tables. */
export function ResultGrid({ result, order, sort, onSort, stale }: Props) {
  const columns = useMemo(() => columnsOf(result), [result]);
  const source = useMemo(() => fixedSource(new Map(result.rows.entries()), result, noAges), [result]);
  const columnIndex = (key: string) => Number(key.slice(1));
  const count = words.rows(formatCount(result.rows.length), result.rows.length === 1);
  return (
    <PlainGrid<ResultRow, QueryResult>
      label={words.table}
      columns={columns}
      order={order}
      source={source}
      sort={sort}
      ownSort={ownSort}
      onSort={onSort}
      stale={stale}
      groups={[]}
      totals={(key, { totals }) => {
        const column = result.columns[columnIndex(key)];
        if (totals !== null && column !== undefined) return view(totals[columnIndex(key)], column);
        return { text: columnIndex(key) === 0 ? count : '' };
      }}
      figure={(key, row) => {
        const column = result.columns[columnIndex(key)];
        if (column === undefined || row !== 'header') return null;
        return { label: column.name, definition: column.type, unit: 'count', value: null };
      }}
      raw={(key, row) => {
        const values = row === 'totals' ? result.totals : result.rows[row];
        return textOf(values?.[columnIndex(key)]) ?? '';
      }}
      loading={false}
    >
      {result.rows.length === 0 ? <Message title={words.noRows} /> : undefined}
    </PlainGrid>
  );
}

function columnsOf(result: QueryResult): GridColumn<ResultRow>[] {
  return result.columns.map((column: ResultColumn, index) => ({
    key: column.key,
    label: column.name,
    unit: plainType(column),
    group: 'result',
    startsGroup: false,
    width: widthOf(result, index),
    grow: 1,
    align: column.isNumber ? 'end' : 'start',
    cell: (row) => view(row[index], column),
  }));
}

function view(value: unknown, column: ResultColumn): CellView {
  const text = displayText(value, column);
  return text === null ? { text: unknown, tone: 'unknown' } : { text };
}
