import {
  type ApplyTo,
  capsWarning,
  DomainError,
  type EnteredParams,
  type ExistingRule,
  type OpenApplication,
  type RuleParams,
  readParams,
  requireWritable,
} from '@tapwise/domain';
import { linkedOrganization } from '../access/own-application.ts';
import type { ApiDependencies } from '../http/dependencies.ts';
import { ownCampaigns } from '../settings-changes/own-campaign.ts';
import type { SettingsContext } from '../settings-changes/settings-context.ts';

const mostCampaigns = 500;

/**
 * Checks which campaigns a rule is for.
 * @throws DomainError `not_found` for what is not the application's; `invalid_request` for too many, or organizations of several currencies.
 */
export async function readScope(
  settingsContext: SettingsContext,
  application: OpenApplication,
  enteredScope: Readonly<Record<string, readonly (number | string)[]>>,
): Promise<ApplyTo> {
  const scope = Object.entries(enteredScope).map(
    ([org, campaigns]) =>
      [Number(org), [...new Set(campaigns.map(Number))].sort((left, right) => left - right)] as const,
  );
  if (scope.reduce((sum, [, campaigns]) => sum + campaigns.length, 0) > mostCampaigns) {
    throw refused(`At most ${mostCampaigns} campaigns are allowed`);
  }
  for (const [orgId, campaigns] of scope) {
    const organization = linkedOrganization(application, orgId);
    await ownCampaigns(settingsContext, { application, organization }, campaigns);
  }
  const currencies = new Set(scope.map(([orgId]) => linkedOrganization(application, orgId).currency));
  if (currencies.size > 1) throw refused('All campaign groups of one automation must use the same currency');
  return Object.fromEntries(scope.map(([orgId, campaigns]) => [String(orgId), campaigns]));
}

/** Currency of the amounts of a rule. */
export function currencyOf({ organizations }: OpenApplication, applyTo: ApplyTo): string {
  const first = Number(Object.keys(applyTo)[0] ?? 0);
  return (organizations.find(({ org_id }) => org_id === first) ?? organizations[0])?.currency ?? '';
}

/** @throws DomainError `invalid_request` in the words of the first param that cannot be. */
export const readRuleParams = (application: OpenApplication, applyTo: ApplyTo, entered: EnteredParams): RuleParams =>
  readParams(entered, currencyOf(application, applyTo));

/** @throws DomainError `read_only` where the account of one of its organizations may only be read. */
export function requireWritableScope(
  { appleAds }: Pick<ApiDependencies, 'appleAds'>,
  application: OpenApplication,
  applyTo: Readonly<Record<string, unknown>>,
): void {
  for (const orgId of Object.keys(applyTo)) requireWritable(application, Number(orgId), appleAds.version);
}

interface RequestedRule {
  readonly id: number | null;
  readonly applyTo: ApplyTo;
  readonly params: RuleParams;
  readonly window: ExistingRule['window'];
}

/** What is said of a rule that raises bids, and allowed: no cap that ends its raises, campaigns of another such rule. */
export function warningOf(
  { automations }: SettingsContext,
  application: OpenApplication,
  rule: RequestedRule,
): string | undefined {
  const campaigns = new Set(Object.values(rule.applyTo).flat());
  const beside = [...automations.state.rules.values()].filter(
    ({ automation_id, application_id, type, status, apply_to }) =>
      automation_id !== rule.id &&
      application_id === application.application_id &&
      type === 'raise_bids' &&
      status === 'active' &&
      Object.values(apply_to)
        .flat()
        .some((id) => campaigns.has(id)),
  );
  const ofCaps = capsWarning(rule.params, rule.window);
  const warnings = [
    ...(ofCaps === undefined ? [] : [ofCaps]),
    ...beside.map(({ name }) => `Some campaigns are also raised by "${name}"`),
  ];
  return warnings.length === 0 ? undefined : warnings.join('. ');
}

const refused = (message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field: 'apply_to' } });
