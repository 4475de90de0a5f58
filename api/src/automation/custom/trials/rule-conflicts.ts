import type { CustomDryRunResponse } from '@tapwise/contract/custom-rule';
import {
  type CustomRule,
  type ExistingCustomRule,
  type OpenApplication,
  opposingCases,
  type UnitDecision,
  writesOfCase,
} from '@tapwise/domain';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { evaluateAsDraft } from '../conflicts/evaluated-rules.ts';
import { byField, sharedUnits } from '../conflicts/opposing-rules.ts';
import { shareCampaigns } from '../save-warnings.ts';
import type { TriedRule } from './evaluate-now.ts';

type Conflict = CustomDryRunResponse['conflicts'][number];

/**
 * Other active rules that change the same field of shared units the other way, and how many units match both now.
 * @param decisions Of the rule that is tried, in all its ad organizations.
 */
export async function conflictsOf(
  settingsContext: SettingsContext,
  tried: TriedRule,
  application: OpenApplication,
  { decisions, asOf }: { readonly decisions: readonly UnitDecision[]; readonly asOf: number },
): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const other of rulesBeside(settingsContext, tried, application)) {
    const fields = byField(opposingCases(tried.rule, other.rule));
    if (fields.size === 0) continue;
    const evaluated = await evaluateAsDraft(settingsContext, application, other, asOf);
    for (const [field, opposing] of fields) {
      const { shared, both } = sharedUnits(decisions, evaluated.decisions, opposing);
      if (shared.length === 0) continue;
      conflicts.push({
        rule: other.automation_id,
        name: other.name,
        field,
        units: shared.length,
        both_now: both.length,
        text: conflictText(other, field, { shared: shared.length, both: both.length }),
      });
    }
  }
  return conflicts;
}

export function conflictText(
  { name, rule }: Pick<ExistingCustomRule, 'name' | 'rule'>,
  field: Conflict['field'],
  { shared, both }: { readonly shared: number; readonly both: number },
): string {
  const verb = verbOf(rule, field);
  return both === 0 ? `"${name}" ${verb} none of the ${shared} now` : `"${name}" ${verb} ${both} of the ${shared}`;
}

const rulesBeside = (
  { customRules }: SettingsContext,
  { stored, apply_to }: TriedRule,
  { application_id }: OpenApplication,
): ExistingCustomRule[] =>
  [...customRules.state.rules.rules.values()].filter(
    (other) =>
      other.automation_id !== stored?.automation_id &&
      other.application_id === application_id &&
      other.status === 'active' &&
      shareCampaigns(other.apply_to, apply_to),
  );

const amountVerbs = { up: 'raises', down: 'lowers', either: 'changes' } as const;
const statusVerbs = { up: 'starts', down: 'pauses', either: 'changes' } as const;

/** What a rule does to a field; of several ways none is named. */
function verbOf({ cases }: CustomRule, field: Conflict['field']): string {
  const writes = cases.flatMap(writesOfCase).filter((write) => write.field === field);
  const directions = new Set(writes.map(({ direction }) => direction));
  const [direction = 'either'] = directions.size === 1 ? directions : [];
  if (field === 'status') return statusVerbs[direction];
  return ['label', 'keyword', 'negative'].includes(field) ? 'changes' : amountVerbs[direction];
}
