import { handleCommand } from '@tapwise/adapters';
import {
  type ChangeRequest,
  campaignsOf,
  changeDecider,
  changeStream,
  claimChange,
  ruleOfSource,
  teamStreamPrefix,
} from '@tapwise/domain';
import { connectionPrefixes, mayBeConnected } from '../../start/connection-wakes.ts';
import type { RequestKind, WakeCall } from '../../start/request-kind.ts';
import { engineName } from '../../story/process-runner.ts';
import { workflowActor } from '../../streams/actor.ts';
import type { HeldBack } from '../apply-change-set/held-by-stop-all.ts';
import { runAutomationProcess } from '../run-automation/run-automation.contract.ts';
import { runCustomRuleProcess } from '../run-custom-rule/run-custom-rule.contract.ts';
import { type ApplyChangeInput, applyChangeProcess } from './apply-change.contract.ts';

/**
 * Changes of settings; those in one campaign are made one after the other, but beside what waits for an answer about another setting.
 * @param heldBack Whether Stop all holds a change back now: others in its campaigns need not wait for it then.
 * @param isCustom Whether people wrote a rule, by its id.
 */
export const changeRequests = (
  heldBack: HeldBack,
  isCustom: (automationId: number) => boolean,
): RequestKind<ApplyChangeInput> => ({
  contract: applyChangeProcess,
  streamPrefix: 'change-',
  begun: (event) =>
    event.type === 'ChangeRequested'
      ? {
          input: { change_id: event.data.change_id },
          campaigns: campaignsOf(event.data.rows.map(({ key }) => key)),
          held: () => heldBack(event.data),
          wakesAtEnd: ruleWake(event.data, isCustom),
        }
      : undefined,
  wakingStreamPrefixes: [teamStreamPrefix, ...connectionPrefixes],
  woken: (event) => (event.type === 'AutomaticWorkReleased' || mayBeConnected(event) ? 'all' : undefined),
  waits: (event) => (event.type === 'ChangeLeftInDoubt' ? applyChangeProcess.id(event.data) : undefined),
  ended: (event) => (event.type === 'ChangeSettled' ? applyChangeProcess.id(event.data) : undefined),
  withEarlier: (input, earlier) => ({ ...input, beside: earlier.map(({ change_id }) => change_id) }),
  recordClaim: async (log, { change_id }, engine) => {
    await handleCommand(log, {
      stream: changeStream(change_id),
      decider: changeDecider,
      cause: `claimed ${change_id}`,
      context: { ...workflowActor('apply-change'), correlationId: change_id },
      decide: (state) =>
        claimChange(state, { change_id, driver: engineName(engine), taken_up_at: new Date().toISOString() }),
    });
  },
});

/** Wakes the rule whose change it is: its run ends with the change. */
function ruleWake(
  { actor: { kind, source }, org_id }: ChangeRequest,
  isCustom: (automationId: number) => boolean,
): WakeCall | undefined {
  if (kind !== 'rule') return undefined;
  const rule = { automation_id: Number(ruleOfSource(source)), org_id };
  return isCustom(rule.automation_id)
    ? (runner) => runner.wake(runCustomRuleProcess, rule)
    : (runner) => runner.wake(runAutomationProcess, rule);
}
