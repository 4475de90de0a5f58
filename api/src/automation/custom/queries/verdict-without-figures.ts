import type { CustomVerdict } from '@tapwise/contract/custom-rule';
import {
  type CustomRunEvent,
  type CustomRunState,
  type CustomRunSummary,
  customRunDecider,
  customRunStream,
  describeVerdict,
  evaluateRule,
  fold,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import type { OwnCustomRule } from '../own-custom-rule.ts';
import { customVerdictResponse, decisionIdOf, unsettled } from '../runs/custom-verdict-response.ts';
import { evaluateNow } from '../trials/evaluate-now.ts';

/**
 * The verdict on a unit of which no time range has a figure: such units are only counted in a run, so the version that ran is asked again,
 * as of the run. None for a unit that has figures, as those may have come later.
 */
export async function verdictWithoutFigures(
  settingsContext: SettingsContext,
  { rule, application }: OwnCustomRule,
  run: CustomRunSummary,
  key: string,
): Promise<CustomVerdict[]> {
  const version = rule.versions.find((candidate) => candidate.version === run.version);
  const organization = application.organizations.find(({ org_id }) => org_id === run.org_id);
  if (run.as_of === null || !run.without_figures || version === undefined || organization === undefined) return [];
  const tried = { rule: version.rule, apply_to: version.apply_to, stored: rule };
  const asOf = Date.parse(run.as_of);
  const {
    version: evaluated,
    data,
    memory,
  } = await evaluateNow(settingsContext, tried, { application, organization }, asOf);
  const { coverage = null, days = data.days } = (await startOf(settingsContext, run)) ?? {};
  const evaluation = evaluateRule(evaluated, { ...data, days, coverage }, memory);
  const decision = evaluation.decisions.find((candidate) => candidate.key === key);
  if (decision === undefined || !evaluation.withoutFigures.includes(key)) return [];
  return [
    customVerdictResponse(
      unsettled(describeVerdict(evaluation, decision)),
      decisionIdOf(run.automation_id, run.slot, key),
    ),
  ];
}

/** What the run recorded of itself: more may be in by now than was then. */
async function startOf({ deps }: SettingsContext, run: CustomRunSummary): Promise<CustomRunState['start']> {
  const events = await deps.log.readStream(customRunStream(run));
  return fold(
    customRunDecider,
    events.map(({ event }) => event as CustomRunEvent),
  ).start;
}
