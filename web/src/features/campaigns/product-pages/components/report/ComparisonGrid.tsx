import { useMemo } from 'react';
import { useMediaQuery } from '../../../../../shared/page/browser-state.ts';
import { Message } from '../../../../../shared/report/index.ts';
import { fixedSource } from '../../../../../shared/tables/table/fixed-source.ts';
import { type PlainFigure, PlainGrid } from '../../../../../shared/tables/table/PlainGrid.tsx';
import { compareValues, parseTableSort, serializeTableSort } from '../../../../../shared/tables/table/table-sort.ts';
import { pageMessages as words } from '../../messages.ts';
import { type Comparison, sumComparisons } from '../../model/page-comparison.ts';
import { cellOf, figureOf, reportColumns, reportGroups, unitOf } from '../../model/report-columns.ts';

interface Props {
  rows: readonly Comparison[] | null;
  currency: string;
  loading: boolean;
  stale: boolean;
  sort: string | null;
  onSort: (sort: string | null) => void;
}

const ownSort = { column: 'impressions_cpp', descending: true };
const asOf = { ads: null, sdk: null, store: null, impression_share: null };

/** Ad groups with both pages side by side; the total compares all of them together. */
export function ComparisonGrid({ rows, currency, loading, stale, sort: sortText, onSort }: Props) {
  const narrow = useMediaQuery('(max-width: 639px)');
  const columns = useMemo(() => reportColumns(currency, narrow), [currency, narrow]);
  const byId = useMemo(() => new Map((rows ?? []).map((row) => [row.id, row])), [rows]);
  const totals = useMemo(() => sumComparisons(rows ?? []), [rows]);
  const source = useMemo(() => (rows === null ? null : fixedSource(byId, totals, asOf)), [rows, byId, totals]);
  const sort = parseTableSort(sortText);
  const order = useMemo(() => orderOf(rows ?? [], sort ?? ownSort), [rows, sort]);
  return (
    <PlainGrid
      label={words.reports}
      columns={columns}
      groups={reportGroups}
      order={order}
      source={source}
      totals={(column, row) =>
        column === 'name' ? { text: `Total ${words.total(order.length)}`, link: false } : cellOf(column, row)
      }
      sort={sort}
      ownSort={ownSort}
      onSort={(next) =>
        onSort(next === null ? null : serializeTableSort({ ...next, column: next.column.replace(' ', '_') }))
      }
      figure={(column, row) =>
        plainFigure(column, row === 'header' ? null : row === 'totals' ? totals : (byId.get(row) ?? null))
      }
      loading={loading}
      stale={stale}
    >
      {rows !== null && rows.length === 0 ? <Message title={words.noRows} /> : undefined}
    </PlainGrid>
  );
}

/** By a column of the address, where a blank reads as `_`. */
function orderOf(
  rows: readonly Comparison[],
  { column, descending }: { column: string; descending: boolean },
): number[] {
  const key = column.replace('_', ' ');
  const value = (row: Comparison) =>
    column === 'name' ? row.name : column === 'verdict' ? row.verdict : figureOf(key, row);
  return [...rows]
    .sort(
      (first, other) =>
        compareValues(value(first), value(other), descending) || compareValues(first.name, other.name, false),
    )
    .map(({ id }) => id);
}

function plainFigure(column: string, row: Comparison | null): PlainFigure | null {
  if (column === 'verdict') {
    return { label: words.verdict, definition: words.verdictDefinition, unit: 'count', value: null };
  }
  const [figure = '', part = ''] = column.split(' ');
  const name = (['impressions', 'cpt', 'ttr', 'cr', 'ir'] as const).find((candidate) => candidate === figure);
  if (name === undefined) return null;
  const label = `${words.groups[name]}, ${words.sides[part as keyof typeof words.sides].toLowerCase()}`;
  const definition = part === 'difference' ? words.differenceOf : words.figures[name];
  return { label, definition, unit: unitOf(column), value: row === null ? null : figureOf(column, row) };
}
