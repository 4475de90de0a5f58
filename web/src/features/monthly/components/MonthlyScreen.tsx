import { Button, Checkbox } from '@fluentui/react-components';
import type { MonthlyAnswer, MonthlyRow, ReportTotals } from '@tapwise/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatExact, formatPercent } from '../../../shared/format/numbers.ts';
import { type CellView, Grid, type GridHint } from '../../../shared/grid/index.ts';
import { fixedSource } from '../../../shared/table/fixed-source.ts';
import { nextTableSort } from '../../../shared/table/table-sort.ts';
import { useClock, useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { groupsOf, Message, ReportBanners, ReportError, valueView } from '../../reports/index.ts';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { type MonthlyQuestion, useMonthlyReport } from '../api/monthly-api.ts';
import { monthlyMessages as words } from '../messages.ts';
import { isEmptyYear, monthId, monthlyColumns, monthlyMetrics, monthOrder, numberIn } from '../model/monthly-table.ts';
import type { MonthlyScope } from '../model/monthly-url.ts';
import { MonthlyScopeBar } from './MonthlyScopeBar.tsx';
import styles from './monthly.module.css';
import { type MonthlyScreenUrl, useMonthlyUrl } from './use-monthly-url.ts';

/** A year by calendar month of install. */
export function MonthlyScreen() {
  const { account, applications } = useAccount();
  const thisYear = useClock((now) => new Date(now).getFullYear());
  const screen = useMonthlyUrl(applications, thisYear);
  const { scope } = screen.url;
  const ready = scope.account.organization !== null;
  const query = useMonthlyReport(ready ? questionOf(scope) : null);
  const answer = query.data ?? null;
  const all = scope.account.application === 'all' && new Set(applications.map(({ currency }) => currency)).size > 1;
  return (
    <>
      <TitleRow title={words.title} />
      <MonthlyScopeBar screen={screen} applications={applications} thisYear={thisYear} />
      <ReportBanners demo={account.demo} warning={answer?.warning} />
      {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
      {ready ? (
        <>
          <div className={styles.toggles}>
            <Checkbox
              label={words.predictions}
              checked={screen.url.predictions}
              onChange={(_, data) => screen.show({ predictions: data.checked === true })}
            />
            {all && answer !== null && <span className={styles.note}>{words.currencies(answer.currency)}</span>}
          </div>
          <MonthlyGrid
            screen={screen}
            answer={answer}
            loading={query.isFetching}
            stale={query.isPlaceholderData || (query.isFetching && answer !== null)}
          />
        </>
      ) : (
        <NotReady title={applications.length === 0 ? words.noApplications : words.integrateAds} />
      )}
    </>
  );
}

function NotReady({ title }: { title: string }) {
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  return <Message title={title} actions={open} />;
}

function questionOf({ account, year, filters }: MonthlyScope): MonthlyQuestion {
  return {
    year,
    country: filters.countries.length === 0 ? 'all' : filters.countries.join(','),
    claim_type: filters.claim,
    ...(typeof account.application === 'number' ? { application_id: account.application } : {}),
    ...(typeof account.organization === 'number' ? { asa_organization_id: account.organization } : {}),
  };
}

interface GridProps {
  screen: MonthlyScreenUrl;
  answer: MonthlyAnswer | null;
  loading: boolean;
  stale: boolean;
}

function MonthlyGrid({ screen, answer, loading, stale }: GridProps) {
  const { predictions, sort, scope } = screen.url;
  const touch = useMediaQuery('(pointer: coarse), (max-width: 639px)');
  const runningMonth = useClock((now) => new Date(now).toISOString().slice(0, 7));
  const [memory] = useState(() => ({ scrollTop: 0, active: { row: Number.NaN, column: 0 } }));
  const source = useMemo(() => {
    if (answer === null) return null;
    return fixedSource<MonthlyRow, ReportTotals>(
      new Map(answer.rows.map((row) => [monthId(row), row])),
      answer.totals,
      answer.as_of,
    );
  }, [answer]);
  const columns = useMemo(
    () => monthlyColumns({ answer, predictions, currency: answer?.currency ?? '', runningMonth }),
    [answer, predictions, runningMonth],
  );
  const groups = useMemo(() => groupsOf('campaign', source, 'UTC'), [source]);
  const order = useMemo(() => (answer === null ? [] : monthOrder(answer.rows, sort)), [answer, sort]);
  const metrics = useMemo(() => monthlyMetrics(predictions, answer), [predictions, answer]);
  const empty = answer !== null && !stale && isEmptyYear(answer);
  let instead: ReactNode;
  if (empty) instead = <Message title={words.noData(scope.year)} />;
  const valueAt = (column: string, row: number | 'totals') =>
    row === 'totals' ? numberIn(answer?.totals ?? {}, column) : numberIn(source?.row(row)?.row ?? {}, column);
  return (
    <div className={styles.panel}>
      <Grid
        label={`${words.title} ${scope.year}`}
        columns={columns}
        groups={groups}
        order={empty ? [] : order}
        source={source}
        tone={() => 'normal'}
        partedId={null}
        totals={(column, totals): CellView => {
          if (column === 'month') return { text: `Total ${scope.year}` };
          const metric = metrics.find(({ name }) => name === column);
          return metric === undefined ? { text: '' } : valueView(metric, numberIn(totals, column));
        }}
        sortOf={(column) => {
          if (sort === null) return column === 'month' ? 'ascending' : 'none';
          if (sort.column !== column) return 'none';
          return sort.descending ? 'descending' : 'ascending';
        }}
        onSort={(column) => screen.show({ sort: nextTableSort(sort, column) })}
        onOpen={() => undefined}
        onUp={() => undefined}
        onSearch={() => undefined}
        hint={(column, row): GridHint | null => {
          const metric = metrics.find(({ name }) => name === column);
          if (metric === undefined) return null;
          const value = row === 'header' ? null : valueAt(column, row);
          const title = metric.label;
          if (value === null) return { title, lines: [metric.definition] };
          const exact = metric.unit === 'percent' ? `${formatPercent(value)} %` : formatExact(value);
          return { title, value: exact, lines: [metric.definition] };
        }}
        rawValue={(column, row) => String(valueAt(column, row) ?? '')}
        loading={loading}
        stale={stale}
        rowHeight={touch ? 44 : 36}
        memory={memory}
        takeFocus={false}
      >
        {instead}
      </Grid>
    </div>
  );
}
