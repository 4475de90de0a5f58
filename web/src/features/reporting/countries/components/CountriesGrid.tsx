import type { CountriesLtvResponse } from '@tapwise/contract';
import { type ReactNode, useMemo } from 'react';
import { Age, valueView } from '../../../../shared/report/index.ts';
import { fixedSource } from '../../../../shared/tables/table/fixed-source.ts';
import { PlainGrid } from '../../../../shared/tables/table/PlainGrid.tsx';
import { parseTableSort, serializeTableSort } from '../../../../shared/tables/table/table-sort.ts';
import { storeStaleAfter } from '../../store-reports/index.ts';
import { countriesMessages as words } from '../messages.ts';
import { countryColumns, countryOrder, countryRows, countryTotals, layoutCountries } from '../model/country-table.ts';

interface Props {
  response: CountriesLtvResponse | null;
  loading: boolean;
  stale: boolean;
  /** As the address says it. */
  sort: string | null;
  onSort: (text: string | null) => void;
  /** Shown in the place of rows when there are none. */
  children: ReactNode;
}

const byInstall: ReadonlySet<string> = new Set(['install_to_trial', 'ltv']);
const ownSort = { column: 'current_income', descending: true };

/** The countries with their total. */
export function CountriesGrid({ response, loading, stale, sort: sortText, onSort, children }: Props) {
  const sort = parseTableSort(sortText);
  const rows = useMemo(() => (response === null ? null : countryRows(response)), [response]);
  const totals = useMemo(() => countryTotals(rows?.values() ?? []), [rows]);
  const source = useMemo(() => {
    if (rows === null || response === null) return null;
    const updated = response.last_updated;
    return fixedSource(rows, totals, { ads: null, sdk: null, store: updated, impression_share: null });
  }, [rows, totals, response]);
  const columns = useMemo(() => layoutCountries(rows ?? new Map(), response?.currency ?? ''), [rows, response]);
  const groups = useMemo(() => groupsOfCountries(response), [response]);
  const order = rows === null ? [] : countryOrder(rows.values(), sort);
  const columnOf = (name: string) => countryColumns.find((column) => column.name === name);
  return (
    <PlainGrid
      label={words.title}
      columns={columns}
      groups={groups}
      order={order}
      source={source}
      totals={(name) => {
        const column = columnOf(name);
        if (column !== undefined) return valueView(column, totals[column.name]);
        return { text: `Total ${order.length} ${order.length === 1 ? 'country' : 'countries'}` };
      }}
      sort={sort}
      ownSort={ownSort}
      onSort={(next) => onSort(next === null ? null : serializeTableSort(next))}
      figure={(name, row) => {
        const column = columnOf(name);
        if (column === undefined) return null;
        if (row === 'header') return { ...column, value: null };
        const value = row === 'totals' ? totals[column.name] : (rows?.get(row)?.[column.name] ?? null);
        const installs = row === 'totals' ? totals.installs : rows?.get(row)?.installs;
        // A rate of installs that are there is unknown for one reason alone.
        const waits = value === null && byInstall.has(column.name) && Boolean(installs);
        return { ...column, value, unknown: waits ? words.ratesWait : undefined };
      }}
      loading={loading}
      stale={stale}
    >
      {response !== null && response.countries.length === 0 ? children : undefined}
    </PlainGrid>
  );
}

/** Sums by the store's reports, and what is expected beside them: both as old as the last report, and never live. */
function groupsOfCountries(response: CountriesLtvResponse | null) {
  const age =
    response === null ? null : <Age instant={response.last_updated} none={words.never} staleAfter={storeStaleAfter} />;
  return [
    { key: 'store', label: words.store, age },
    { key: 'predicted', label: words.predicted, age },
  ];
}
