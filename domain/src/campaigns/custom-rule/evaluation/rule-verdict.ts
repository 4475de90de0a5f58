import type { Day } from '../../../shared/calendar/days.ts';
import type { TestOperator, TestSubject } from '../definition/custom-rule.ts';
import type { RuleField } from './setting-trail.ts';

/** Verdicts that an evaluation gives; the others of a run tell how a write ended. */
export const evaluatedVerdicts = ['acted', 'notified', 'no_match', 'no_data', 'skipped', 'limited', 'blocked'] as const;
export type EvaluatedVerdict = (typeof evaluatedVerdicts)[number];

export const holdReasons = [
  'done',
  'released',
  'oscillating',
  'cooling',
  'cooldown',
  'not_settled',
  'opposed',
  'already_changed',
  'limit',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Why nothing is done where the conditions matched. */
export const verdictReasons = [
  ...holdReasons,
  'max_conversions',
  'not_max_conversions',
  'nothing_to_do',
  'not_ours',
] as const;
export type VerdictReason = (typeof verdictReasons)[number];

/** Why a figure is not known. */
export const unknownWhys = ['no_denominator', 'floor', 'immature', 'low_confidence', 'in_doubt', 'not_known'] as const;
export type UnknownWhy = (typeof unknownWhys)[number];

/** One test of a case that was asked. Money in micros of the metric's currency; counts, fractions, hours and days as they are. */
export interface TestVerdict {
  /** `cases[0].when.all[1]`. Of a target bid: `cases[0].then[0]`. */
  readonly path: string;
  readonly metric: string;
  readonly of: TestSubject;
  readonly window: string | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly per_day: boolean;
  readonly op: TestOperator | null;
  readonly value: number | null;
  /** The right side; of `between` and `outside` both ends. */
  readonly limit: number | readonly [number, number] | null;
  readonly result: boolean | null;
  /** The distance from being true; `null` of tests that are true or unknown. */
  readonly gap: number | null;
  /** Why `result` is `null`. */
  readonly why: UnknownWhy | null;
  /** What more of it would make it known. */
  readonly needs: { readonly metric: string; readonly more: number } | null;
}

export const actionLimits = ['step', 'min', 'max', 'daily_budget', 'guardrail'] as const;
export type ActionLimit = (typeof actionLimits)[number];
export const actionNames = [
  'bid',
  'cpa_goal',
  'target_cpa',
  'daily_budget',
  'status',
  'label',
  'add_keyword',
  'negative',
  'notify',
] as const;
export type ActionName = (typeof actionNames)[number];

/** What an action comes to. Amounts in micros of the settings' currency, `ENABLED` or `PAUSED`, ids of labels, texts. */
export interface ActionVerdict {
  readonly do: ActionName;
  readonly field: RuleField | null;
  readonly old: number | string | null;
  /** Before limits and rounding; whole micros. */
  readonly computed: number | string | null;
  /** `null`: nothing is written. */
  readonly new: number | string | null;
  /** The last limit that bound it. */
  readonly limited_by: ActionLimit | null;
}

/** What is decided about one unit, without what it rests on. */
export interface UnitDecision {
  readonly key: string;
  readonly verdict: EvaluatedVerdict;
  readonly reason: VerdictReason | null;
  /** When it may end; milliseconds. */
  readonly until: number | null;
  /** The case that decided, from 0; `null`: none matched. */
  readonly case: number | null;
  /** Days of its rule for which the field is left alone after this change; `null` where nothing is changed. */
  readonly cooldown_days: number | null;
  readonly actions: readonly ActionVerdict[];
}

/** The verdict on one unit; its id and its outcome are added where it is recorded. */
export interface RuleVerdict extends UnitDecision {
  readonly name: string;
  readonly campaign_name: string;
  readonly tests: readonly TestVerdict[];
  readonly message: string | null;
  readonly sentence: string;
}

/** How many verdicts of each kind; they sum to the units. */
export interface RuleCounts {
  readonly checked: number;
  readonly acted: number;
  readonly no_match: number;
  readonly no_data: number;
  /** Reasons of holding back but `limit`. */
  readonly on_hold: number;
  readonly skipped: number;
  readonly limited: number;
  readonly failed: number;
}
