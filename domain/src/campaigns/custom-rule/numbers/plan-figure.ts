import { microsPerUnit } from '../../../shared/money/micros.ts';
import {
  type AlertRule,
  type ConfidenceGrade,
  confidenceGrades,
  type RuleGuards,
  type TestSubject,
} from '../definition/custom-rule.ts';
import { type FloorName, floorOf, floorStart } from '../definition/floors.ts';
import {
  type ClosedCohortDays,
  quantitiesOf,
  type RuleMetric,
  type RuleSource,
  ruleMetricOf,
} from '../definition/rule-metrics.ts';
import type { RuleField } from '../evaluation/setting-trail.ts';
import { type CoveredSource, sourcesOfQuantity } from './coverage.ts';
import { closedDaysOf, figureWindowKey, shareWeek } from './figure-windows.ts';

/** A figure of a test or an action: all that is the same for every unit. */
export interface PlannedFigure {
  readonly metric: RuleMetric;
  readonly of: TestSubject;
  /** As the rule has it. */
  readonly window: string | null;
  /** By which its figures are kept; `null`: it is of the unit as it is now. */
  readonly windowKey: string | null;
  readonly perDay: boolean;
  /** What the numerator is multiplied with to become millionths of the metric's unit. */
  readonly factor: number;
  /** Least denominator; micros of money. */
  readonly floor: { readonly name: FloorName; readonly least: number } | null;
  /** Least share of usual income; `null`: it is not asked for. */
  readonly maturity: number | null;
  readonly grade: ConfidenceGrade | null;
  /** Sources it is made from, where doubts about them count. */
  readonly trusted: ReadonlySet<RuleSource>;
  /** What has to cover the days of its time range. */
  readonly covered: readonly CoveredSource[];
  readonly closedDays: ClosedCohortDays | null;
  /** The field that its case writes. */
  readonly field: RuleField | null;
}

export interface EnteredFigure {
  readonly metric: string;
  readonly of: TestSubject;
  readonly window?: string | undefined;
  readonly perDay: boolean;
  /** Instead of the guard's floor; units of money. */
  readonly floor?: number | undefined;
}

export interface FigureScope {
  readonly level: AlertRule['level'];
  readonly guards: RuleGuards;
  /** Of the application. */
  readonly currency: string;
  readonly field: RuleField | null;
}

/** @throws RangeError for a figure that rules may not ask for. */
export function planFigure(entered: EnteredFigure, scope: FigureScope): PlannedFigure {
  const metric = ruleMetricOf(entered.metric);
  if (metric === undefined) throw new RangeError(`No figure is called ${entered.metric}`);
  const { level, guards, currency, field } = scope;
  const window = metric.window ? (entered.window ?? null) : null;
  return {
    metric,
    of: entered.of,
    window,
    windowKey: metric.name === '7d_impression_share' ? shareWeek : window && figureWindowKey(window, field),
    perDay: entered.perDay,
    factor: factorOf(metric),
    floor: plannedFloor(metric, entered.floor, guards, currency),
    maturity: metric.grows && guards.maturity > 0 ? guards.maturity : null,
    grade: metric.predicted && guards.confidence !== confidenceGrades[0] ? guards.confidence : null,
    trusted: guards.trust ? trustedSources(metric, level) : new Set(),
    covered: coveredOf(metric, entered.of, level),
    closedDays: closedDaysOf(metric),
    field,
  };
}

/** Money is kept in micros, which are millionths already. */
function factorOf({ from, unit }: RuleMetric): number {
  const isMoney = unit === 'money' || unit === 'settings_money';
  return (isMoney ? 1 : microsPerUnit) * (from.kind === 'ratio' ? from.scale : 1);
}

function plannedFloor(
  metric: RuleMetric,
  ofTest: number | undefined,
  guards: RuleGuards,
  currency: string,
): PlannedFigure['floor'] {
  const name = floorOf(metric);
  if (name === undefined) return null;
  const least =
    ofTest === undefined ? floorLeast(name, guards, currency) : ofTest * (name === 'spend' ? microsPerUnit : 1);
  return { name, least: Math.round(least) };
}

/** The least denominator of a floor by itself; counts, or micros. */
export function floorLeast(name: FloorName, { floors }: RuleGuards, currency: string): number {
  if (floors === false) return 0;
  const least = (floors === true ? undefined : floors[name]) ?? floorStart(name, currency);
  return name === 'spend' ? Math.round(least * microsPerUnit) : least;
}

/** Search terms are pulled by themselves; what they are compared with is not. */
function coveredOf(metric: RuleMetric, of: TestSubject, level: AlertRule['level']): readonly CoveredSource[] {
  const isOfTerms = level === 'search_term' && (of === 'self' || of === 'scope');
  return isOfTerms ? [] : [...new Set(quantitiesOf(metric.from).flatMap(sourcesOfQuantity))];
}

/** What of a search term the ad service counts comes with the pull of its terms. */
function trustedSources(metric: RuleMetric, level: AlertRule['level']): ReadonlySet<RuleSource> {
  const sources = sourcesOf(metric);
  return level === 'search_term' && sources.has('ads') ? new Set([...sources, 'search_terms' as const]) : sources;
}

/** Sources that a figure is made from. Predictions are made from what people did; spend is in most ratios of both. */
export function sourcesOf({ source, from }: RuleMetric): ReadonlySet<RuleSource> {
  const sources = new Set<RuleSource>([source]);
  if (source === 'predictions') sources.add('people');
  const parts = from.kind === 'ratio' ? [from.numerator, from.denominator] : [];
  const others = from.kind === 'difference' ? [from.minuend, from.subtrahend] : parts;
  if (others.some((quantity) => adsQuantities.has(quantity.replace(/_d\d+$/, '')))) sources.add('ads');
  return sources;
}
const adsQuantities: ReadonlySet<string> = new Set(['impressions', 'taps', 'installs', 'spend']);
