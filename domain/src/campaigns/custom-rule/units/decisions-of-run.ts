import type { Slot } from '../../automation/rule/slots.ts';
import type { RunState } from '../../automation/run/run.decider.ts';
import type { CustomRunState } from '../run/custom-run.decider.ts';
import { readUnits } from '../run/record/recorded-verdicts.ts';
import { directionOf } from '../trail/setting-trail-of.ts';
import type { EarlierDecision } from './earlier-decisions.ts';

/** What a run of a rule that people wrote decided at a slot, as later rules of that slot see it. */
export function decisionsOfRun({ start, verdicts }: CustomRunState, { id: slot }: Slot): EarlierDecision[] {
  if (start === null || start.held !== null) return [];
  const at = Date.parse(start.as_of);
  return verdicts.flatMap((part) =>
    readUnits(part).flatMap((verdict): EarlierDecision[] => {
      if (verdict.verdict !== 'acted') return [];
      const cooldownDays = verdict.cooldown_days ?? 1;
      const actor = { kind: 'rule' as const, id: start.automation_id, custom: true, cooldownDays, slot };
      return verdict.actions.flatMap(({ field, old: from, new: to }): EarlierDecision[] => {
        if (field === null || to === null) return [];
        const change = { at, actor, direction: directionOf(from, to, field), from, to };
        const decision: EarlierDecision = { key: verdict.key, field, change };
        // A term that is bought may be blocked, which no other rule does before it is bought.
        return field === 'keyword' ? [decision, { ...decision, field: 'negative' }] : [decision];
      });
    }),
  );
}

/** The same of a run that raises bids. @param startedAt Of a run whose start is not known; ISO 8601. */
export function decisionsOfRaises(
  { start, decisions }: RunState,
  { id: slot }: Slot,
  { automation_id: id, started_at }: { readonly automation_id: number; readonly started_at: string },
): EarlierDecision[] {
  const at = Date.parse(start?.as_of ?? started_at);
  const actor = { kind: 'rule' as const, id, custom: false, cooldownDays: 0, slot };
  return [...decisions.values()].flatMap(({ verdict, key, old: from, new: to }): EarlierDecision[] =>
    verdict !== 'raised' || to === null
      ? []
      : [{ key, field: 'cpt_bid', change: { at, actor, direction: directionOf(from, to), from, to } }],
  );
}
