import { opposingChange } from '../../custom-rule/holds/opposing-change.ts';
import { oscillatingUntil, turnsText } from '../../custom-rule/holds/oscillation.ts';
import type { EvaluatedRule, RuleData } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';

/** Of what rules turn to and fro, until when; milliseconds. */
export type HeldByRules =
  | { readonly reason: 'opposed'; readonly message: string }
  | { readonly reason: 'oscillating'; readonly message: string; readonly until: number };

/** Why a bid is not raised after what rules did to it: another one lowered it, or they turned it to and fro. */
export function heldByRules(
  { automation_id }: Pick<EvaluatedRule, 'automation_id'>,
  { asOf, hourMs, byRules }: Pick<RuleData, 'asOf' | 'hourMs' | 'byRules'>,
  { key, resumedAt }: Pick<RuleUnit, 'key' | 'resumedAt'>,
): HeldByRules | undefined {
  const changes = byRules?.changes.get(key);
  if (byRules === null || changes === undefined) return undefined;
  const { zone, ruleNames } = byRules;
  const clock = { asOf, hourMs, zone };
  const opposing = opposingChange(changes, automation_id, clock);
  if (opposing !== undefined) {
    const { id } = opposing.actor;
    return { reason: 'opposed', message: opposing.text(ruleNames.get(id) ?? `Rule ${id}`) };
  }
  const held = oscillatingUntil(changes, clock, resumedAt === null ? 0 : Date.parse(resumedAt));
  return held && { reason: 'oscillating', message: turnsText(held.turns), until: held.until };
}
