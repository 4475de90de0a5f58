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
import { unratedBit } from './sums/ads-sums.queries.ts';
import type { LevelSums } from './sums/gathered-sums.ts';
import type { ShareSum } from './sums/share-sums.queries.ts';
import type { NumberReader } from './sums/statement-sums.ts';
import type { AskedColumns } from './sums/sums-question.ts';

/** Where the sums of an object are found. */
export interface SumsScope {
  readonly sums: LevelSums;
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

/** Reads one figure of an object, by its index; tens of thousands are read alike, so what is the same for all is decided before. */
export type FigureReader<Figure> = (object: number) => Figure;

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
      return scope.sums.people.reader('first_launches', column);
    case 'trials':
    case 'trial_conversions':
    case 'conversions':
    case 'refunded_conversions':
      return scope.sums.purchases.reader(quantity, column);
    case 'current_income':
      return incomeReader(scope, scope.range);
    case 'predicted_income':
      return predictedReader(scope);
    case 'matched_impressions':
      return matchReader(scope, column);
    default:
      return shareReader(quantity, scope);
  }
}

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
  { sums, ofYear, claimType }: SumsScope,
  column: number | undefined,
): FigureReader<Value> {
  const counted = ofYear ? sums.year : sums.ads;
  const names = installNames[claimType];
  const lost = { impressions: bitsOf('impressions'), taps: bitsOf('taps'), spend: bitsOf('spend_micros') | unratedBit };
  const bits = quantity === 'installs' ? bitsOf(...names) : lost[quantity];
  const readSum = (): NumberReader => {
    if (quantity === 'installs') return addedUp(names.map((name) => counted.reader(name, column)));
    if (quantity !== 'spend') return counted.reader(quantity, column);
    const micros = counted.reader('micros', column);
    return (object) => Math.round(micros(object));
  };
  const sumOf = readSum();
  const unread = counted.reader('unread', column);
  return (object) => ((unread(object) & bits) === 0 ? sumOf(object) : null);
}

const addedUp =
  (readers: readonly NumberReader[]): NumberReader =>
  (object) =>
    readers.reduce((sum, read) => sum + read(object), 0);

/** Days of which the ad service did not say them make the sum unknown. */
function downloadsReader(
  quantity: 'new_downloads' | 'redownloads' | 'pre_orders',
  { sums: { downloads }, claimType }: SumsScope,
  column: number | undefined,
): FigureReader<Value> {
  const sumOf = addedUp(kindNames[claimType].map((kind) => downloads.reader(`${kind}_${quantity}`, column)));
  const lacking = downloads.reader('without_downloads', column);
  return (object) => (lacking(object) > 0 ? null : sumOf(object));
}

/** Without rows of search terms nothing is known of them. */
function matchReader({ sums: { matches } }: SumsScope, column: number | undefined): FigureReader<Value> {
  const terms = matches.reader('terms', column);
  const matched = matches.reader('matched', column);
  return (object) => (terms(object) === 0 ? null : matched(object));
}

function closedReader(quantity: RuleQuantity, days: ClosedCohortDays, scope: SumsScope): FigureReader<Value> {
  if (scope.range === null || scope.runDay === null) return () => null;
  const range = closedRange(scope.range, scope.runDay, days);
  if (quantity.startsWith('income')) return incomeReader(scope, range, days);
  const name = quantity.startsWith('spend') ? 'spend' : quantity.startsWith('taps') ? 'taps' : 'installs';
  return countedReader(name, scope, baseColumn({ columns: scope.columns, range }));
}

/** The known part, as reports have it; `null` where there were sales and nothing of them is known. */
function incomeReader({ sums: { income }, columns }: SumsScope, range: DayRange | null, days = 0): FigureReader<Value> {
  const column = range === null ? undefined : columns.income.indexOf(range, days);
  const micros = income.reader('micros', column);
  const sales = income.reader('sales', column);
  const pricedSales = income.reader('known_sales', column);
  return (object) => (sales(object) > 0 && pricedSales(object) === 0 ? null : Math.round(micros(object)));
}

function predictedReader(scope: SumsScope): FigureReader<Value> {
  const incomeOf = incomeReader(scope, scope.range);
  const { live } = scope.sums;
  const { start, end } = instantsOf(scope);
  return (object) => {
    const income = incomeOf(object);
    return income === null ? null : Math.round(live.addRemaining(object, start, end, income));
  };
}

/** Users of a time range, or the sum of their shares of usual income. */
export const usersReader = (scope: SumsScope, name: 'first_launches' | 'matured'): FigureReader<number> =>
  scope.sums.people.reader(name, baseColumn(scope));

/** Instants of a time range in milliseconds, the end not included; without days, none. */
function instantsOf(scope: SumsScope): { readonly start: number; readonly end: number } {
  const { column_start_ms, column_end_ms } = scope.columns.base.values;
  const column = baseColumn(scope) ?? -1;
  return { start: column_start_ms[column] ?? 0, end: column_end_ms[column] ?? 0 };
}

/** How sure the predictions are: as the least sure one; where nothing is predicted, nothing is unsure. */
export function gradeReader(scope: SumsScope): FigureReader<ConfidenceGrade> {
  const { live } = scope.sums;
  const { start, end } = instantsOf(scope);
  return (object) => live.leastGrade(object, start, end) ?? 'high';
}

const shareNames: Partial<Record<RuleQuantity, ShareSum>> = {
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
function shareReader(quantity: RuleQuantity, { sums, columns, shareRange }: SumsScope): FigureReader<Value> {
  const name = shareNames[quantity];
  if (name === undefined) return () => 0;
  const impressions = sums.shares.reader(name, shareRange === null ? undefined : columns.shares.indexOf(shareRange));
  return (object) => Math.round(impressions(object));
}
