import { type TodayByHourResponse, todayByHourResponseSchema } from '@tapwise/contract/today';
import { addDays, adsReportStream, type DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { joinTeam } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const first: AdsObjects = { orgId: 4601, campaignId: 5601, adGroupId: 6601, keywordId: 7601 };
const second: AdsObjects = { orgId: 4602, campaignId: 5602, adGroupId: 6602, keywordId: 7602 };
const withheld = ['spend', 'current_result', 'current_roas', 'predicted_result', 'predicted_roas'];
let api: ApiService;
let owner: { token: string; accountId: number };
let restricted: string;
let applicationId: number;
let lastPosition: bigint;

beforeAll(async () => {
  api = await startApi({ tables: true });
  owner = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number(
    (await api.call('POST', '/api/application', { token: owner.token, body })).body.application_id,
  );
  const application = { id: applicationId, adamId: 1500000001, accountId: owner.accountId };
  for (const objects of [first, second]) await linkOrganization(api, application, objects);
  await pulled(first, '10:00', { spend: 30, installs: 20 });
  await pulled(first, '14:00', { spend: 50, installs: 21 });
  lastPosition = await pulled(second, '12:00', { spend: 7, installs: 2 });
  await inTables(api, lastPosition);
  restricted = (await joinTeam(api, owner, 'restricted')).token;
});
afterAll(() => api.stop());

const yesterday = () => addDays(api.deps.now().toISOString().slice(0, 10), -1);

/** What a pull of yesterday, at that time of it, said of yesterday. */
function pulled({ orgId, campaignId }: AdsObjects, time: string, figures: { spend: number; installs: number }) {
  const day = yesterday();
  const counts = { impressions: 900, taps: 60, tap_installs: figures.installs, view_installs: 0 };
  const event: DomainEventOf<'AdsReportRowsRecorded'> = {
    type: 'AdsReportRowsRecorded',
    data: {
      application_id: applicationId,
      org_id: orgId,
      campaign_id: campaignId,
      level: 'campaign',
      day,
      currency: 'USD',
      pulled_at: `${day}T${time}:00.000Z`,
      rows: [{ ad_group_id: 0, keyword_id: 0, country: 'US', ...counts, spend_micros: figures.spend * 1_000_000 }],
    },
  };
  return happened(api, adsReportStream(applicationId, orgId, day), event);
}

const ask = (query: Record<string, string | number>, token = owner.token) =>
  api.call('GET', '/api/asa/today_by_hour', { token, query });
const spendOf = ({ yesterday: hours }: TodayByHourResponse) => [9, 10, 12, 14, 23].map((hour) => hours[hour]?.spend);

describe('today by hour', () => {
  it('gives what was known of the day before after each hour, over all organizations', async () => {
    const response = await ask({ application_id: applicationId });
    expect(response.status).toBe(200);
    const course = todayByHourResponseSchema.parse(response.body);
    expect(course.currency).toBe('USD');
    expect(course.yesterday).toHaveLength(24);
    expect(spendOf(course)).toEqual([null, 30, 37, 57, 57]);
    expect(course.yesterday.at(-1)).toMatchObject({ installs: 23, trials: 0, current_income: 0, current_result: -57 });
    expect(course.today.length).toBeLessThanOrEqual(24);
    expect(response.position).toBeGreaterThanOrEqual(lastPosition);
  });

  it('gives it of one organization', async () => {
    const response = await ask({ application_id: applicationId, asa_organization_id: second.orgId });
    expect(spendOf(todayByHourResponseSchema.parse(response.body))).toEqual([null, null, 7, 7, 7]);
  });

  it('keeps spend, and what is made of it, from a restricted collaborator', async () => {
    const { body } = await ask({ application_id: applicationId }, restricted);
    const { today, yesterday: hours, yesterday_by_now } = todayByHourResponseSchema.parse(body);
    expect(hours.at(-1)).toMatchObject({ installs: 23, trials: 0, current_income: 0, predicted_income: 0 });
    for (const cells of [...today, ...hours, yesterday_by_now]) {
      expect(Object.keys(cells).filter((column) => withheld.includes(column))).toEqual([]);
    }
    expect(JSON.stringify(body)).not.toMatch(/spend|result|roas/);
  });

  it('knows no application and no organization of others', async () => {
    const other = await api.signUp();
    for (const query of [{ application_id: applicationId }, { application_id: 999_999 }]) {
      expect(await ask(query, other.token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await ask({ application_id: applicationId, asa_organization_id: 999_999 })).toMatchObject({ status: 404 });
    const anonymous = await api.call('GET', '/api/asa/today_by_hour', { query: { application_id: applicationId } });
    expect(anonymous.status).toBe(401);
  });

  it.each([
    {},
    { application_id: '' },
    { application_id: 'x' },
    { application_id: -1 },
    { application_id: '99999999999999999999' },
    { asa_organization_id: '' },
    { asa_organization_id: '1.5' },
    { day: '2026-01-01' },
  ])('refuses %j', async (wrong: Record<string, string | number | undefined>) => {
    const baseQuery =
      'application_id' in wrong || Object.keys(wrong).length === 0 ? {} : { application_id: applicationId };
    const query = { ...baseQuery, ...wrong } as Record<string, string | number>;
    expect(await ask(query)).toMatchObject({ status: 400, body: { status: 'error', code: 'invalid_request' } });
  });
});
