import { eventIdFrom } from '@tapwise/adapters';
import type { CustomDryRunResponse } from '@tapwise/contract/custom-rule';
import {
  exposureOf,
  type FrozenValues,
  frozenValues,
  incompleteText,
  microsPerUnit,
  type OpenApplication,
  type RuleVerdict,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { customVerdictResponse, settingValue, unsettled } from '../runs/custom-verdict-response.ts';
import { saveWarnings } from '../save-warnings.ts';
import { addCounts, noCounts, oldestDays } from './add-evaluations.ts';
import { type EvaluatedNow, evaluateNow, organizationsOf, type TriedRule } from './evaluate-now.ts';
import { conflictsOf } from './rule-conflicts.ts';

interface DryRunQuestion {
  readonly tried: TriedRule;
  readonly application: OpenApplication;
  /** Verdicts in the answer, at most. */
  readonly limit: number;
  /** Milliseconds. */
  readonly asOf: number;
}

/** Units of which the coming days are shown. */
const frozenUnits = 5;

/** What a rule would do now, and what that may lead to; nothing is recorded or sent. */
export async function customDryRun(
  settingsContext: SettingsContext,
  { tried, application, limit, asOf }: DryRunQuestion,
): Promise<CustomDryRunResponse> {
  const evaluated: EvaluatedNow[] = [];
  for (const organization of organizationsOf(application, tried.apply_to)) {
    evaluated.push(await evaluateNow(settingsContext, tried, { application, organization }, asOf));
  }
  const verdicts = evaluated.flatMap(({ evaluation }) => evaluation.verdicts).sort(byVerdict);
  const exposure = evaluated.reduce(
    (sum, { evaluation, version, data, memory }) => sum + exposureOf(evaluation.verdicts, version, data, memory),
    0,
  );
  const frozen = evaluated.flatMap(({ version, data, memory, evaluation }) =>
    frozenValues(version, data, memory, evaluation.verdicts),
  );
  const conflicts = await conflictsOf(settingsContext, tried, application, { verdicts, asOf });
  const { rule, apply_to, stored } = tried;
  const saved = { id: stored?.automation_id ?? null, rule, apply_to, units: verdicts.length };
  return {
    status: 'ok',
    as_of: new Date(asOf).toISOString(),
    days: oldestDays(evaluated.map(({ data }) => data.days)),
    verdicts: verdicts
      .slice(0, limit)
      .map((verdict) => customVerdictResponse(unsettled(verdict), eventIdFrom(`dry run ${asOf} ${verdict.key}`))),
    counts: evaluated.reduce((sum, { evaluation }) => addCounts(sum, evaluation.counts), noCounts),
    exposure: exposure / microsPerUnit,
    frozen: frozen.slice(0, frozenUnits).map(frozenResponse),
    conflicts,
    warnings: [...incompleteTexts(evaluated), ...saveWarnings(settingsContext, application, saved)],
  };
}

const order: readonly RuleVerdict['verdict'][] = ['acted', 'notified', 'limited', 'blocked', 'skipped'];
const rankOf = ({ verdict }: RuleVerdict): number => {
  const index = order.indexOf(verdict);
  return index === -1 ? order.length : index;
};
const byVerdict = (left: RuleVerdict, right: RuleVerdict): number => rankOf(left) - rankOf(right);

const frozenResponse = ({ key, values }: FrozenValues) => ({
  key,
  values: values.map((value) => settingValue(null, value)),
});

/** What a run would end with for want of complete days. */
const incompleteTexts = (evaluated: readonly EvaluatedNow[]): string[] => [
  ...new Set(evaluated.flatMap(({ data }) => incompleteText(data.days, data.asOf, data.zone) ?? [])),
];
