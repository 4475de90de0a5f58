import type { CountriesLtvResponse } from '@tapwise/contract';
import { countryName } from '../../../../shared/format/country-names.ts';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { valueView } from '../../../../shared/report/index.ts';
import type { CellView, GridColumn } from '../../../../shared/tables/grid/index.ts';
import { compareValues, type TableSort } from '../../../../shared/tables/table/table-sort.ts';

export type CountryRow = CountriesLtvResponse['countries'][number] & {
  /** Place in the answer; the grid knows its rows by number. */
  id: number;
  name: string;
};

export interface CountryColumn {
  name: 'installs' | 'current_income' | 'predicted_income' | 'install_to_trial' | 'ltv';
  label: string;
  unit: 'count' | 'money' | 'percent' | 'money_per_unit';
  group: 'store' | 'predicted';
  definition: string;
}

/** The figures of a country, each with its meaning. */
export const countryColumns: readonly CountryColumn[] = [
  {
    name: 'installs',
    label: 'Installs',
    unit: 'count',
    group: 'store',
    definition: 'First downloads by the store’s daily reports; they report a day after it has ended.',
  },
  {
    name: 'install_to_trial',
    label: 'Install to trial',
    unit: 'percent',
    group: 'store',
    definition: 'Trials, as the store’s notifications report them, for one install.',
  },
  {
    name: 'current_income',
    label: 'Income',
    unit: 'money',
    group: 'store',
    definition:
      'Proceeds by the store’s daily reports: revenue minus VAT, store fee and refunds. Sales of today come tomorrow.',
  },
  {
    name: 'predicted_income',
    label: 'Predicted income',
    unit: 'money',
    group: 'predicted',
    definition: 'That income, and what running trials and subscriptions are expected to bring.',
  },
  {
    name: 'ltv',
    label: 'LTV',
    unit: 'money_per_unit',
    group: 'predicted',
    definition: 'Predicted income for one install.',
  },
];

/** Rows by number, in the order of the answer. */
export function countryRows(response: CountriesLtvResponse): Map<number, CountryRow> {
  return new Map(response.countries.map((row, id) => [id, { ...row, id, name: countryName(row.country) }]));
}

/** Most income first, then most installs, until a person sorts; equal rows by name. */
export function countryOrder(rows: Iterable<CountryRow>, sort: TableSort | null): number[] {
  const column = countryColumns.find(({ name }) => name === sort?.column)?.name;
  const sorted = [...rows].sort((first, second) => {
    const comparison =
      sort === null
        ? compareValues(first.current_income, second.current_income, true) ||
          compareValues(first.installs, second.installs, true)
        : column === undefined
          ? compareValues(first.name, second.name, sort.descending)
          : compareValues(first[column], second[column], sort.descending);
    return comparison || compareValues(first.name, second.name, false);
  });
  return sorted.map(({ id }) => id);
}

/** Sums of what may be added up; ratios of those sums where both are there. */
export function countryTotals(rows: Iterable<CountryRow>): Record<CountryColumn['name'], number | null> {
  const all = [...rows];
  const sum = (column: CountryColumn['name']) => {
    const defined = all.map((row) => row[column]).filter((value) => value !== null);
    return defined.length === 0 ? null : defined.reduce((total, value) => total + value, 0);
  };
  const installs = sum('installs');
  const predicted = sum('predicted_income');
  // A country's trials are its share of installs; countries whose share is not known stay out of both sums.
  const measured = all.filter((row) => row.install_to_trial !== null);
  const base = measured.reduce((total, { installs: count }) => total + count, 0);
  const trials = measured.reduce((total, row) => total + (row.install_to_trial ?? 0) * row.installs, 0);
  return {
    installs,
    current_income: sum('current_income'),
    predicted_income: predicted,
    install_to_trial: base === 0 ? null : trials / base,
    // Where no share is known, installs are not complete.
    ltv: predicted === null || !installs || base === 0 ? null : predicted / installs,
  };
}

/** Columns of the table; the income has a bar, as long as its share of the largest. */
export function layoutCountries(rows: ReadonlyMap<number, CountryRow>, currency: string): GridColumn<CountryRow>[] {
  const sign = currencySymbol(currency);
  const most = [...rows.values()].reduce((size, row) => Math.max(size, row.current_income ?? 0), 0);
  return [
    {
      key: 'country',
      label: 'Country',
      unit: null,
      group: 'object',
      startsGroup: false,
      width: 200,
      grow: 3,
      align: 'start',
      cell: ({ name, country }) => ({ text: name, link: false, suffix: name === country ? '' : ` ${country}` }),
    },
    ...countryColumns.map(
      (column, index): GridColumn<CountryRow> => ({
        key: column.name,
        label: column.label,
        unit: column.unit === 'count' ? null : column.unit === 'percent' ? '%' : sign,
        group: column.group,
        startsGroup: column.group !== (countryColumns[index - 1]?.group ?? 'object'),
        width: column.name === 'current_income' ? 180 : 130,
        grow: 1,
        align: 'end',
        cell: (row) => cellOf(row, column, most),
      }),
    ),
  ];
}

function cellOf(row: CountryRow, column: CountryColumn, most: number): CellView {
  const value = row[column.name];
  const view = valueView(column, value);
  if (column.name !== 'current_income' || value === null || most <= 0) return view;
  return { ...view, share: { value: Math.max(0, value) / most, tick: null } };
}
