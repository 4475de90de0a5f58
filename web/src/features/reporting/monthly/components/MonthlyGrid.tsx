import type { MonthlyResponse, ReportTotals } from '@tapwise/contract';
import { useMemo } from 'react';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { groupsOf, Message, valueView } from '../../../../shared/report/index.ts';
import { fixedSource } from '../../../../shared/tables/table/fixed-source.ts';
import { PlainGrid } from '../../../../shared/tables/table/PlainGrid.tsx';
import { monthlyMessages as words } from '../messages.ts';
import {
  type AppMonths,
  adsAreUnread,
  isEmptyYear,
  type MonthLine,
  monthLines,
  monthlyColumns,
  monthlyMetrics,
  monthOrder,
  numberIn,
} from '../model/monthly-table.ts';
import type { MonthlyScreenUrl } from './use-monthly-url.ts';

interface Props {
  screen: MonthlyScreenUrl;
  response: MonthlyResponse | null;
  loading: boolean;
  stale: boolean;
  /** The months of each app, and which of them are open; `null` where there is one app alone. */
  apps: { open: ReadonlySet<number>; months: readonly AppMonths[]; toggle: (month: number) => void } | null;
}

const ownSort = { column: 'month', descending: false };

/** The months of a year with their total. */
export function MonthlyGrid({ screen, response, loading, stale, apps }: Props) {
  const { predictions, sort, scope } = screen.url;
  const instant = usePastInstant();
  const runningMonth = useClock((now) => new Date(instant ?? now).toISOString().slice(0, 7));
  const open = apps?.open ?? null;
  const months = apps?.months;
  const lines = useMemo(
    () =>
      response === null
        ? []
        : monthLines(response.rows, monthOrder(response.rows, sort), open ?? new Set(), months ?? []),
    [response, sort, open, months],
  );
  const source = useMemo(() => {
    if (response === null) return null;
    const rows = new Map(lines.map((line) => [line.id, line]));
    return fixedSource<MonthLine, ReportTotals>(rows, response.totals, response.as_of);
  }, [response, lines]);
  const columns = useMemo(
    () => monthlyColumns({ response, predictions, currency: response?.currency ?? '', runningMonth, open }),
    [response, predictions, runningMonth, open],
  );
  const groups = useMemo(() => groupsOf('campaign', source, 'UTC'), [source]);
  const metrics = useMemo(() => monthlyMetrics(predictions, response), [predictions, response]);
  const metricOf = (column: string) => metrics.find(({ name }) => name === column);
  const empty = response !== null && !stale && isEmptyYear(response);
  return (
    <PlainGrid
      label={`${words.title} ${scope.year}`}
      columns={columns}
      groups={groups}
      order={empty ? [] : lines.map(({ id }) => id)}
      source={source}
      totals={(column, totals) => {
        const metric = metricOf(column);
        if (metric !== undefined) return valueView(metric, numberIn(totals, column));
        return { text: column === 'month' ? `Total ${scope.year}` : '' };
      }}
      sort={sort}
      ownSort={ownSort}
      onSort={(next) => screen.show({ sort: next })}
      figure={(column, row) => {
        const metric = metricOf(column);
        if (metric === undefined) return null;
        const values = row === 'header' ? {} : row === 'totals' ? response?.totals : source?.row(row)?.row.row;
        const value = numberIn(values ?? {}, column);
        const isUnread = row !== 'header' && value === null && adsAreUnread(values ?? {});
        return { ...metric, value, unknown: isUnread ? words.unread : undefined };
      }}
      onOpen={(row) => {
        if (apps !== null && source?.row(row)?.row.app === null) apps.toggle(row);
      }}
      loading={loading}
      stale={stale}
    >
      {empty ? <Message title={words.noData(scope.year)} /> : undefined}
    </PlainGrid>
  );
}
