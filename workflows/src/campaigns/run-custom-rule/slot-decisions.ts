import {
  automationRunStream,
  customRunStream,
  decisionsOfRaises,
  decisionsOfRun,
  type EarlierDecision,
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
    decisions.push(...decisionsOfRun(state, slot));
  }
  for (const raise of raisesUnderWay(context, org_id, slot)) {
    const { state } = await context.raiseRuns.current(automationRunStream(raise));
    decisions.push(...decisionsOfRaises(state, slot, raise));
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
