import { eventIdFrom } from '@tapwise/adapters';
import {
  automationRunStream,
  type ChangeRequest,
  changeRequestOf,
  changeStream,
  outcomeOf,
  type RunState,
  rowsOfNegatives,
  type SettledTerm,
  settleFilterRun,
} from '@tapwise/domain';
import type { Step } from '../../activity/step.ts';
import { stoppedMessage } from '../../apply-change/campaign-pass.ts';
import type { RuleScope, RunContext } from '../run-context.ts';
import { outcomesOf, requestOnce, settledPauseSeconds } from '../see-run-through.ts';

/** Has the negatives that a filter decided on added as a change of the rule, and records how that ended. It may be repeated at any point. */
export async function seeFilterThrough(context: RunContext, ruleScope: RuleScope, state: RunState): Promise<Step> {
  const { start } = state;
  if (start === null) return { done: false, again_seconds: settledPauseSeconds };
  const request = changeOf(ruleScope, state);
  let settled: SettledTerm[] = [];
  if (request !== undefined) {
    await requestOnce(context, request);
    const { state: change } = await context.changes.current(changeStream(request.change_id));
    if (change.status !== 'settled') return { done: false, again_seconds: settledPauseSeconds };
    settled = await settledOf(context, state, change.request);
  }
  const stopped = settled.some(({ outcome, message }) => outcome === 'skipped' && message === stoppedMessage);
  const end = { settled, change_ids: request === undefined ? [] : [request.change_id], stopped };
  const at = new Date(context.now()).toISOString();
  await context.runs.change(automationRunStream(start), `settled ${start.run_id}`, (current) =>
    settleFilterRun(current, { ...end, at }),
  );
  return { done: true };
}

/** The change of a run: the same one however often it is asked. */
function changeOf({ rule, organization }: RuleScope, { start, terms }: RunState): ChangeRequest | undefined {
  const rows = rowsOfNegatives(terms.values());
  if (start === null || rows.length === 0) return undefined;
  const { run_id, automation_id, version, slot, application_id: applicationId, as_of: at } = start;
  return changeRequestOf({
    changeId: eventIdFrom(`change of run ${run_id}`),
    applicationId,
    organization,
    comment: rule.name,
    actor: { kind: 'rule', account_id: null, source: `${automation_id}.${version}.${slot}` },
    confirmed: false,
    undoes: null,
    rows,
    at,
    campaigns: new Map(
      start.campaigns.map((campaign) => [campaign.campaign_id, { revision: BigInt(campaign.revision) }]),
    ),
  });
}

async function settledOf(context: RunContext, { terms }: RunState, request: ChangeRequest): Promise<SettledTerm[]> {
  const outcomes = await outcomesOf(context, request);
  const negated = [...terms.values()].filter(({ verdict }) => verdict === 'negated');
  return negated.flatMap(({ decision_id, key, term, campaign_name, place_name }, row): SettledTerm[] => {
    const event = outcomes.get(row);
    if (event === undefined) return [];
    const details = { decision_id, key, term, campaign_name, place_name };
    return [{ ...details, outcome: outcomeOf(event), message: event.data.message }];
  });
}
