import {
  type CustomRule,
  type ExistingCustomRule,
  type OpenApplication,
  opposingCases,
  type RuleCampaigns,
  ruleWarnings,
  writesOfCase,
} from '@tapwise/domain';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';

/** A rule that is to be saved. */
export interface SavedRule {
  /** `null`: it has none yet. */
  readonly id: number | null;
  readonly rule: CustomRule;
  readonly apply_to: RuleCampaigns;
  /** Units that its filters let through now, where they were counted. */
  readonly units?: number;
}

/** What is said of a rule, and allowed. Rules of the same campaigns may share units. */
export function saveWarnings(
  { automations, customRules }: Pick<SettingsContext, 'automations' | 'customRules'>,
  application: OpenApplication,
  saved: SavedRule,
): string[] {
  const isBeside = ({ automation_id, application_id, status, apply_to }: OtherRule): boolean =>
    automation_id !== saved.id &&
    application_id === application.application_id &&
    status === 'active' &&
    shareCampaigns(apply_to, saved.apply_to);
  const custom = [...customRules.state.rules.rules.values()].filter(isBeside).flatMap((other) => {
    const fields = new Set(opposingCases(saved.rule, other.rule).map(({ field }) => field));
    return [...fields].map((field) => ({ name: other.name, field }));
  });
  const raising = [...automations.state.rules.values()].filter(({ type }) => type === 'raise_bids').filter(isBeside);
  const opposing = [
    ...custom,
    ...(lowersBids(saved.rule) ? raising.map(({ name }) => ({ name, field: 'cpt_bid' as const })) : []),
  ];
  return ruleWarnings(saved.rule, { currency: application.currency, units: saved.units ?? null, opposing });
}

type OtherRule = Pick<ExistingCustomRule, 'automation_id' | 'application_id' | 'status' | 'apply_to'>;

/** Whether two rules are for one campaign, or may be. */
export const shareCampaigns = (first: RuleCampaigns, other: RuleCampaigns): boolean =>
  Object.entries(first).some(([organization, list]) => {
    const others = other[organization];
    if (others === undefined || list.length === 0 || others.length === 0) return false;
    return list === 'all' || others === 'all' || list.some((id) => others.includes(id));
  });

/** Whether it may lower bids of keywords, which rules of the fixed type raise. */
const lowersBids = ({ level, cases }: CustomRule): boolean =>
  level === 'keyword' &&
  cases.flatMap(writesOfCase).some(({ field, direction }) => field === 'cpt_bid' && direction !== 'up');
