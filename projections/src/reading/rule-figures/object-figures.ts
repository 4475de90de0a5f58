import {
  type ClosedCohortDays,
  type ConfidenceGrade,
  closedDaysOf,
  closedRange,
  type Day,
  type DayRange,
  figureNames,
  type RuleQuantity,
} from '@tapwise/domain';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import type { AskedColumns, CountedSums, ObjectSums } from './sums/gathered-sums.ts';

/** Where the sums of an object are found. */
export interface SumsScope {
  readonly columns: AskedColumns;
  readonly claimType: RuleFiguresQuestion['rule']['claim_type'];
  /** Days of the time range; `null`: none. */
  readonly range: DayRange | null;
  readonly shareRange: DayRange | null;
  /** The newest complete day, up to which closed cohorts are counted back. */
  readonly runDay: Day | null;
  /** Figures are those of a search term's year. */
  readonly ofYear: boolean;
  /** Whether it is known what users of an age have usually brought. */
  readonly isMaturityKnown: boolean;
}

type Value = number | null;

/** The sum of one quantity: a count, or micros; `null`: not known. */
export function sumOf(object: ObjectSums, quantity: RuleQuantity, scope: SumsScope): Value {
  const closed = closedDaysOf({ from: { kind: 'sum', quantity } });
  if (closed !== null) return closedSum(object, quantity, closed, scope);
  switch (quantity) {
    case 'impressions':
    case 'taps':
    case 'spend':
    case 'installs':
    case 'new_downloads':
    case 'redownloads':
    case 'pre_orders':
      return countedSum(object, quantity, scope);
    case 'first_launches':
      return at(object.people?.first_launches, baseColumn(scope));
    case 'trials':
    case 'trial_conversions':
    case 'conversions':
    case 'refunded_conversions':
      return at(object.purchases?.[quantity], baseColumn(scope));
    case 'current_income':
      return incomeOf(object, scope.range, 0, scope);
    case 'predicted_income':
      return predictedOf(object, scope);
    case 'matched_impressions':
      return matchedOf(object, scope);
    default:
      return shareSum(object, quantity, scope);
  }
}

const at = (values: readonly number[] | undefined, column: number | undefined): number =>
  column === undefined ? 0 : (values?.[column] ?? 0);

const baseColumn = ({ columns, range }: SumsScope): number | undefined =>
  range === null ? undefined : columns.base.indexOf(range);

const bitOf = (name: (typeof figureNames)[number]): number => 1 << figureNames.indexOf(name);
const installs = {
  click: ['tap_installs'],
  view: ['view_installs'],
  total: ['tap_installs', 'view_installs'],
} as const;
const kinds = { click: ['tap'], view: ['view'], total: ['tap', 'view'] } as const;
type Counted = 'impressions' | 'taps' | 'spend' | 'installs' | 'new_downloads' | 'redownloads' | 'pre_orders';

function countedSum(object: ObjectSums, quantity: Counted, scope: SumsScope): Value {
  const sums = scope.ofYear ? object.year : object.ads;
  const column = scope.ofYear ? 0 : baseColumn(scope);
  if (sums === undefined || column === undefined) return 0;
  const isRead = (name: (typeof figureNames)[number]): boolean => (at(sums.unread, column) & bitOf(name)) === 0;
  switch (quantity) {
    case 'impressions':
    case 'taps':
      return isRead(quantity) ? at(sums[quantity], column) : null;
    case 'spend':
      return isRead('spend_micros') && at(sums.unrated_rows, column) === 0 ? Math.round(at(sums.micros, column)) : null;
    case 'installs': {
      const names = installs[scope.claimType];
      return names.every(isRead) ? names.reduce((sum, name) => sum + at(sums[name], column), 0) : null;
    }
    default:
      return downloadsOf(sums, quantity, column, scope);
  }
}

/** Days of which the ad service did not say them make the sum unknown. */
function downloadsOf(
  sums: CountedSums,
  quantity: 'new_downloads' | 'redownloads' | 'pre_orders',
  column: number,
  { claimType }: SumsScope,
): Value {
  if (!('without_downloads' in sums) || at(sums.without_downloads, column) > 0) return null;
  return kinds[claimType].reduce((sum, kind) => sum + at(sums[`${kind}_${quantity}`], column), 0);
}

function closedSum(object: ObjectSums, quantity: RuleQuantity, days: ClosedCohortDays, scope: SumsScope): Value {
  if (scope.range === null || scope.runDay === null) return null;
  const range = closedRange(scope.range, scope.runDay, days);
  if (quantity.startsWith('income')) return incomeOf(object, range, days, scope);
  const name = quantity.startsWith('spend') ? 'spend' : quantity.startsWith('taps') ? 'taps' : 'installs';
  return countedSum(object, name, { ...scope, range });
}

/** The known part, as reports have it; `null` where there were sales and nothing of them is known. */
function incomeOf({ income }: ObjectSums, range: DayRange | null, days: number, { columns }: SumsScope): Value {
  if (range === null) return 0;
  const column = columns.income.indexOf(range, days);
  let micros = 0;
  let sales = 0;
  let pricedSales = 0;
  for (const sums of income) {
    micros += at(sums.micros, column);
    sales += at(sums.sales, column);
    pricedSales += at(sums.known_sales, column);
  }
  return sales > 0 && pricedSales === 0 ? null : Math.round(micros);
}

function predictedOf(object: ObjectSums, scope: SumsScope): Value {
  const income = incomeOf(object, scope.range, 0, scope);
  if (income === null || scope.range === null) return null;
  const remaining = liveIn(object, scope).reduce((sum, value) => sum + value.remaining, 0);
  return Math.round(income + remaining);
}

/** Users of a time range, and the sum of their shares of usual income. */
export function usersOf(
  { people }: ObjectSums,
  scope: SumsScope,
): { readonly users: number; readonly matured: number } {
  const column = baseColumn(scope);
  return { users: at(people?.first_launches, column), matured: at(people?.matured, column) };
}

/** The mean of users' shares; `null` without users, or where it is not known. */
export const maturityOf = (
  { users, matured }: ReturnType<typeof usersOf>,
  { isMaturityKnown }: Pick<SumsScope, 'isMaturityKnown'>,
): number | null => (isMaturityKnown && users > 0 ? matured / users : null);

/** Active subscriptions of users of a time range. */
function liveIn({ live }: ObjectSums, { range, columns }: SumsScope) {
  if (range === null || live.length === 0) return [];
  const column = columns.base.indexOf(range);
  const { column_start_ms, column_end_ms } = columns.base.values;
  const start = column_start_ms[column ?? -1];
  const end = column_end_ms[column ?? -1];
  return live.filter(({ bucket }) => start !== undefined && end !== undefined && isBetween(Number(bucket), start, end));
}

const isBetween = (instant: number, start: number, end: number): boolean => instant >= start && instant < end;

/** How sure the predictions are: as the least sure one; where nothing is predicted, nothing is unsure. */
export function gradeOf(object: ObjectSums, scope: SumsScope): ConfidenceGrade {
  const grades = new Set(liveIn(object, scope).flatMap(({ activeCount, grade }) => (activeCount > 0 ? [grade] : [])));
  return grades.has('low') ? 'low' : grades.has('medium') ? 'medium' : 'high';
}

function matchedOf({ matches }: ObjectSums, scope: SumsScope): Value {
  const column = baseColumn(scope);
  return at(matches?.terms, column) === 0 ? null : at(matches?.matched, column);
}

const shareNames: Partial<
  Record<RuleQuantity, 'shared' | 'available' | 'ranked' | 'rank_sum' | 'all_slots_shared' | 'all_slots_available'>
> = {
  shared_impressions: 'shared',
  available_impressions: 'available',
  week_shared_impressions: 'shared',
  week_available_impressions: 'available',
  ranked_impressions: 'ranked',
  rank_impressions: 'rank_sum',
  all_slots_shared_impressions: 'all_slots_shared',
  all_slots_available_impressions: 'all_slots_available',
};

/** In whole impressions: what was available is estimated from shares between two bounds. */
function shareSum({ shares }: ObjectSums, quantity: RuleQuantity, { columns, shareRange }: SumsScope): Value {
  const name = shareNames[quantity];
  if (name === undefined || shareRange === null) return 0;
  return Math.round(at(shares?.[name], columns.shares.indexOf(shareRange)));
}
