import {
  automationRunStream,
  type ChangeRequest,
  causesOfRunChanges,
  changeStream,
  type RunState,
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
import { areChangesSettled, changeOfRun, outcomesOf, requestChanges } from '../rule-runs/changes-of-run.ts';
import type { RuleRun } from '../rule-runs/rule-run.ts';
import { type RuleScope, type RunContext, ruleScopeOf } from './run-context.ts';

/** Requests what was decided as changes of the rule, each once. */
export async function requestRunChanges(context: RunContext, run: RuleRun): Promise<void> {
  const { requests } = await readRun(context, run);
  await requestChanges(context.log, requests);
}

/** Whether all changes of a run have ended. */
export async function areRunChangesSettled(context: RunContext, run: RuleRun): Promise<boolean> {
  const { requests } = await readRun(context, run);
  return areChangesSettled(context.changes, requests);
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
    const outcomes = await outcomesOf(context.log, request);
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

/** A run as it was decided, and its changes: the same ones however often it is read. */
async function readRun(context: RunContext, run: RuleRun) {
  const ruleScope = ruleScopeOf(context, run);
  const { state } = await context.runs.current(automationRunStream(run));
  const isFilter = ruleScope !== undefined && ruleScope.rule.type !== 'raise_bids';
  return { state, isFilter, requests: ruleScope === undefined ? [] : requestsOf(ruleScope, state) };
}

function requestsOf(ruleScope: RuleScope, run: RunState): ChangeRequest[] {
  const { rule } = ruleScope;
  const { start } = run;
  if (start === null) return [];
  if (rule.type !== 'raise_bids') {
    const rows = rowsOfNegatives(run.terms.values());
    return rows.length === 0 ? [] : [changeOfRun(ruleScope, start, { cause: `change of run ${start.run_id}`, rows })];
  }
  if (start.mode !== 'live') return [];
  const causes = causesOfRunChanges(rule, run);
  return rowsOfRun(rule, run).map((rows, part) => changeOfRun(ruleScope, start, { cause: causes[part] ?? '', rows }));
}
