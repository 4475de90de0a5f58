import { handleCommand } from '@tapwise/adapters';
import {
  type ChangeRequest,
  type CustomRuleVersion,
  type CustomRunState,
  customRuleDecider,
  customRuleStream,
  customRunStream,
  endCustomRun,
  mergeSettledUnits,
  outcomeOfRun,
  pauseAfterFailures,
  type RunRow,
  rowsOfCustomRun,
  type SettledUnit,
  settledUnits,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { areChangesSettled, changeOfRun, outcomesOf, requestChanges } from '../rule-runs/changes-of-run.ts';
import type { RuleRun } from '../rule-runs/rule-run.ts';
import { type CustomRuleContext, type CustomRuleScope, customRuleScope } from './custom-rule-context.ts';
import { changeRunLabels, labelChangesOf, type RunLabelChange, readSettledLabels } from './custom-run-labels.ts';
import { areTermsSettled, type RunTerms, readSettledTerms, requestRunTerms, runTermsOf } from './custom-run-terms.ts';

/** A change of a run, and which action of which unit each of its rows carries out. */
interface RunChange {
  readonly request: ChangeRequest;
  readonly rows: readonly RunRow[];
}

const requestsOf = (changes: readonly RunChange[]): ChangeRequest[] => changes.map(({ request }) => request);

/** Requests what was decided as changes of the rule, each once. */
export async function requestCustomChanges(context: CustomRuleContext, run: RuleRun): Promise<void> {
  const { state: runState, ruleScope, changes, labelChanges, terms } = await readRun(context, run);
  await requestChanges(context.log, requestsOf(changes));
  if (ruleScope === undefined) return;
  await changeRunLabels(context, ruleScope, runState, labelChanges);
  if (terms !== undefined) await requestRunTerms(context, ruleScope, runState, terms);
}

/** Whether all changes of a run have ended. Those of labels have once they are made. */
export async function areCustomChangesSettled(context: CustomRuleContext, run: RuleRun): Promise<boolean> {
  const { changes, terms } = await readRun(context, run);
  if (!(await areChangesSettled(context.changes, requestsOf(changes)))) return false;
  return terms === undefined || (await areTermsSettled(context, terms));
}

/** Records how the changes of a run ended, and its end. A rule most of whose changes failed is paused before. */
export async function recordCustomRunEnd(context: CustomRuleContext, run: RuleRun): Promise<void> {
  const { state, version, changes, labelChanges, terms } = await readRun(context, run);
  const { start } = state;
  if (start === null || version === undefined) return;
  const parts: SettledUnit[] = [];
  for (const { request, rows } of changes) parts.push(...settledUnits(rows, await outcomesOf(context.log, request)));
  for (const change of labelChanges) parts.push(...(await readSettledLabels(context, start.application_id, change)));
  const ofTerms = terms === undefined ? noTerms : await readSettledTerms(context, Date.parse(start.as_of), terms);
  const settled = mergeSettledUnits([...parts, ...ofTerms.settled]);
  const at = new Date(context.now()).toISOString();
  const outcome = outcomeOfRun(start, version.rule, settled);
  if (outcome.breaks) await pauseRule(context, run, { change_id: start.run_id, at, message: outcome.message ?? '' });
  const ids = requestsOf(changes).map(({ change_id }) => change_id);
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
  const { start } = state;
  if (ruleScope === undefined || start === null) {
    return { state, version: undefined, ruleScope, changes: [], labelChanges: [], terms: undefined };
  }
  const { version: ran } = start;
  const version = ruleScope.rule.versions.find((candidate) => candidate.version === ran) ?? ruleScope.rule;
  const changes = rowsOfCustomRun(state).map((rows, part): RunChange => {
    const cause = `change of run ${start.run_id} ${part}`;
    return { request: changeOfRun(ruleScope, start, { cause, rows: rows.map(({ row }) => row) }), rows };
  });
  const labelChanges = labelChangesOf(state, version);
  return { state, version, ruleScope, changes, labelChanges, terms: runTermsOf(state, version) };
}
