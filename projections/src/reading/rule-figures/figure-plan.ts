import {
  type CoveredSource,
  type DaySource,
  type FigureWindow,
  figureWindows,
  type NeededFigure,
  neededFigures,
  type RuleQuantity,
  sourcesOfQuantity,
} from '@tapwise/domain';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import type { SummedLevel } from './sums/sum-columns.ts';

/** What a rule asks for, and in which statements it is. */
export interface FigurePlan {
  readonly windows: readonly FigureWindow[];
  readonly sources: ReadonlySet<DaySource>;
  /** What has to cover the days of its time ranges. */
  readonly covered: ReadonlySet<CoveredSource>;
  /** What units are summed by; `null` of search terms, which have statements of their own. */
  readonly unitLevel: SummedLevel | null;
  /** Parents that a test compares with. */
  readonly parentLevels: readonly ('ad_group' | 'campaign')[];
  readonly quantities: ReadonlyMap<string, ReadonlySet<RuleQuantity>>;
  readonly needsPeople: boolean;
  readonly needsPredictions: boolean;
  readonly needsDownloads: boolean;
  readonly needsMatches: boolean;
  /** Whether nothing is asked for but what the ad service counted of campaigns, ad groups and keywords. */
  readonly isOfAdsAlone: boolean;
}

/** Whether a quantity is known by search term, country and day alone. */
export const isOfShares = (quantity: string): boolean => /(shared|available|rank|ranked)_impressions$/.test(quantity);

interface PlannedQuestion extends Pick<RuleFiguresQuestion, 'rule'> {
  readonly scope: Pick<RuleFiguresQuestion['scope'], 'currency'>;
}

/** Runs order units by what they spent, and say what their changes cost for each tap. */
const always: readonly RuleQuantity[] = ['spend', 'taps'];
const ofDownloads: ReadonlySet<string> = new Set(['new_downloads', 'redownloads', 'pre_orders']);

/** @param question Its scope says the currency of the application. */
export function planFigures({ rule, scope }: PlannedQuestion): FigurePlan {
  const { figures, sources, covered } = neededFigures(rule, scope.currency);
  const windows = figureWindows(rule);
  const wanted = new Set(figures.flatMap(({ quantities }) => quantities));
  const has = (matches: (quantity: RuleQuantity) => boolean): boolean => [...wanted].some(matches);
  const needsPeople = has((quantity) => sourcesOfQuantity(quantity).includes('users'));
  const needsMatches = wanted.has('matched_impressions');
  const parents = (['ad_group', 'campaign'] as const).filter((level) => figures.some(({ of }) => of === level));
  return {
    windows,
    sources,
    covered,
    unitLevel: rule.level === 'search_term' ? null : rule.level === 'application' ? 'all' : rule.level,
    parentLevels: parents.filter((level) => level !== rule.level),
    quantities: new Map(windows.map(({ key }) => [key, quantitiesIn(figures, key)])),
    needsPeople,
    needsPredictions: wanted.has('predicted_income'),
    needsDownloads: has((quantity) => ofDownloads.has(quantity)),
    needsMatches,
    isOfAdsAlone: rule.level !== 'search_term' && !needsPeople && !needsMatches && !has(isOfShares),
  };
}

function quantitiesIn(figures: readonly NeededFigure[], windowKey: string): ReadonlySet<RuleQuantity> {
  const needed = figures.filter((figure) => figure.windowKey === windowKey);
  return new Set([...always, ...needed.flatMap(({ quantities }) => quantities)]);
}
