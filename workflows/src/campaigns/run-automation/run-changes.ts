import { eventIdFrom, handleCommand } from '@tapwise/adapters';
import {
  automationRunStream,
  type ChangeRequest,
  type ChangeRow,
  campaignStream,
  causesOfRunChanges,
  changeDecider,
  changeRequestOf,
  changeStream,
  isRowEvent,
  type RowEvent,
  type RowOutcomes,
  type RunState,
  requestChange,
  rowsOfNegatives,
  rowsOfRun,
  type SettledDecision,
  type SettledTerm,
  settledDecisions,
  settledTerms,
  settleFilterRun,
  settleRun,
  stoppedMessage,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { RuleRun } from './run-automation.contract.ts';
import { type RuleScope, type RunContext, ruleScopeOf } from './run-context.ts';

/** Requests what was decided as changes of the rule, each once. */
export async function requestRunChanges(context: RunContext, run: RuleRun): Promise<void> {
  const { requests } = await readRun(context, run);
  for (const request of requests) {
    const { change_id } = request;
    await handleCommand(context.log, {
      stream: changeStream(change_id),
      decider: changeDecider,
      cause: `requested ${change_id}`,
      context: { ...workflowActor('run-automation'), correlationId: change_id },
      assume: 'new',
      decide: (state) => requestChange(state, request),
    });
  }
}

/** Whether all changes of a run have ended. */
export async function areRunChangesSettled(context: RunContext, run: RuleRun): Promise<boolean> {
  const { requests } = await readRun(context, run);
  for (const { change_id } of requests) {
    const { state } = await context.changes.current(changeStream(change_id));
    if (state.status !== 'settled') return false;
  }
  return true;
}

/** Records how the changes of a run ended, and its end. */
export async function recordRunEnd(context: RunContext, run: RuleRun): Promise<void> {
  const { state, requests, isFilter } = await readRun(context, run);
  const decisions: SettledDecision[] = [];
  const terms: SettledTerm[] = [];
  for (const { change_id } of requests) {
    const { state: change } = await context.changes.current(changeStream(change_id));
    if (change.status === 'absent') continue;
    const { request } = change;
    const outcomes = await outcomesOf(context, request);
    if (isFilter) terms.push(...settledTerms(state, outcomes));
    else decisions.push(...settledDecisions(state, request.rows, outcomes));
  }
  const stopped = [...decisions, ...terms].some(
    ({ outcome, message }) => outcome === 'skipped' && message === stoppedMessage,
  );
  const change_ids = requests.map(({ change_id }) => change_id);
  const end = { change_ids, stopped, at: new Date(context.now()).toISOString() };
  await context.runs.change(automationRunStream(run), `settled ${state.start?.run_id}`, (current) =>
    isFilter
      ? settleFilterRun(current, { ...end, settled: terms })
      : settleRun(current, { ...end, settled: decisions }),
  );
}

/** How the rows of a change ended, by their index. */
export async function outcomesOf({ log }: Pick<RunContext, 'log'>, request: ChangeRequest): Promise<RowOutcomes> {
  const outcomes = new Map<number, RowEvent>();
  for (const { campaign_id, revision } of request.campaigns) {
    const events = await log.readStream(campaignStream(campaign_id), { fromRevision: BigInt(revision) });
    for (const { event } of events) {
      if (isRowEvent(event) && event.data.change_id === request.change_id) outcomes.set(event.data.row, event);
    }
  }
  return outcomes;
}

/** A run as it was decided, and its changes: the same ones however often it is read. */
async function readRun(context: RunContext, run: RuleRun) {
  const ruleScope = ruleScopeOf(context, run);
  const { state } = await context.runs.current(automationRunStream(run));
  const isFilter = ruleScope !== undefined && ruleScope.rule.type !== 'raise_bids';
  return { state, isFilter, requests: ruleScope === undefined ? [] : requestsOf(ruleScope, state) };
}

function requestsOf(ruleScope: RuleScope, run: RunState): ChangeRequest[] {
  const { rule } = ruleScope;
  if (run.start === null) return [];
  if (rule.type !== 'raise_bids') {
    const rows = rowsOfNegatives(run.terms.values());
    return rows.length === 0 ? [] : requestOf(ruleScope, run, `change of run ${run.start.run_id}`, rows);
  }
  if (run.start.mode !== 'live') return [];
  const causes = causesOfRunChanges(rule, run);
  return rowsOfRun(rule, run).flatMap((rows, part) => requestOf(ruleScope, run, causes[part] ?? '', rows));
}

/** @param cause What the id of the change is made from. */
function requestOf(
  { rule, organization }: RuleScope,
  { start }: RunState,
  cause: string,
  rows: ChangeRow[],
): ChangeRequest[] {
  if (start === null) return [];
  const { automation_id, application_id: applicationId, version, slot, as_of: at } = start;
  const request = changeRequestOf({
    changeId: eventIdFrom(cause),
    applicationId,
    organization,
    actor: { kind: 'rule', account_id: null, source: `${automation_id}.${version}.${slot}` },
    comment: rule.name,
    confirmed: false,
    undoes: null,
    rows,
    campaigns: new Map(
      start.campaigns.map(({ campaign_id, revision }) => [campaign_id, { revision: BigInt(revision) }]),
    ),
    at,
  });
  return [request];
}
