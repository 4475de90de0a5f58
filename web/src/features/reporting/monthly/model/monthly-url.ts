import { type Filters, readFilters, writeFilters } from '../../../../shared/report/index.ts';
import { type AccountScope, readAccountScope, writeAccountScope } from '../../../../shared/scope/index.ts';
import { parseTableSort, serializeTableSort, type TableSort } from '../../../../shared/tables/table/table-sort.ts';

/** First year the reports know. */
export const firstYear = 2017;

/** What Update sends. */
export interface MonthlyScope {
  account: AccountScope;
  year: number;
  filters: Filters;
}

/** Everything the address of Monthly Reports says. */
export interface MonthlyUrl {
  scope: MonthlyScope;
  predictions: boolean;
  /** `null`: by month. */
  sort: TableSort | null;
}

/** Reads an address; years that have not come, or were before the first, count as not said. */
export function parseMonthlyUrl(params: URLSearchParams, thisYear: number): MonthlyUrl {
  const year = Number(params.get('year'));
  const isValidYear = Number.isInteger(year) && year >= firstYear && year <= thisYear;
  return {
    scope: {
      account: readAccountScope(params),
      year: isValidYear ? year : thisYear,
      filters: { ...readFilters(params), status: 'all', labels: [] },
    },
    predictions: params.get('predictions') !== '0',
    sort: parseTableSort(params.get('sort')),
  };
}

/** Writes an address. */
export function serializeMonthlyUrl({ scope, predictions, sort }: MonthlyUrl): URLSearchParams {
  const params = new URLSearchParams();
  writeAccountScope(params, scope.account);
  params.set('year', String(scope.year));
  writeFilters(params, scope.filters);
  if (!predictions) params.set('predictions', '0');
  if (sort !== null) params.set('sort', serializeTableSort(sort));
  return params;
}

export function sameMonthly(first: MonthlyScope, second: MonthlyScope): boolean {
  const text = (scope: MonthlyScope) => serializeMonthlyUrl({ scope, predictions: true, sort: null }).toString();
  return text(first) === text(second);
}
