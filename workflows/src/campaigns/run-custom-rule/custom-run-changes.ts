import { eventIdFrom, handleCommand } from '@tapwise/adapters';
import {
  type ChangeRequest,
  type CustomRuleVersion,
  type CustomRunState,
  changeDecider,
  changeRequestOf,
  changeStream,
  customRuleDecider,
  customRuleStream,
  customRunStream,
  endCustomRun,
  mergeSettledUnits,
  outcomeOfRun,
  pauseAfterFailures,
  type RunRow,
  requestChange,
  rowsOfCustomRun,
  type SettledUnit,
  settledUnits,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { RuleRun } from '../run-automation/run-automation.contract.ts';
import { outcomesOf } from '../run-automation/run-changes.ts';
import { type CustomRuleContext, type CustomRuleScope, customRuleScope } from './custom-rule-context.ts';
import { changeRunLabels, labelChangesOf, type RunLabelChange, readSettledLabels } from './custom-run-labels.ts';
import { areTermsSettled, type RunTerms, readSettledTerms, requestRunTerms, runTermsOf } from './custom-run-terms.ts';

/** A change of a run, and which action of which unit each of its rows carries out. */
interface RunChange {
  readonly request: ChangeRequest;
  readonly rows: readonly RunRow[];
}

/** Requests what was decided as changes of the rule, each once. */
export async function requestCustomChanges(context: CustomRuleContext, run: RuleRun): Promise<void> {
  const { state: runState, ruleScope, changes, labelChanges, terms } = await readRun(context, run);
  for (const { request } of changes) {
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
  if (ruleScope === undefined) return;
  await changeRunLabels(context, ruleScope, runState, labelChanges);
  if (terms !== undefined) await requestRunTerms(context, ruleScope, runState, terms);
}

/** Whether all changes of a run have ended. Those of labels have once they are made. */
export async function areCustomChangesSettled(context: CustomRuleContext, run: RuleRun): Promise<boolean> {
  const { changes, terms } = await readRun(context, run);
  for (const { request } of changes) {
    const { state } = await context.changes.current(changeStream(request.change_id));
    if (state.status !== 'settled') return false;
  }
  return terms === undefined || (await areTermsSettled(context, terms));
}

/** Records how the changes of a run ended, and its end. A rule most of whose changes failed is paused before. */
export async function recordCustomRunEnd(context: CustomRuleContext, run: RuleRun): Promise<void> {
  const { state, version, changes, labelChanges, terms } = await readRun(context, run);
  const { start } = state;
  if (start === null || version === undefined) return;
  const parts: SettledUnit[] = [];
  for (const { request, rows } of changes) parts.push(...settledUnits(rows, await outcomesOf(context, request)));
  for (const change of labelChanges) parts.push(...(await readSettledLabels(context, start.application_id, change)));
  const ofTerms = terms === undefined ? noTerms : await readSettledTerms(context, Date.parse(start.as_of), terms);
  const settled = mergeSettledUnits([...parts, ...ofTerms.settled]);
  const at = new Date(context.now()).toISOString();
  const outcome = outcomeOfRun(start, version.rule, settled);
  if (outcome.breaks) await pauseRule(context, run, { change_id: start.run_id, at, message: outcome.message ?? '' });
  const ids = changes.map(({ request }) => request.change_id);
  const change_ids = [...ids, ...labelChanges.map(({ change_id }) => change_id), ...ofTerms.change_ids];
  await context.runs.change(customRunStream(run), `ended ${start.run_id}`, (current) =>
    endCustomRun(current, { ...outcome, settled, change_ids, at }),
  );
}

const noTerms = { settled: [], change_ids: [] };

async function pauseRule(
  { log }: CustomRuleContext,
  { automation_id }: RuleRun,
  failed: Parameters<typeof pauseAfterFailures>[1],
): Promise<void> {
  await handleCommand(log, {
    stream: customRuleStream(automation_id),
    decider: customRuleDecider,
    cause: `paused after failures of ${failed.change_id}`,
    context: workflowActor('run-automation'),
    decide: (state) => pauseAfterFailures(state, failed),
  });
}

interface ReadRun {
  readonly state: CustomRunState;
  /** As it ran. */
  readonly version: Pick<CustomRuleVersion, 'rule'> | undefined;
  /** `undefined` for a rule that is not there. */
  readonly ruleScope: CustomRuleScope | undefined;
  readonly changes: readonly RunChange[];
  readonly labelChanges: readonly RunLabelChange[];
  /** `undefined`: none. */
  readonly terms: RunTerms | undefined;
}

/** A run as it was decided, and its changes: the same ones however often it is read. */
async function readRun(context: CustomRuleContext, run: RuleRun): Promise<ReadRun> {
  const ruleScope = customRuleScope(context, run);
  const { state } = await context.runs.current(customRunStream(run));
  if (ruleScope === undefined || state.start === null) {
    return { state, version: undefined, ruleScope, changes: [], labelChanges: [], terms: undefined };
  }
  const { version: ran } = state.start;
  const version = ruleScope.rule.versions.find((candidate) => candidate.version === ran) ?? ruleScope.rule;
  const changes = rowsOfCustomRun(state).flatMap((rows, part) => changeOf(ruleScope, state, rows, part));
  const labelChanges = labelChangesOf(state, version);
  return { state, version, ruleScope, changes, labelChanges, terms: runTermsOf(state, version) };
}

/** @param part Which of the changes of its run. */
function changeOf(
  { rule, organization }: CustomRuleScope,
  { start }: CustomRunState,
  rows: readonly RunRow[],
  part: number,
): RunChange[] {
  if (start === null) return [];
  const { automation_id, application_id: applicationId, version, slot, as_of: at } = start;
  const request = changeRequestOf({
    changeId: eventIdFrom(`change of run ${start.run_id} ${part}`),
    applicationId,
    organization,
    actor: { kind: 'rule', account_id: null, source: `${automation_id}.${version}.${slot}` },
    comment: rule.name,
    confirmed: false,
    undoes: null,
    rows: rows.map(({ row }) => row),
    campaigns: new Map(
      start.campaigns.map(({ campaign_id, revision }) => [campaign_id, { revision: BigInt(revision) }]),
    ),
    at,
  });
  return [{ request, rows }];
}
