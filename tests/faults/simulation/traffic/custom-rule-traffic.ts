import { alertChannelsStream, alertStream, customRuleStream, type DomainEventOf } from '@tapwise/domain';
import {
  alertRuleField,
  customRuleField,
} from '../../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { alertsUrl, slackUrl } from '../engines/alert-receivers.ts';
import { encoded } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';
import { bidCap } from './rule-traffic.ts';
import { foundTeam, recordFirst, recordOnce, teamId, untilDone } from './team.ts';

/** Both raise all bids by a tenth; the second one few at once. */
export const customRules = [
  { id: 401, perRun: 100, perDay: 20_000 },
  { id: 402, perRun: 2, perDay: 5 },
];
/** Of a rule; days are short here. */
export const cooldownDays = 1;
/** Alerts about bids above so many micros. */
export const writtenAlerts = [
  { id: 501, above: 980_000 },
  { id: 502, above: 1_080_000 },
];
export const channelIds = {
  slack: '5f0c6a52-7e1d-4f0e-9d53-0a3c5a7f1b21',
  webhook: '5f0c6a52-7e1d-4f0e-9d53-0a3c5a7f1b22',
};
const micros = 1_000_000;

/** Two rules and two alerts that people wrote, over the same campaigns, and two channels. @param campaignIds Those of the market. */
export async function openCustomRulesOf(world: World, campaignIds: readonly number[]): Promise<void> {
  const at = new Date(world.time.now()).toISOString();
  const apply_to = { [orgId]: [...campaignIds] };
  await untilDone(world, () => foundTeam(world));
  for (const { id: automation_id, perRun, perDay } of customRules) {
    const raise = { do: 'bid', how: 'raise', percent: 10, min: 0.1, max: bidCap / micros };
    const rule = customRuleField.parse({
      level: 'keyword',
      cases: [{ when: { metric: 'cpt_bid', op: '<', value: 1.15 }, then: [raise] }],
      guards: { cooldown_days: cooldownDays, max_share: 1, units_per_run: perRun, units_per_day: perDay },
    });
    const data: DomainEventOf<'CustomRuleCreated'>['data'] = {
      automation_id,
      change_id: crypto.randomUUID(),
      application_id: applicationId,
      name: `Rule ${automation_id}`,
      rule,
      apply_to,
      mode: 'live',
      status: 'active',
      created_by: teamId,
      created_at: at,
    };
    await untilDone(world, () =>
      recordFirst(world, customRuleStream(automation_id), [{ type: 'CustomRuleCreated', data }]),
    );
  }
  await untilDone(world, () => recordFirst(world, alertChannelsStream(teamId), channelsAdded(at)));
  for (const { id: alert_id, above } of writtenAlerts) {
    const when = { metric: 'cpt_bid', op: '>', value: above / micros };
    const content = {
      name: `Bid above ${above / micros}`,
      on: true,
      severity: 'normal' as const,
      for: 1,
      clear: 1,
      channels: Object.values(channelIds),
      apply_to,
      automation_params: alertRuleField.parse({ level: 'keyword', cases: [{ when, then: [{ do: 'notify' }] }] }),
      settings: null,
    };
    const data = { alert_id, application_id: applicationId, content, created_by: teamId, created_at: at };
    await untilDone(world, () => recordFirst(world, alertStream(alert_id), [{ type: 'AlertCreated', data }]));
  }
}

function channelsAdded(added_at: string) {
  const common = { account_ids: [], quiet: null, digest: null, zone: 'UTC', without_amounts: false };
  return (['slack', 'webhook'] as const).map((kind) => {
    const isSlack = kind === 'slack';
    const address = encoded(isSlack ? slackUrl : alertsUrl);
    const secret = isSlack ? null : encoded(`whsec_${Buffer.alloc(32, 9).toString('base64')}`);
    const content = { ...common, name: kind, address, masked: kind, secret };
    const data = { team_id: teamId, channel_id: channelIds[kind], kind, content, added_by: teamId, added_at };
    return { type: 'AlertChannelAdded' as const, data };
  });
}

/** Ends all rules; runs under way go on to their end. */
export async function pauseCustomRules(world: World): Promise<void> {
  for (const { id: automation_id } of customRules) {
    const changed_at = new Date(world.time.now()).toISOString();
    const data = { automation_id, change_id: crypto.randomUUID(), changed_by: teamId, changed_at, message: null };
    await untilDone(world, () =>
      recordOnce(world, customRuleStream(automation_id), { type: 'CustomRulePaused', data }),
    );
  }
}
