import type { Day, DayRange } from '../../../shared/calendar/days.ts';
import type { Guardrails } from '../../guardrail/guardrails.ts';
import type { ConfidenceGrade } from '../definition/custom-rule.ts';
import type { RuleQuantity, RuleSource } from '../definition/rule-metrics.ts';
import type { NegativeScope } from '../definition/term-targets.ts';
import type { Coverage } from '../numbers/coverage.ts';
import type { SettingTrail } from './setting-trail.ts';

/** Sources that have days. */
export const daySources = [
  'ads',
  'people',
  'predictions',
  'search_terms',
  'impression_share',
] as const satisfies readonly RuleSource[];
export type DaySource = (typeof daySources)[number];

/**
 * The newest complete day of every source that the rule uses. `null`: not used, or never integrated; figures of such a source are not
 * known and hold nothing back.
 */
export type SourceDays = Readonly<Record<DaySource, Day | null>>;

/**
 * Sums of one object in one time range: counts, and money in micros of the application's currency. `null`: the source does not know it. A
 * quantity that is absent is 0.
 */
export type FigureSums = Readonly<Partial<Record<RuleQuantity, number | null>>>;

export interface Figures {
  readonly sums: FigureSums;
  /** Share of their 30-day income that users of these days have usually brought by now; `null` without users, or where it is not known. */
  readonly maturity: number | null;
  /** How sure the predictions are; `null` where there are none. */
  readonly grade: ConfidenceGrade | null;
  /** In time ranges that are not the same for all units: since a change, since the unit joined, mature days. */
  readonly days?: DayRange;
}

/** Figures of a time range. An object without a row had no traffic, where all days are covered: its sums are zeros. */
export interface WindowFigures {
  /** By key of the unit. */
  readonly units: ReadonlyMap<string, Figures>;
  /** By key of a campaign (`c`) or an ad group (`c:a`), with what belongs to no unit; only those that a test compares with. */
  readonly parents: ReadonlyMap<string, Figures>;
  /** All units of the rule together. Always there: units without users have its maturity. */
  readonly scope: Figures;
}

/** A price in the application's currency for one unit of the settings' currency, exactly: `numerator / denominator`, whole numbers. */
export interface ExactRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** Amounts in micros of the ad organization's currency; `null`: not set. */
export interface UnitSettings {
  /** The effective bid. */
  readonly cptBid: number | null;
  /** Of a keyword: its own bid, on which a write is based; `null` while it follows its ad group. Of an ad group: its bid. */
  readonly ownBid: number | null;
  readonly cpaGoal: number | null;
  readonly targetCpa: number | null;
  readonly dailyCap: number | null;
  readonly lifetimeBudget: number | null;
}

/** A unit of a rule, and all that is known of it but its figures. */
export interface EvaluatedUnit {
  /** Campaign `c`, ad group `c:a`, keyword `c:a:k`, search term `c:a:t:<text key>`. */
  readonly key: string;
  readonly name: string;
  readonly campaignId: number;
  readonly campaignName: string;
  readonly adGroupId: number | null;
  /** Its own status, whatever its parents are. */
  readonly status: 'ENABLED' | 'PAUSED';
  /** The ad service sets the bids of its campaign (Maximize Conversions). */
  readonly bidsSetByService: boolean;
  readonly settings: UnitSettings;
  /** Daily budget of its campaign; micros of the settings' currency. */
  readonly campaignBudget: number | null;
  /** Of a campaign: the highest effective bid below it, and what it spent today; micros of the settings' currency. */
  readonly highestBid: number | null;
  readonly spentToday: number | null;
  /** Keywords below it that exist, and those of them with a bid of their own. */
  readonly keywords: number;
  readonly keywordsWithOwnBid: number;
  /** Of a keyword: its ad group has no other, so that its bid follows. */
  readonly isOnlyKeyword?: boolean;
  readonly labels: readonly number[];
  /** When it was made; milliseconds. */
  readonly createdAt: number | null;
  /** Changes of its settings, by setting. */
  readonly trail: SettingTrail;
  /** Of a search term. */
  readonly term?: TermFacts;
}

/** A campaign, or an ad group of it, that a rule buys search terms in, as one term finds it. */
export interface TermTarget {
  /** Why the term cannot be bought there, as it is shown; `null`: it can. */
  readonly refusal: string | null;
  /** The ad service sets its bids. */
  readonly bidsSetByService: boolean;
  /** Micros. */
  readonly dailyBudget: number | null;
  /** Its exact keyword for the term; `null`: it has none. */
  readonly keyword: 'running' | 'paused' | null;
  /** Why the term cannot be blocked where it was found once it is bought there. */
  readonly blockRefusal: string | null;
}

/** What decides whether a search term can be bought and blocked. */
export interface TermFacts {
  /** Why no exact negative of it can be added, as it is shown; `null`: it can. */
  readonly refusals: Readonly<Record<NegativeScope, string | null>>;
  /** By `targetKey`. */
  readonly targets: ReadonlyMap<string, TermTarget>;
}

/** Figures of a source that an open alert doubts. */
export interface SourceDoubt {
  readonly source: DaySource;
  readonly since: Day;
}

/** The slot at which a rule runs; milliseconds. */
export interface EvaluatedSlot {
  /** Local date and hour. */
  readonly id: string;
  readonly at: number;
  readonly nextAt: number;
}

/** All that one run of a rule is evaluated on in one ad organization, as known at one instant. Instants in milliseconds. */
export interface EvaluationData {
  readonly asOf: number;
  /** An hour of cooling and settling. If it is not 3600 s, a day is a rolling span of 24 of them. */
  readonly hourMs: number;
  /** IANA name of the organization's zone. */
  readonly zone: string;
  /** `null`: a run by hand, which has no slot hour. */
  readonly slot: EvaluatedSlot | null;
  /** When the newest pull of the organization began; `null`: none yet. */
  readonly pulledAt: number | null;
  readonly days: SourceDays;
  /** Sources that were never integrated: their figures are not known, also those of today. */
  readonly unknownSources: ReadonlySet<DaySource>;
  /** Figures of days that are not covered are not known. `null`: it was not recorded, and every day counts as covered. */
  readonly coverage: Coverage | null;
  /** The first day of time ranges of a whole life, by `lifeBegins`. */
  readonly lifeFrom: Day | null;
  readonly currency: { readonly application: string; readonly settings: string };
  /** Of day D; `null`: no rate is known, and what needs one is not known either. */
  readonly rate: ExactRate | null;
  readonly units: readonly EvaluatedUnit[];
  /** By the keys of `figureWindows(rule)`. */
  readonly figures: ReadonlyMap<string, WindowFigures>;
  readonly doubts: readonly SourceDoubt[];
  readonly guardrails: Guardrails;
  /** Its campaigns spent far more today than usual; `null`: what they spent is not known. */
  readonly spike: boolean | null;
  /** Names of rules, by id. */
  readonly ruleNames: ReadonlyMap<number, string>;
  /** Ids of labels that exist. */
  readonly labels: ReadonlyMap<number, string>;
}
