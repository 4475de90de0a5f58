import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  automationDecider,
  automationStream,
  createAutomation,
  type EnteredParams,
  findApplication,
  readParams,
} from '@tapwise/domain';
import { searchCampaigns } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';
import { addOwnRule, demoOwnRules } from './demo-own-rules.ts';

const context: CommandContext = { actor: { kind: 'system', id: 'demo' } };

/** A rule of the demo, by the name of its campaign at the simulated ad service. */
interface DemoRule {
  /** Below the numbers of rules that people make. */
  readonly id: number;
  readonly name: string;
  readonly campaign: string;
  readonly type: 'raise_bids' | 'filter_discovery';
  readonly mode: 'live' | 'shadow';
  readonly params: EnteredParams;
}

const demoRules: readonly DemoRule[] = [
  {
    id: 1,
    name: 'Raise new keywords to traffic',
    campaign: 'US | Sleep stories page',
    type: 'raise_bids',
    mode: 'live',
    params: { campaign_type: 'regular', updates_per_day: 8, impressions_cap: 400, cpa_cap: 6, cpt_bid_cap: 3.4 },
  },
  {
    id: 2,
    name: 'Brand at 5 % steps, on trial',
    campaign: 'UK AU CA NZ IE | Brand',
    type: 'raise_bids',
    mode: 'shadow',
    params: {
      campaign_type: 'regular',
      updates_per_day: 4,
      step_type: 'percentage',
      step_value: 5,
      installs_cap: 20,
      cpt_cap: 2.5,
    },
  },
  {
    id: 3,
    name: 'Known terms of discovery',
    campaign: 'US | Discovery',
    params: {},
    type: 'filter_discovery',
    mode: 'live',
  },
];

/**
 * Gives the demo's first application its rules, each once, whatever people made of them since.
 * @returns whether all of their campaigns were known; until the first pull none is.
 */
export async function seedDemoRules(deps: ApiDependencies): Promise<boolean> {
  const [{ applicationId }] = demoApplications;
  const application = findApplication(deps.directory.state, applicationId);
  if (application === undefined || application.organizations.length === 0) return false;
  const { adam_id: adamId, organizations } = application;
  const orgIds = organizations.map(({ org_id }) => org_id);
  const campaigns = await searchCampaigns(deps.tables, { orgIds, adamId });
  const pulled = (wanted: string) => {
    const campaign = campaigns.find(({ name }) => name === wanted);
    const currency = organizations.find(({ org_id }) => org_id === campaign?.org_id)?.currency;
    return campaign === undefined || currency === undefined ? undefined : { ...campaign, currency };
  };
  let complete = true;
  for (const rule of demoRules) {
    const campaign = pulled(rule.campaign);
    if (campaign === undefined) complete = false;
    else await addRule(deps, rule, campaign);
  }
  for (const rule of demoOwnRules) {
    const campaign = pulled(rule.campaign);
    if (campaign === undefined) complete = false;
    else await addOwnRule(deps, rule, campaign);
  }
  return complete;
}

async function addRule(
  deps: ApiDependencies,
  { id, name, type, mode, params }: DemoRule,
  campaign: { readonly org_id: number; readonly id: number; readonly currency: string },
): Promise<void> {
  const [{ applicationId: application_id }] = demoApplications;
  await handleCommand(deps.log, {
    stream: automationStream(id),
    decider: automationDecider,
    cause: `demo rule ${id}`,
    context,
    decide: (state) =>
      createAutomation(state, {
        automation_id: id,
        application_id,
        org_id: campaign.org_id,
        automation_type: type,
        name,
        mode,
        apply_to: { [campaign.org_id]: [campaign.id] },
        automation_params: type === 'raise_bids' ? readParams(params, campaign.currency) : {},
        receive_notifications: false,
        status: 'active',
        window: 'last_7',
        created_by: demoAccountId,
        created_at: deps.now().toISOString(),
      }),
  });
}
