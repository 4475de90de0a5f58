import type { Day } from '../../../shared/calendar/days.ts';
import type { AlertRule } from '../definition/custom-rule.ts';
import type { RuleField } from './setting-trail.ts';

/** A change of this rule: what it last did to one field of one unit. */
export interface OwnChange {
  /** Milliseconds. */
  readonly at: number;
  readonly from: number | string | null;
  readonly to: number | string | null;
}

/** What a rule remembers of a unit. In shadow its suggested changes count as if they had happened. */
export interface RuleUnitMemory {
  /** Day from which the unit has been under the rule. */
  readonly joined: Day;
  /** Its last change of each field. */
  readonly last: Readonly<Partial<Record<RuleField, OwnChange>>>;
  /** Cases with `once` that acted on the unit in this version of the cases, by index. */
  readonly done: readonly number[];
  /** Fields that a person took back, until 'Resume' or new cases. */
  readonly released: readonly RuleField[];
  /** When 'Resume' was last pressed for a field; milliseconds. */
  readonly resumed: Readonly<Partial<Record<RuleField, number>>>;
}

/** What a rule remembers in one organization. Drafts remember nothing. */
export interface RuleMemory {
  /** By key. */
  readonly units: ReadonlyMap<string, RuleUnitMemory>;
  /** Of the local day, or of the last 24 hours where days are spans: units changed, and Σ of raised daily budgets in micros. */
  readonly today: { readonly units: number; readonly raisedBudgets: number };
}

/** A rule, or that of an alert, at one of its versions. */
export interface EvaluatedVersion {
  /** `null`: a draft. */
  readonly id: number | null;
  /**
   * Whether it remembers what it did, or would have done, at earlier runs. Absent: all but drafts do. Without a memory it is held back by
   * what others changed (cooling, opposed, oscillating) alone, and has no limits of a day.
   */
  readonly hasMemory?: boolean;
  readonly rule: AlertRule;
  /** When its cases were last changed; milliseconds. What a person took back before does not count. */
  readonly casesSince: number;
  /** A held run that was released: it is not held again. */
  readonly ignoresShare?: boolean;
}

export const hasMemory = ({ id, hasMemory: isSaid }: Pick<EvaluatedVersion, 'id' | 'hasMemory'>): boolean =>
  isSaid ?? id !== null;

/** Of a draft, which has done nothing yet, and of alerts, which change nothing. */
export const noMemory: RuleMemory = { units: new Map(), today: { units: 0, raisedBudgets: 0 } };
