import { eventIdFrom } from '@tapwise/adapters';
import type { CustomDryRunResponse } from '@tapwise/contract/custom-rule';
import {
  describeVerdict,
  exposureOf,
  type FrozenValues,
  frozenValues,
  incompleteText,
  microsPerUnit,
  type OpenApplication,
  type UnitDecision,
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
  const decided = evaluated
    .flatMap(({ evaluation }) => evaluation.decisions.map((decision) => ({ evaluation, decision })))
    .sort((left, right) => rankOf(left.decision) - rankOf(right.decision));
  const decisions = decided.map(({ decision }) => decision);
  const exposure = evaluated.reduce(
    (sum, { evaluation, version, data, memory }) => sum + exposureOf(evaluation.decisions, version, data, memory),
    0,
  );
  const frozen = evaluated.flatMap(({ version, data, memory, evaluation }) =>
    frozenValues(version, data, memory, evaluation.decisions),
  );
  const conflicts = await conflictsOf(settingsContext, tried, application, { decisions, asOf });
  const { rule, apply_to, stored } = tried;
  const saved = { id: stored?.automation_id ?? null, rule, apply_to, units: decisions.length };
  return {
    status: 'ok',
    as_of: new Date(asOf).toISOString(),
    days: oldestDays(evaluated.map(({ data }) => data.days)),
    verdicts: decided
      .slice(0, limit)
      .map(({ evaluation, decision }) =>
        customVerdictResponse(
          unsettled(describeVerdict(evaluation, decision)),
          eventIdFrom(`dry run ${asOf} ${decision.key}`),
        ),
      ),
    counts: evaluated.reduce((sum, { evaluation }) => addCounts(sum, evaluation.counts), noCounts),
    exposure: exposure / microsPerUnit,
    frozen: frozen.slice(0, frozenUnits).map(frozenResponse),
    conflicts,
    warnings: [...incompleteTexts(evaluated), ...saveWarnings(settingsContext, application, saved)],
  };
}

const order: readonly UnitDecision['verdict'][] = ['acted', 'notified', 'limited', 'blocked', 'skipped'];
const rankOf = ({ verdict }: UnitDecision): number => {
  const index = order.indexOf(verdict);
  return index === -1 ? order.length : index;
};

const frozenResponse = ({ key, values }: FrozenValues) => ({
  key,
  values: values.map((value) => settingValue(null, value)),
});

/** What a run would end with for want of complete days. */
const incompleteTexts = (evaluated: readonly EvaluatedNow[]): string[] => [
  ...new Set(evaluated.flatMap(({ data }) => incompleteText(data.days, data.asOf, data.zone) ?? [])),
];
