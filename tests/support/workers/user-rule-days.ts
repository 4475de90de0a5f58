import { addDays, impressionShareStream, subscriptionStream } from '@tapwise/domain';
import { notification, transaction } from '../../../projections/src/testing/sample-users.ts';
import { type AdsObjects, happened, installed, inTables, pulledFigures } from '../facts/ads-world.ts';
import { usersSince } from '../facts/users-since.ts';
import type { CustomRuleProcess } from './custom-rule-worker.ts';
import { type RanRules, rulesAt } from './rule-days.ts';
import type { SettingsChangeWorld } from './settings-world.ts';

/** Days of one keyword, which has the id of its campaign and 2. */
export interface UserRuleDays {
  /** The first of the days, UTC. */
  readonly first: string;
  readonly days: number;
  readonly campaign: number;
}

const bid = (how: 'raise' | 'lower') => ({ do: 'bid', how, percent: 10, min: 0.3, max: 2.5 });

/** Of users and what they pay, then of impression shares. */
const automation_params = {
  level: 'keyword',
  cases: [
    {
      when: {
        all: [
          { metric: 'first_launches', window: '3d', op: '>=', value: 3 },
          { metric: 'current_income', window: '3d', op: '<', value: 5 },
        ],
      },
      then: [bid('lower')],
    },
    { when: { metric: '7d_impression_share', op: '>', value: 0.2 }, then: [bid('raise')] },
  ],
  schedule: { hours: [9] },
  guards: { floors: false, maturity: 0, cooldown_days: 1 },
};

const objectsOf = ({ orgId }: SettingsChangeWorld, campaign: number): AdsObjects => ({
  orgId,
  campaignId: campaign,
  adGroupId: campaign + 1,
  keywordId: campaign + 2,
});

/** Users who launch the application at noon of a day, and what the first of them buys. @returns commit position. */
export async function usersCame(
  world: SettingsChangeWorld,
  campaign: number,
  { day, count, pays, name = day }: { day: string; count: number; pays: number; name?: string },
): Promise<bigint> {
  const { api, applicationId } = world;
  api.clock.stoppedAt = Date.parse(`${day}T12:00:00Z`);
  let position = 0n;
  for (let user = 0; user < count; user += 1) {
    position = await installed(api, applicationId, `${campaign} ${name} ${user}`, objectsOf(world, campaign));
  }
  if (pays > 0) position = await bought(world, `${campaign} ${name}`, { day, token: `${campaign} ${name} 0`, pays });
  return position;
}

function bought(
  { api, applicationId }: SettingsChangeWorld,
  original: string,
  { day, token, pays, revoked_at = null }: { day: string; token: string; pays: number; revoked_at?: string | null },
): Promise<bigint> {
  const purchased_at = `${day}T13:00:00.000Z`;
  const sale = transaction(original, {
    purchased_at,
    expires_at: `${addDays(day, 30)}T13:00:00.000Z`,
    price_micros: pays * 1_000_000,
    currency: 'USD',
    app_account_token: token,
    revoked_at,
  });
  const { event } = notification(revoked_at === null ? 'SUBSCRIBED' : 'REFUND', [sale], {
    signed_at: revoked_at ?? purchased_at,
  });
  if (event.type !== 'StoreNotificationReceived') throw new Error(event.type);
  const data = { ...event.data, application_id: applicationId };
  return happened(api, subscriptionStream(original), { ...event, data });
}

function shareRecorded(
  { api, applicationId, orgId }: SettingsChangeWorld,
  campaign: number,
  day: string,
  share: number,
): Promise<bigint> {
  const scope = { application_id: applicationId, org_id: orgId, day, pulled_at: api.deps.now().toISOString() };
  const row = { country: 'US', search_term: `word ${campaign + 2}`, low_share: share, high_share: share };
  return happened(api, impressionShareStream(applicationId, orgId, day), {
    type: 'ImpressionShareRecorded',
    data: { ...scope, rows: [{ ...row, rank: 1, popularity: 5 }] },
  });
}

/** A rule about users and impression shares runs live while users come and pay; later more is learned of the same days. */
export async function runUserRuleDays(
  world: SettingsChangeWorld,
  rules: CustomRuleProcess,
  { first, days, campaign }: UserRuleDays,
): Promise<RanRules> {
  const { api, applicationId, orgId, owner } = world;
  const objects = objectsOf(world, campaign);
  await usersSince(api, applicationId, addDays(first, -30));
  await bought(world, 'before', { day: addDays(first, -20), token: 'before', pays: 1 });
  await rulesAt(world, rules, `${first}T08:00`);
  await world.campaign(campaign, [{ adGroupId: objects.adGroupId, keywordId: objects.keywordId, bid: 800_000 }]);
  const made = await api.call('POST', '/api/asa/automated_campaigns', {
    token: owner.token,
    body: {
      application_id: applicationId,
      automation_type: 'custom',
      automation_name: 'Of users',
      apply_to: { [orgId]: [campaign] },
      mode: 'live',
      automation_params,
    },
  });
  const id = Number(made.body.id);
  const counts = { impressions: 100, taps: 20, installs: 4, spendMicros: 9_000_000 };
  const slots: string[] = [];
  for (let index = 0; index < days; index += 1) {
    const day = addDays(first, index);
    const slot = `${day}T09`;
    slots.push(slot);
    await usersCame(world, campaign, { day: addDays(day, -1), count: 2, pays: index === days - 1 ? 20 : 0 });
    await rulesAt(world, rules, `${slot}:15`);
    await pulledFigures(api, applicationId, objects, { day: addDays(day, -3), ...counts });
    await shareRecorded(world, campaign, addDays(day, -3), 0.3 + index / 10);
    await inTables(api, await pulledFigures(api, applicationId, objects, { day: addDays(day, -1), ...counts }));
    await rules.untilDone(id, orgId);
  }
  const late = addDays(first, -1);
  await usersCame(world, campaign, { day: late, count: 3, pays: 30, name: 'late' });
  const paid = addDays(first, days - 2);
  await bought(world, `${campaign} ${paid}`, {
    day: paid,
    token: `${campaign} ${paid} 0`,
    pays: 20,
    revoked_at: `${addDays(first, days)}T10:00:00.000Z`,
  });
  await rulesAt(world, rules, `${addDays(first, days)}T08:00`);
  await inTables(api, await shareRecorded(world, campaign, addDays(first, -3), 0.9));
  return { ids: [id], slots };
}
