import type { ConflictsResponse } from '@tapwise/contract/custom-rule';
import {
  type CustomRunSummary,
  dayMs,
  opposingCases,
  oscillatingUntil,
  type RuleField,
  ruleFields,
  type SettingChange,
} from '@tapwise/domain';
import { settingValue } from '../runs/custom-verdict-response.ts';
import type { ClockedUnit, EvaluatedRule } from './evaluated-rules.ts';
import { byField, sharedUnits } from './opposing-rules.ts';

const changesDays = 14;
const idleDays = 30;

type Pair = ConflictsResponse['pairs'][number];

/** Rules that change the same field of shared units in opposite ways, with their changes of 14 days, newest first. */
export function pairsOf(rules: readonly EvaluatedRule[], now: number): Pair[] {
  return rules.flatMap((first, index) =>
    rules.slice(index + 1).flatMap((other) =>
      [...byField(opposingCases(first.rule.rule, other.rule.rule))].flatMap(([field, opposing]): Pair[] => {
        const { shared, both } = sharedUnits(first.decisions, other.decisions, opposing);
        if (shared.length === 0) return [];
        const ids = [first.rule.automation_id, other.rule.automation_id];
        const keys = new Set(shared);
        const units = first.units.filter(({ unit }) => keys.has(unit.key));
        const changes = units.flatMap((clocked) => changesBy(clocked, field, ids, now)).sort(newestFirst);
        return [{ rules: ids, field, units: shared.length, both_now: both.length, changes }];
      }),
    ),
  );
}

const newestFirst = (left: { at: string }, right: { at: string }): number =>
  left.at < right.at ? 1 : left.at > right.at ? -1 : 0;

const namedUnit = ({ key, name, campaignName }: ClockedUnit['unit']) => ({ key, name, campaign_name: campaignName });

const changedBy = ({ actor }: SettingChange): number[] => (actor.kind === 'rule' ? [actor.id] : []);

const changesBy = ({ unit }: ClockedUnit, field: RuleField, ids: readonly number[], now: number): Pair['changes'] =>
  (unit.trail[field] ?? []).flatMap((change) =>
    changedBy(change)
      .filter((rule) => ids.includes(rule) && change.at > now - changesDays * dayMs)
      .map((rule) => ({
        ...namedUnit(unit),
        at: new Date(change.at).toISOString(),
        rule,
        old: settingValue(field, change.from),
        new: settingValue(field, change.to),
      })),
  );

/** Fields of units that rules turn to and fro. */
export function oscillatingOf(rules: readonly EvaluatedRule[]): ConflictsResponse['oscillating'] {
  const units = new Map(rules.flatMap(({ units: ofRule }) => ofRule.map((clocked) => [clocked.unit.key, clocked])));
  return [...units.values()].flatMap(({ unit, clock }) =>
    ruleFields.flatMap((field) => {
      const changes = unit.trail[field] ?? [];
      const held = oscillatingUntil(changes, clock);
      if (held === undefined) return [];
      const turned = changes.filter(({ at }) => at > held.until - 2 * changesDays * dayMs).flatMap(changedBy);
      const until = new Date(held.until).toISOString();
      return [{ ...namedUnit(unit), field, turns: held.turns, until, rules: [...new Set(turned)] }];
    }),
  );
}

/** Whether the conditions of a rule matched any unit at a run. */
const hasMatched = ({ counts }: CustomRunSummary): boolean =>
  counts !== null && counts.checked > counts.no_match + counts.no_data;

/** Rules that have run with these cases for 30 days and never matched. @param now Milliseconds. */
export function neverMatchedOf(
  rules: readonly EvaluatedRule['rule'][],
  runsOf: (id: number) => readonly CustomRunSummary[],
  now: number,
): ConflictsResponse['never_matched'] {
  const from = new Date(now - idleDays * dayMs).toISOString();
  return rules.flatMap(({ automation_id, casesSince }) => {
    const runs = runsOf(automation_id).filter(({ as_of }) => as_of !== null && as_of >= from);
    if (casesSince > from || runs.length === 0 || runs.some(hasMatched)) return [];
    return [{ id: automation_id, since: casesSince }];
  });
}

/** Rules whose units are all in another one that goes first. */
export function coveredOf(rules: readonly EvaluatedRule[]): ConflictsResponse['covered'] {
  return rules.flatMap(({ rule, units }) => {
    const by = rules.find((other) => {
      if (other.rule.rule.level !== rule.rule.level || other.rule.rule.priority >= rule.rule.priority) return false;
      const keys = new Set(other.units.map(({ unit }) => unit.key));
      return units.length > 0 && units.every(({ unit }) => keys.has(unit.key));
    });
    return by === undefined ? [] : [{ id: rule.automation_id, by: by.rule.automation_id }];
  });
}
