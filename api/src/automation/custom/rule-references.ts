import {
  type AlertRule,
  type CampaignsOfOrganizations,
  campaignOfKey,
  type EnteredRuleParts,
  fieldsOf,
  labelsStream,
  type OpenApplication,
  type RuleCampaigns,
  type RuleContext,
} from '@tapwise/domain';
import {
  type PresentCampaign,
  presentCampaigns,
  type SettingsContext,
} from '../../settings-changes/settings-context.ts';

export interface References {
  readonly context: Omit<RuleContext, 'purpose'>;
  readonly organizations: CampaignsOfOrganizations;
}

/** A rule or an alert that is changed. */
interface StoredRule {
  readonly rule: Pick<AlertRule, 'level' | 'scope'>;
  readonly apply_to: RuleCampaigns;
}

/**
 * What of an application a rule may name: its labels, and campaigns that the log has as its own, with their ad groups. Only those that were entered are
 * read. A campaign that the rule has already may have been deleted since.
 * @param before The rule that is changed; absent for a new one.
 */
export async function referencesOf(
  settingsContext: SettingsContext,
  application: OpenApplication,
  { apply_to, automation_params }: EnteredRuleParts,
  before?: StoredRule,
): Promise<References> {
  const named = namedCampaigns(apply_to);
  const targets = targetCampaigns(automation_params);
  const excepted = exceptedCampaigns(automation_params);
  const ids = [...new Set([...[...named.values()].flat(), ...targets, ...excepted])].slice(0, mostCampaigns);
  const campaigns = await presentCampaigns(settingsContext, ids);
  const { labels } = (await settingsContext.labels.current(labelsStream(application.application_id))).state;
  const chosen = apply_to === undefined ? Object.keys(before?.apply_to ?? {}) : [...named.keys()];
  const currencies = application.organizations.filter(({ org_id }) => chosen.includes(String(org_id)));
  return {
    organizations: organizationsOf(application, campaigns, before),
    context: {
      currencies: new Set(currencies.map(({ currency }) => currency)),
      labels: new Set(labels.keys()),
      targets: targetsOf(application, campaigns),
      campaigns: new Set([...ownCampaigns(application, campaigns), ...campaignsOfKeys(before?.rule.scope.except)]),
      // Neither interface that changes are sent through returns the target CPA that was written.
      canSetTargetCpa: false,
      ...(before === undefined ? {} : { level: before.rule.level }),
    },
  };
}

/** More than any rule may name. */
const mostCampaigns = 1600;

function organizationsOf(
  { adam_id, organizations }: OpenApplication,
  campaigns: ReadonlyMap<number, PresentCampaign>,
  before: StoredRule | undefined,
): CampaignsOfOrganizations {
  return new Map(
    organizations.map(({ org_id }) => {
      const live = [...campaigns].filter(([, { state }]) => isLive(state, org_id, adam_id)).map(([id]) => id);
      const already = before?.apply_to[org_id] ?? [];
      return [String(org_id), new Set([...live, ...(already === 'all' ? [] : already)])];
    }),
  );
}

const isLive = ({ org_id, campaign }: PresentCampaign['state'], orgId: number, adamId: number): boolean =>
  org_id === orgId && campaign !== null && campaign.adam_id === adamId && !campaign.deleted;

/** Deleted ones too. */
const ownCampaigns = (
  { adam_id, organizations }: OpenApplication,
  campaigns: ReadonlyMap<number, PresentCampaign>,
): number[] =>
  [...campaigns].flatMap(
    ([
      id,
      {
        state: { org_id, campaign },
      },
    ]) => {
      const isLinked = organizations.some((organization) => organization.org_id === org_id);
      return isLinked && campaign?.adam_id === adam_id ? [id] : [];
    },
  );

function targetsOf(
  { adam_id, organizations }: OpenApplication,
  campaigns: ReadonlyMap<number, PresentCampaign>,
): RuleContext['targets'] {
  const targets = [...campaigns].flatMap(([id, { state }]) => {
    const organization = organizations.find(({ org_id }) => isLive(state, org_id, adam_id));
    if (organization === undefined) return [];
    const adGroupIds = [...state.ad_groups.values()].filter(({ deleted }) => !deleted);
    const target = {
      currency: organization.currency,
      adGroupIds: new Set(adGroupIds.map(({ ad_group_id }) => ad_group_id)),
    };
    return [{ id, target }];
  });
  return new Map(targets.map(({ id, target }) => [id, target]));
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Campaigns that were entered, by organization. */
const namedCampaigns = (entered: unknown): Map<string, number[]> =>
  new Map(
    Object.entries(fieldsOf(entered) ?? {}).map(([organization, list]) => [organization, listOf(list).filter(isId)]),
  );

/** Campaigns that keywords are to be added to. */
const targetCampaigns = (entered: unknown): number[] =>
  listOf(fieldsOf(entered)?.cases)
    .flatMap((ruleCase) => listOf(fieldsOf(ruleCase)?.then))
    .map((action) => fieldsOf(action)?.campaign_id)
    .filter(isId);

/** Campaigns of the units that are left out. */
const exceptedCampaigns = (entered: unknown): number[] =>
  campaignsOfKeys(listOf(fieldsOf(fieldsOf(entered)?.scope)?.except).filter((key) => typeof key === 'string'));

const campaignsOfKeys = (keys: readonly string[] = []): number[] => keys.flatMap((key) => campaignOfKey(key) ?? []);
