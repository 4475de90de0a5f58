import { randomUUID } from 'node:crypto';
import { type KeyVault, newWebhookSecret } from '@tapwise/adapters';
import { addDays, adsPullStream, alertChannelsStream, builtInAlertId, customRuleStream } from '@tapwise/domain';
import { customRuleField } from '../../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened, inTables, pulledFigures } from '../../../support/facts/ads-world.ts';
import { addApplication, linkOrganization } from '../../../support/facts/linked-application.ts';
import type { SettingsChangeWorld } from '../../../support/workers/settings-world.ts';

/** Those that the rules are about. */
export const ruledCampaigns: readonly number[] = [1000, 2000];
const keywordsPerCampaign = 10;
const ruleIds = [201, 202];
const firstApplication = 9001;

/** Where alerts are sent to. */
export interface AlertedChannels {
  readonly slack: string;
  readonly webhook: string;
}

/** Applications whose alerts are caused, and the channels that hear of them. */
export interface AlertedApplications {
  readonly channels: AlertedChannels;
  readonly applicationIds: readonly number[];
}

export const slackPath = '/services/T/B/1';
export const webhookPath = '/alerts';

/** Two live custom rules over the same keywords, which raise each bid by a little whenever they may. */
export async function addOwnRules(world: SettingsChangeWorld): Promise<void> {
  const { api, applicationId, orgId, owner } = world;
  const at = new Date().toISOString();
  const today = at.slice(0, 10);
  for (const campaignId of ruledCampaigns) {
    const keywords = Array.from({ length: keywordsPerCampaign }, (_, index) => ({
      adGroupId: campaignId + 1,
      keywordId: campaignId + 2 + index,
      bid: 1_000_000,
    }));
    await world.campaign(campaignId, keywords);
    for (const { adGroupId, keywordId } of keywords) {
      const counts = { impressions: 900, taps: 60, installs: 10, spendMicros: 20_000_000 };
      const figures = { day: addDays(today, -1), ...counts };
      await pulledFigures(api, applicationId, { orgId, campaignId, adGroupId, keywordId }, figures);
    }
  }
  const pull = {
    application_id: applicationId,
    org_id: orgId,
    pulled_at: at,
    from_day: addDays(today, -89),
    to_day: today,
  };
  await inTables(
    api,
    await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullCompleted', data: pull }),
  );
  const raise = { do: 'bid', how: 'raise', percent: 1, min: 0.1, max: 20 };
  const rule = customRuleField.parse({
    level: 'keyword',
    cases: [{ when: { metric: 'cpa', window: '7d', op: '<', value: 3 }, then: [raise] }],
    guards: { cooldown_days: 1, max_share: 1, units_per_day: 20_000 },
  });
  for (const automation_id of ruleIds) {
    await happened(api, customRuleStream(automation_id), {
      type: 'CustomRuleCreated',
      data: {
        automation_id,
        change_id: randomUUID(),
        application_id: applicationId,
        name: `Rule ${automation_id}`,
        rule,
        apply_to: { [orgId]: [...ruledCampaigns] },
        mode: 'live',
        status: 'active',
        created_by: owner.accountId,
        created_at: at,
      },
    });
  }
}

/** Pauses the rules; runs under way go on to their end. */
export async function pauseOwnRules({ api, applicationId, owner }: SettingsChangeWorld): Promise<void> {
  for (const id of ruleIds) {
    const { status, body } = await api.call('PUT', '/api/asa/automated_campaigns', {
      token: owner.token,
      body: { application_id: applicationId, id, updates: { status: 'paused' } },
    });
    if (status !== 200) throw new Error(`A rule cannot be paused: ${JSON.stringify(body)}`);
  }
}

/** Further applications of the team, whose alert about integrations is sent to two channels. */
export async function addAlertedApplications(
  { api, owner, applicationId }: SettingsChangeWorld,
  { vault, target, count }: { readonly vault: KeyVault; readonly target: string; readonly count: number },
): Promise<AlertedApplications> {
  const teamId = api.deps.directory.state.applications.get(applicationId)?.team_id ?? 0;
  const at = new Date().toISOString();
  const channels = { slack: randomUUID(), webhook: randomUUID() };
  const encrypted = (text: string) => vault.encrypt(`team-${teamId}`, text);
  const common = { account_ids: [], quiet: null, digest: null, zone: 'UTC', without_amounts: false };
  for (const kind of ['slack', 'webhook'] as const) {
    const content = {
      ...common,
      name: kind,
      address: await encrypted(`http://${target}${kind === 'slack' ? slackPath : webhookPath}`),
      masked: target,
      secret: kind === 'webhook' ? await encrypted(newWebhookSecret()) : null,
    };
    const added = { team_id: teamId, channel_id: channels[kind], kind, content, added_by: owner.accountId };
    await happened(api, alertChannelsStream(teamId), { type: 'AlertChannelAdded', data: { ...added, added_at: at } });
  }
  const applicationIds = Array.from({ length: count }, (_, index) => firstApplication + index);
  for (const id of applicationIds) {
    await addApplication(api.log, { id, accountId: teamId, adamId: 1_600_000_000 + id });
    await linkOrganization(api.log, id, { org_id: 70_000 + id, currency: 'USD', time_zone: 'UTC' });
    const alert_id = builtInAlertId(id, 'integration');
    await happened(api, `alert-${alert_id}`, {
      type: 'AlertChanged',
      data: {
        alert_id,
        application_id: id,
        content: {
          name: 'Integration needs attention',
          on: true,
          severity: 'high',
          for: 1,
          clear: 1,
          channels: [channels.slack, channels.webhook],
          apply_to: null,
          automation_params: null,
          settings: null,
        },
        version: 2,
        restarts: false,
        changed_by: owner.accountId,
        changed_at: at,
      },
    });
  }
  return { channels, applicationIds };
}
