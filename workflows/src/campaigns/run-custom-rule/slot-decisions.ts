import {
  automationRunStream,
  customRunStream,
  type Decision,
  directionOf,
  type EarlierDecision,
  type RecordedVerdict,
  recordedActions,
  type Slot,
} from '@tapwise/domain';
import type { CustomRuleContext, CustomRuleScope } from './custom-rule-context.ts';

/**
 * What other rules decided at a slot in an organization and is not carried out to its end: changes of runs that have ended are in their
 * campaigns. A run by hand has no slot hour.
 */
export async function slotDecisions(
  context: CustomRuleContext,
  { rule, organization: { org_id } }: CustomRuleScope,
  slot: Slot,
): Promise<EarlierDecision[]> {
  if (slot.id.startsWith('manual-')) return [];
  const decisions: EarlierDecision[] = [];
  for (const run of runsUnderWay(context, org_id, slot)) {
    if (run.automation_id === rule.automation_id) continue;
    const { state } = await context.runs.current(customRunStream(run));
    if (state.start === null || state.start.held !== null) continue;
    const at = Date.parse(state.start.as_of);
    for (const { verdicts } of state.verdicts) {
      decisions.push(...verdicts.flatMap((verdict) => decisionsOf(verdict, run.automation_id, at, slot)));
    }
  }
  for (const raise of raisesUnderWay(context, org_id, slot)) {
    const { state } = await context.raiseRuns.current(automationRunStream(raise));
    const at = Date.parse(state.start?.as_of ?? raise.started_at);
    decisions.push(
      ...[...state.decisions.values()].flatMap((decision) => raiseOf(decision, raise.automation_id, at, slot)),
    );
  }
  return decisions;
}

const runsUnderWay = ({ customRules }: CustomRuleContext, orgId: number, slot: Slot) =>
  [...customRules.state.runs.organizations.values()].flatMap(({ runs }) =>
    runs.filter(
      (run) => run.org_id === orgId && run.slot === slot.id && run.state === 'running' && run.mode === 'live',
    ),
  );

const raisesUnderWay = ({ automations }: CustomRuleContext, orgId: number, slot: Slot) =>
  [...automations.state.runs.values()].flatMap((runs) =>
    runs.filter(
      (run) => run.org_id === orgId && run.slot === slot.id && run.state === 'running' && run.mode === 'live',
    ),
  );

function decisionsOf(verdict: RecordedVerdict, id: number, at: number, slot: Slot): EarlierDecision[] {
  if (verdict.verdict !== 'acted') return [];
  const actor = { kind: 'rule' as const, id, custom: true, cooldownDays: verdict.cooldown_days ?? 1, slot: slot.id };
  return recordedActions(verdict).flatMap(({ field, old: from, new: to }): EarlierDecision[] => {
    if (field === null || to === null) return [];
    const change = { at, actor, direction: directionOf(from, to, field), from, to };
    const decision = { key: verdict.key, field, change };
    // A term that is bought may be blocked, which no other rule does before it is bought.
    return field === 'keyword' ? [decision, { ...decision, field: 'negative' }] : [decision];
  });
}

function raiseOf(
  { verdict, key, old: from, new: to }: Decision,
  id: number,
  at: number,
  slot: Slot,
): EarlierDecision[] {
  if (verdict !== 'raised' || to === null) return [];
  const actor = { kind: 'rule' as const, id, custom: false, cooldownDays: 0, slot: slot.id };
  return [{ key, field: 'cpt_bid', change: { at, actor, direction: directionOf(from, to), from, to } }];
}
