import { eventIdFrom, handleCommand } from '@tapwise/adapters';
import {
  automationRunStream,
  type ChangeRequest,
  campaignStream,
  causesOfRunChanges,
  changeDecider,
  changeRequestOf,
  changeStream,
  type Decision,
  isRowEvent,
  outcomeOf,
  type RowEvent,
  type RunState,
  requestChange,
  rowsOfRun,
  type SettledDecision,
  settleRun,
} from '@tapwise/domain';
import type { Step } from '../activity/step.ts';
import { stoppedMessage } from '../apply-change/campaign-pass.ts';
import { workflowActor } from '../streams/actor.ts';
import type { RuleScope, RunContext } from './run-context.ts';

export const settledPauseSeconds = 1;

/** Has what was decided carried out as changes of the rule, and records how that ended. It may be repeated at any point. */
export async function seeRunThrough(context: RunContext, ruleScope: RuleScope, state: RunState): Promise<Step> {
  const { start } = state;
  if (start === null) return { done: false, again_seconds: settledPauseSeconds };
  const requests = start.mode === 'live' ? changesOf(ruleScope, state) : [];
  for (const request of requests) await requestOnce(context, request);
  const settled: SettledDecision[] = [];
  for (const { change_id } of requests) {
    const { state: change } = await context.changes.current(changeStream(change_id));
    if (change.status !== 'settled') return { done: false, again_seconds: settledPauseSeconds };
    settled.push(...settledOf(state, change.request, await outcomesOf(context, change.request)));
  }
  const change_ids = requests.map(({ change_id }) => change_id);
  const stopped = settled.some(({ outcome, message }) => outcome === 'skipped' && message === stoppedMessage);
  const at = new Date(context.now()).toISOString();
  await context.runs.change(automationRunStream(start), `settled ${start.run_id}`, (current) =>
    settleRun(current, { settled, change_ids, stopped, at }),
  );
  return { done: true };
}

/** The changes of a run: the same ones however often it is asked. */
function changesOf({ rule, organization }: RuleScope, run: RunState): ChangeRequest[] {
  const { start } = run;
  if (start === null) return [];
  const source = `${start.automation_id}.${start.version}.${start.slot}`;
  const campaigns = new Map(
    start.campaigns.map(({ campaign_id, revision }) => [campaign_id, { revision: BigInt(revision) }]),
  );
  const causes = causesOfRunChanges(rule, run);
  return rowsOfRun(rule, run).map((rows, part) =>
    changeRequestOf({
      changeId: eventIdFrom(causes[part] ?? ''),
      applicationId: start.application_id,
      organization,
      actor: { kind: 'rule', account_id: null, source },
      comment: rule.name,
      confirmed: false,
      undoes: null,
      rows,
      campaigns,
      at: start.as_of,
    }),
  );
}

export async function requestOnce({ log }: RunContext, request: ChangeRequest): Promise<void> {
  const { change_id } = request;
  await handleCommand(log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: `requested ${change_id}`,
    context: { ...workflowActor('run-automation'), correlationId: change_id },
    assume: 'new',
    decide: (state) => requestChange(state, request),
  });
}

export async function outcomesOf({ log }: RunContext, request: ChangeRequest): Promise<ReadonlyMap<number, RowEvent>> {
  const outcomes = new Map<number, RowEvent>();
  for (const { campaign_id, revision } of request.campaigns) {
    const events = await log.readStream(campaignStream(campaign_id), { fromRevision: BigInt(revision) });
    for (const { event } of events) {
      if (isRowEvent(event) && event.data.change_id === request.change_id) outcomes.set(event.data.row, event);
    }
  }
  return outcomes;
}

/** One outcome for a unit: that of the row that was not done, if there is one. */
function settledOf(
  { decisions }: RunState,
  request: ChangeRequest,
  outcomes: ReadonlyMap<number, RowEvent>,
): SettledDecision[] {
  return request.rows.flatMap((row, index): SettledDecision[] => {
    const decision = row.parent === undefined ? decisions.get(row.key) : undefined;
    const rowOutcome = outcomes.get(index);
    if (decision === undefined || rowOutcome === undefined) return [];
    const below = request.rows[index + 1]?.parent === index ? outcomes.get(index + 1) : undefined;
    const ended = isDone(rowOutcome) && below !== undefined ? below : rowOutcome;
    return [settledDecision(decision, isDone(ended) ? rowOutcome : ended)];
  });
}

const isDone = (event: RowEvent): boolean => ['changed', 'unchanged'].includes(outcomeOf(event));

const settledDecision = (decision: Decision, event: RowEvent): SettledDecision => ({
  decision_id: decision.decision_id,
  key: decision.key,
  keyword: decision.keyword,
  campaign_name: decision.campaign_name,
  outcome: outcomeOf(event),
  message: event.data.message,
  old: decision.old,
  new: decision.new,
  limited_by: decision.limited_by,
});
