import { randomUUID } from 'node:crypto';
import { accountStream, alertChannelsStream, alertStream } from '@tapwise/domain';
import { alertRuleField } from '../../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened } from '../../../support/facts/ads-world.ts';
import type { SettingsChangeWorld } from '../../../support/workers/settings-world.ts';
import { ruledCampaigns } from './own-rules-world.ts';

/** Alerts that people wrote about bids that the rules raise, and the channels that mail what they say. */
export interface WrittenAlerts {
  readonly alerts: readonly { readonly id: number; readonly aboveMicros: number }[];
  readonly channels: { readonly mail: string; readonly digest: string };
}

const micros = 1_000_000;
const percents = [0, 2, 4, 8, 16, 32, 64];
const firstAlert = 301;
const minuteMs = 60_000;
/** The digest comes when quiet hours are over, which is soon. */
const quietForMs = 2 * minuteMs;

/** Alerts about each bid that is above some value, which no bid falls below again, sent by mail at once and as a digest. */
export async function addWrittenAlerts(world: SettingsChangeWorld): Promise<WrittenAlerts> {
  const { api, applicationId, orgId, owner } = world;
  const now = Date.now();
  const at = new Date(now).toISOString();
  const { state: directory } = api.deps.directory;
  const team_id = directory.applications.get(applicationId)?.team_id ?? 0;
  const email_hash = directory.accounts.get(owner.accountId)?.email_hash ?? '';
  await happened(api, accountStream(owner.accountId), {
    type: 'EmailVerified',
    data: { account_id: owner.accountId, email_hash, verified_at: at },
  });
  const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  const hours = { from: minuteOf(now - 60 * minuteMs), to: minuteOf(now + quietForMs + minuteMs), zone: 'UTC' };
  const quiet = { ...hours, weekdays: [1, 2, 3, 4, 5, 6, 7], high: true };
  const channels = { mail: randomUUID(), digest: randomUUID() };
  const common = { address: null, masked: null, secret: null, account_ids: [owner.accountId], digest: null };
  for (const name of ['mail', 'digest'] as const) {
    const content = { ...common, name, quiet: name === 'digest' ? quiet : null, zone: 'UTC', without_amounts: false };
    const added = { team_id, channel_id: channels[name], kind: 'mail' as const, content, added_by: owner.accountId };
    await happened(api, alertChannelsStream(team_id), { type: 'AlertChannelAdded', data: { ...added, added_at: at } });
  }
  const alerts = percents.map((percent, index) => ({
    id: firstAlert + index,
    aboveMicros: micros + percent * (micros / 100),
  }));
  for (const { id: alert_id, aboveMicros } of alerts) {
    const when = { metric: 'cpt_bid', op: '>', value: aboveMicros / micros };
    const content = {
      name: `Bid above ${aboveMicros / micros}`,
      on: true,
      severity: 'normal' as const,
      for: 1,
      clear: 1,
      channels: Object.values(channels),
      apply_to: { [orgId]: [...ruledCampaigns] },
      automation_params: alertRuleField.parse({ level: 'keyword', cases: [{ when, then: [{ do: 'notify' }] }] }),
      settings: null,
    };
    const created = { alert_id, application_id: applicationId, content, created_by: owner.accountId, created_at: at };
    await happened(api, alertStream(alert_id), { type: 'AlertCreated', data: created });
  }
  return { alerts, channels };
}
