import { historyResponseSchema } from '@tapwise/contract';
import { addDays, adsExtraPullStream, adsMonthStream, adsPullStream, applicationStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4601, campaignId: 5601, adGroupId: 6601, keywordId: 7601 };
const { orgId: org_id, campaignId: campaign_id } = objects;
let api: ApiService;
let owner: { token: string; accountId: number };
let application_id: number;

beforeAll(async () => {
  api = await startApi({ tables: true });
  owner = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  const added = await api.call('POST', '/api/application', { token: owner.token, body });
  application_id = Number(added.body.application_id);
});
afterAll(() => api.stop());

const progress = async (token: string) =>
  historyResponseSchema.parse((await api.call('GET', '/api/history', { token })).body).applications;
const today = () => api.deps.now().toISOString().slice(0, 10);
const now = () => api.deps.now().toISOString();
/** First day of the month so many months ago. */
function month(ago: number): string {
  const [year = 0, currentMonth = 1] = today().split('-').map(Number);
  return new Date(Date.UTC(year, currentMonth - 1 - ago, 1)).toISOString().slice(0, 10);
}
const pulled = (oldest: number) =>
  happened(api, adsPullStream(application_id, org_id), {
    type: 'AdsPullCompleted',
    data: { application_id, org_id, pulled_at: now(), from_day: addDays(today(), -oldest), to_day: today() },
  });

describe('how much of the past is in', () => {
  it('has no entry before an organization is linked', async () => {
    expect(await progress(owner.token)).toEqual([]);
  });

  it('follows the pulls of days, then of months, and says how many there are once that is known', async () => {
    await linkOrganization(api, { id: application_id, adamId: 1500000001, accountId: owner.accountId }, objects, {
      pulled: false,
    });
    expect(await progress(owner.token)).toEqual([{ application_id, complete: false, months_in: 0, months: null }]);
    await pulled(89);
    const [byDay] = await progress(owner.token);
    expect(byDay).toMatchObject({ complete: false, months: null });
    expect(byDay?.months_in).toBeGreaterThanOrEqual(2);
    const common = { application_id, org_id, pulled_at: now() };
    const figures = { impressions: 9, taps: 1, tap_installs: 1, view_installs: 0, spend_micros: 5 };
    const rows = [{ campaign_id, country: 'US', ...figures }];
    await inTables(
      api,
      await happened(api, adsMonthStream(application_id, org_id, month(13)), {
        type: 'AdsMonthRowsRecorded',
        data: { ...common, month: month(13), currency: 'USD', rows },
      }),
    );
    await happened(api, adsExtraPullStream(application_id, org_id), {
      type: 'AdsExtraPullCompleted',
      data: { ...common, subject: 'months', from_day: month(23), to_day: month(2) },
    });
    expect(await progress(owner.token)).toEqual([{ application_id, complete: true, months_in: 14, months: 14 }]);
  });

  it('is less while ever earlier users arrive', async () => {
    const proof = { application_id, first_event_day: month(4), test: false, at: now() };
    const position = await happened(api, applicationStream(application_id), {
      type: 'SdkIntegrationProven',
      data: proof,
    });
    await api.deps.directory.reached(position);
    expect(await progress(owner.token)).toEqual([{ application_id, complete: false, months_in: 4, months: 14 }]);
  });

  it('is not shown to another team', async () => {
    expect(await progress((await api.signUp()).token)).toEqual([]);
  });
});
