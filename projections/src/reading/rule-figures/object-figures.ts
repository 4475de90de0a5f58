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
import type { ValuedSubscription } from '../reports/values/value-subscriptions.ts';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import { unratedBit } from './sums/ads-sums.queries.ts';
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
}

type Value = number | null;

/** Reads one figure of an object; tens of thousands are read alike, so what is the same for all is decided before. */
export type FigureReader<Figure> = (object: ObjectSums) => Figure;

/** The sum of one quantity: a count, or micros; `null`: not known. */
export function sumReader(quantity: RuleQuantity, scope: SumsScope): FigureReader<Value> {
  const closed = closedDaysOf({ from: { kind: 'sum', quantity } });
  if (closed !== null) return closedReader(quantity, closed, scope);
  const column = baseColumn(scope);
  switch (quantity) {
    case 'impressions':
    case 'taps':
    case 'spend':
    case 'installs':
      return countedReader(quantity, scope, scope.ofYear ? 0 : column);
    case 'new_downloads':
    case 'redownloads':
    case 'pre_orders':
      return downloadsReader(quantity, scope, column);
    case 'first_launches':
      return ({ people }) => at(people?.first_launches, column);
    case 'trials':
    case 'trial_conversions':
    case 'conversions':
    case 'refunded_conversions':
      return ({ purchases }) => at(purchases?.[quantity], column);
    case 'current_income':
      return incomeReader(scope, scope.range);
    case 'predicted_income':
      return predictedReader(scope);
    case 'matched_impressions':
      return ({ matches }) => (at(matches?.terms, column) === 0 ? null : at(matches?.matched, column));
    default:
      return shareReader(quantity, scope);
  }
}

const at = (values: readonly number[] | undefined, column: number | undefined): number =>
  column === undefined ? 0 : (values?.[column] ?? 0);

const baseColumn = ({ columns, range }: Pick<SumsScope, 'columns' | 'range'>): number | undefined =>
  range === null ? undefined : columns.base.indexOf(range);

const bitsOf = (...names: readonly (typeof figureNames)[number][]): number =>
  names.reduce((bits, name) => bits | (1 << figureNames.indexOf(name)), 0);
const installNames = {
  click: ['tap_installs'],
  view: ['view_installs'],
  total: ['tap_installs', 'view_installs'],
} as const;
const kindNames = { click: ['tap'], view: ['view'], total: ['tap', 'view'] } as const;

function countedReader(
  quantity: 'impressions' | 'taps' | 'spend' | 'installs',
  { ofYear, claimType }: SumsScope,
  column: number | undefined,
): FigureReader<Value> {
  const names = installNames[claimType];
  const lost = { impressions: bitsOf('impressions'), taps: bitsOf('taps'), spend: bitsOf('spend_micros') | unratedBit };
  const bits = quantity === 'installs' ? bitsOf(...names) : lost[quantity];
  const sumIn = (sums: CountedSums): number => {
    if (quantity === 'spend') return Math.round(at(sums.micros, column));
    if (quantity !== 'installs') return at(sums[quantity], column);
    return names.reduce((sum, name) => sum + at(sums[name], column), 0);
  };
  return ({ ads, year }) => {
    const sums = ofYear ? year : ads;
    if (sums === undefined) return 0;
    return (at(sums.unread, column) & bits) === 0 ? sumIn(sums) : null;
  };
}

/** Days of which the ad service did not say them make the sum unknown. */
function downloadsReader(
  quantity: 'new_downloads' | 'redownloads' | 'pre_orders',
  { claimType }: SumsScope,
  column: number | undefined,
): FigureReader<Value> {
  const kinds = kindNames[claimType];
  return ({ downloads }) => {
    if (downloads === undefined) return 0;
    if (at(downloads.without_downloads, column) > 0) return null;
    return kinds.reduce((sum, kind) => sum + at(downloads[`${kind}_${quantity}`], column), 0);
  };
}

function closedReader(quantity: RuleQuantity, days: ClosedCohortDays, scope: SumsScope): FigureReader<Value> {
  if (scope.range === null || scope.runDay === null) return () => null;
  const range = closedRange(scope.range, scope.runDay, days);
  if (quantity.startsWith('income')) return incomeReader(scope, range, days);
  const name = quantity.startsWith('spend') ? 'spend' : quantity.startsWith('taps') ? 'taps' : 'installs';
  return countedReader(name, scope, baseColumn({ columns: scope.columns, range }));
}

/** The known part, as reports have it; `null` where there were sales and nothing of them is known. */
function incomeReader({ columns }: SumsScope, range: DayRange | null, days = 0): FigureReader<Value> {
  const column = range === null ? undefined : columns.income.indexOf(range, days);
  return ({ income }) => {
    let micros = 0;
    let sales = 0;
    let pricedSales = 0;
    for (const sums of income) {
      micros += at(sums.micros, column);
      sales += at(sums.sales, column);
      pricedSales += at(sums.known_sales, column);
    }
    return sales > 0 && pricedSales === 0 ? null : Math.round(micros);
  };
}

function predictedReader(scope: SumsScope): FigureReader<Value> {
  const incomeOf = incomeReader(scope, scope.range);
  const liveOf = liveReader(scope);
  return (object) => {
    const income = incomeOf(object);
    if (income === null) return null;
    return Math.round(liveOf(object).reduce((sum, { remaining }) => sum + remaining, income));
  };
}

/** Users of a time range, or the sum of their shares of usual income. */
export function usersReader(scope: SumsScope, name: 'first_launches' | 'matured'): FigureReader<number> {
  const column = baseColumn(scope);
  return ({ people }) => at(people?.[name], column);
}

const none: readonly ValuedSubscription[] = [];

/** Active subscriptions of users of a time range. */
function liveReader(scope: SumsScope): FigureReader<readonly ValuedSubscription[]> {
  const { column_start_ms, column_end_ms } = scope.columns.base.values;
  const start = column_start_ms[baseColumn(scope) ?? -1];
  const end = column_end_ms[baseColumn(scope) ?? -1];
  if (start === undefined || end === undefined) return () => none;
  return ({ live }) =>
    live.length === 0 ? none : live.filter(({ bucket }) => Number(bucket) >= start && Number(bucket) < end);
}

/** How sure the predictions are: as the least sure one; where nothing is predicted, nothing is unsure. */
export function gradeReader(scope: SumsScope): FigureReader<ConfidenceGrade> {
  const liveOf = liveReader(scope);
  return (object) => {
    if (object.live.length === 0) return 'high';
    const grades = new Set(liveOf(object).flatMap(({ activeCount, grade }) => (activeCount > 0 ? [grade] : [])));
    return grades.has('low') ? 'low' : grades.has('medium') ? 'medium' : 'high';
  };
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
function shareReader(quantity: RuleQuantity, { columns, shareRange }: SumsScope): FigureReader<Value> {
  const name = shareNames[quantity];
  const column = shareRange === null ? undefined : columns.shares.indexOf(shareRange);
  return name === undefined ? () => 0 : ({ shares }) => Math.round(at(shares?.[name], column));
}
