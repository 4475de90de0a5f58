import { Button } from '@fluentui/react-components';
import type { CountriesLtvAnswer } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { formatExact, formatPercent } from '../../../shared/format/numbers.ts';
import { Grid } from '../../../shared/grid/index.ts';
import { useRefreshOnMove } from '../../../shared/live/use-refresh-on-move.ts';
import { ChoicePicker, rememberedAccount, ScopeRow } from '../../../shared/scope/index.ts';
import { fixedSource } from '../../../shared/table/fixed-source.ts';
import { nextTableSort, parseTableSort, serializeTableSort } from '../../../shared/table/table-sort.ts';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { Age, groupsOf, Message, ReportBanners, ReportError, valueView } from '../../reports/index.ts';
import { useAccount } from '../../session/index.ts';
import { TitleRow } from '../../shell/index.ts';
import { countriesKey, useCountries } from '../api/countries-api.ts';
import { countriesMessages as words } from '../messages.ts';
import { countryColumns, countryOrder, countryRows, countryTotals, layoutCountries } from '../model/country-table.ts';
import styles from './countries.module.css';

/** The store's devices, as its reports call them; the contract's list must hold each of them. */
const devices = [
  ...(['iPhone', 'iPad', 'Desktop', 'Apple TV'] as const),
  ...(['Apple Vision', 'Apple Watch', 'iPod touch'] as const),
];
const allDevices = 'all';

/** What each country brings, of all devices or one. */
export function CountriesScreen() {
  const { account, applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const wished = Number(params.get('app') ?? rememberedAccount.applicationId());
  const application = applications.find(({ id }) => id === wished) ?? applications[0] ?? null;
  const device = devices.find((name) => name === params.get('device')) ?? null;
  const connected = application !== null && application.asc_integration !== 'not_integrated';
  const id = connected ? application.id : null;
  const query = useCountries(id, device);
  useRefreshOnMove(id, countriesKey(id));
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: name === 'sort' });
  };
  const answer = query.data ?? null;
  return (
    <>
      <TitleRow title={words.title} />
      <ScopeRow end={answer !== null && <Age instant={answer.last_updated} before={`${words.updated} `} none="–" />}>
        <ChoicePicker
          label="Application"
          choices={applications.map(({ id: value, name }) => ({ value: String(value), text: name }))}
          chosen={application === null ? null : String(application.id)}
          onChoose={(value) => set('app', value)}
        />
        <ChoicePicker
          label="Device"
          choices={[
            { value: allDevices, text: words.allDevices },
            ...devices.map((name) => ({ value: name, text: name })),
          ]}
          chosen={device ?? allDevices}
          onChoose={(value) => set('device', value === allDevices ? null : value)}
        />
      </ScopeRow>
      <ReportBanners
        demo={account.demo}
        warning={answer === null || answer.set_aside === 0 ? undefined : words.setAside(answer.set_aside)}
      />
      {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
      {connected ? (
        <CountriesGrid
          answer={answer}
          loading={query.isLoading || query.isPlaceholderData}
          stale={query.isPlaceholderData || (query.isError && answer !== null)}
          sort={params.get('sort')}
          onSort={(text) => set('sort', text)}
        />
      ) : (
        <NotConnected title={application === null ? words.noApplications : words.notConnected} />
      )}
    </>
  );
}

function NotConnected({ title }: { title: string }) {
  const navigate = useNavigate();
  const open = (
    <Button appearance="primary" onClick={() => void navigate('/client/settings')}>
      Open Settings
    </Button>
  );
  return <Message title={title} actions={open} />;
}

interface GridProps {
  answer: CountriesLtvAnswer | null;
  loading: boolean;
  stale: boolean;
  sort: string | null;
  onSort: (text: string | null) => void;
}

function CountriesGrid({ answer, loading, stale, sort: sortText, onSort }: GridProps) {
  const touch = useMediaQuery('(pointer: coarse), (max-width: 639px)');
  const [memory] = useState(() => ({ scrollTop: 0, active: { row: Number.NaN, column: 0 } }));
  const sort = parseTableSort(sortText);
  const rows = useMemo(() => (answer === null ? null : countryRows(answer)), [answer]);
  const totals = useMemo(() => countryTotals(rows?.values() ?? []), [rows]);
  const source = useMemo(() => {
    if (rows === null || answer === null) return null;
    const updated = answer.last_updated;
    return fixedSource(rows, totals, { ads: updated, sdk: updated, store: updated, impression_share: null });
  }, [rows, totals, answer]);
  const columns = useMemo(() => layoutCountries(rows ?? new Map(), answer?.currency ?? ''), [rows, answer]);
  const groups = useMemo(() => groupsOf('campaign', source, 'UTC'), [source]);
  const order = rows === null ? [] : countryOrder(rows.values(), sort);
  const columnOf = (name: string) => countryColumns.find((column) => column.name === name);
  const valueAt = (name: string, row: number | 'totals'): number | null => {
    const column = columnOf(name);
    if (column === undefined) return null;
    return row === 'totals' ? totals[column.name] : (rows?.get(row)?.[column.name] ?? null);
  };
  return (
    <div className={styles.panel}>
      <Grid
        label={words.title}
        columns={columns}
        groups={groups}
        order={order}
        source={source}
        tone={() => 'normal'}
        partedId={null}
        totals={(name) => {
          const column = columnOf(name);
          if (column !== undefined) return valueView(column, totals[column.name]);
          return { text: `Total ${order.length} ${order.length === 1 ? 'country' : 'countries'}` };
        }}
        sortOf={(name) => {
          if (sort === null) return name === 'current_income' ? 'descending' : 'none';
          if (sort.column !== name) return 'none';
          return sort.descending ? 'descending' : 'ascending';
        }}
        onSort={(name) => {
          const next = nextTableSort(sort ?? { column: 'current_income', descending: true }, name);
          onSort(next === null ? null : serializeTableSort(next));
        }}
        onOpen={() => undefined}
        onUp={() => undefined}
        onSearch={() => undefined}
        hint={(name, row) => {
          const column = columnOf(name);
          if (column === undefined) return null;
          const value = row === 'header' ? null : valueAt(name, row);
          if (value === null) return { title: column.label, lines: [column.definition] };
          const exact = column.unit === 'percent' ? `${formatPercent(value)} %` : formatExact(value);
          return { title: column.label, value: exact, lines: [column.definition] };
        }}
        rawValue={(name, row) =>
          String(valueAt(name, row) ?? (row === 'totals' ? '' : (rows?.get(row)?.country ?? '')))
        }
        loading={loading}
        stale={stale}
        rowHeight={touch ? 44 : 36}
        memory={memory}
        takeFocus={false}
      >
        {answer !== null && answer.countries.length === 0 ? <Message title={words.empty} /> : undefined}
      </Grid>
    </div>
  );
}
