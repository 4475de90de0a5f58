import type { EvaluatedUnit, UnitSettings } from '../evaluation/evaluation-data.ts';
import type { RuleField, SettingChange } from '../evaluation/setting-trail.ts';
import type { UnitStatus } from './campaign-units.ts';

/** What an earlier rule of the slot decided about a field of an object; it may not be carried out yet. */
export interface EarlierDecision {
  readonly key: string;
  readonly field: RuleField;
  readonly change: SettingChange;
}

/** Decisions by key of their object, oldest first. */
export type EarlierDecisions = ReadonlyMap<string, readonly EarlierDecision[]>;

export function decisionsByKey(decisions: readonly EarlierDecision[]): EarlierDecisions {
  const byKey = new Map<string, EarlierDecision[]>();
  for (const decision of decisions) byKey.set(decision.key, [...(byKey.get(decision.key) ?? []), decision]);
  return byKey;
}

/** Statuses that were decided, by key. */
export const decidedStatuses = (decisions: EarlierDecisions): ReadonlyMap<string, UnitStatus> =>
  new Map(
    [...decisions].flatMap(([key, ofKey]) =>
      ofKey.flatMap(({ field, change: { to } }): [string, UnitStatus][] =>
        field === 'status' && (to === 'ENABLED' || to === 'PAUSED') ? [[key, to]] : [],
      ),
    ),
  );

const settingNames: Partial<Record<RuleField, keyof UnitSettings>> = {
  cpt_bid: 'cptBid',
  cpa_goal: 'cpaGoal',
  target_cpa: 'targetCpa',
  daily_cap: 'dailyCap',
};

/** A unit as it is once what earlier rules of the slot decided has been carried out. */
export function afterDecisions(unit: EvaluatedUnit, decisions: EarlierDecisions): EvaluatedUnit {
  let after = unit;
  for (const { field, change } of decisions.get(unit.key) ?? []) {
    const trail = { ...after.trail, [field]: [...(after.trail[field] ?? []), change] };
    const name = settingNames[field];
    const isAmount = name !== undefined && typeof change.to === 'number';
    const settings = isAmount ? { ...after.settings, [name]: change.to } : after.settings;
    after = { ...after, trail, settings };
  }
  return after;
}
