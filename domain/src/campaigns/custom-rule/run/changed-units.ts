import type { OwnChange } from '../evaluation/rule-memory.ts';
import type { ActionVerdict } from '../evaluation/rule-verdict.ts';
import { raisedBudget } from '../evaluation/run-limits.ts';
import type { RuleField } from '../evaluation/setting-trail.ts';

/** The last change of a field by a rule. */
export interface RememberedChange extends OwnChange {
  /** Id of the slot, or `manual-<uuid>`. */
  readonly slot: string;
  /** For how many days the rule leaves the field alone after it. */
  readonly cooldownDays: number;
}

/** What a rule changed of one unit. */
export interface ChangedUnit {
  readonly last: Readonly<Partial<Record<RuleField, RememberedChange>>>;
  /** When each case last acted on it, by index; milliseconds. */
  readonly cases: Readonly<Record<number, number>>;
}

/** What one run changed. */
interface RunTotals {
  /** Milliseconds. */
  readonly at: number;
  readonly units: number;
  /** Σ of raised daily budgets, in micros. */
  readonly raisedBudgets: number;
}

/** What a rule changed in one ad organization, or in shadow would have. Changed in place. */
export interface ChangedUnits {
  readonly units: Map<string, ChangedUnit>;
  /** Of the latest runs, oldest first. */
  readonly runs: RunTotals[];
}

export const noChanges = (): ChangedUnits => ({ units: new Map(), runs: [] });

/** A unit that a run acted on. */
export interface ActedUnit {
  readonly key: string;
  readonly case: number;
  readonly cooldownDays: number;
  /** Those whose change was made, or may have been. */
  readonly actions: readonly ActionVerdict[];
}

/** Runs whose totals are kept: more than there can be in a day. */
const totalsKept = 500;

/** Keeps what a run changed. @param at Milliseconds. */
export function rememberChanges(
  changes: ChangedUnits,
  acted: readonly ActedUnit[],
  { at, slot }: { readonly at: number; readonly slot: string },
): void {
  const changed = acted.filter(({ actions }) => actions.some(isWrite));
  for (const unit of changed) {
    const before = changes.units.get(unit.key);
    const last: Partial<Record<RuleField, RememberedChange>> = { ...before?.last };
    for (const { field, old, new: set } of unit.actions) {
      if (field === null || set === null) continue;
      last[field] = { at, from: old, to: set, slot, cooldownDays: unit.cooldownDays };
    }
    changes.units.set(unit.key, { last, cases: { ...before?.cases, [unit.case]: at } });
  }
  if (changed.length === 0) return;
  const raisedBudgets = changed.reduce((sum, unit) => sum + raisedBudget(unit), 0);
  changes.runs.push({ at, units: changed.length, raisedBudgets });
  if (changes.runs.length > totalsKept) changes.runs.splice(0, changes.runs.length - totalsKept);
}

const isWrite = ({ field, new: set }: ActionVerdict): boolean => field !== null && set !== null;
