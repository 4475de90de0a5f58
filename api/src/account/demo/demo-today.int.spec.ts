import { demoTodayPath, demoTodayResponseSchema } from '@tapwise/contract/today';
import { adsReportStream, type DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';

const objects: AdsObjects = { orgId: 4701, campaignId: 5701, adGroupId: 6701, keywordId: 7701 };
const applicationId = demoApplications[0].applicationId;
let api: ApiService;
beforeAll(async () => {
  api = await startApi({ tables: true, demo: true });
});
afterAll(() => api.stop());

/** What a pull of today said of the demo's campaign. */
function pulled(spend: number, installs: number): Promise<bigint> {
  const { orgId, campaignId } = objects;
  const now = api.deps.now().toISOString();
  const day = now.slice(0, 10);
  const counts = { impressions: 900, taps: 60, tap_installs: installs, view_installs: 0 };
  const event: DomainEventOf<'AdsReportRowsRecorded'> = {
    type: 'AdsReportRowsRecorded',
    data: {
      application_id: applicationId,
      org_id: orgId,
      campaign_id: campaignId,
      level: 'campaign',
      day,
      currency: 'USD',
      pulled_at: now,
      rows: [{ ad_group_id: 0, keyword_id: 0, country: 'US', ...counts, spend_micros: spend * 1_000_000 }],
    },
  };
  return happened(api, adsReportStream(applicationId, orgId, day), event);
}

describe('today of the demo, for the start page', () => {
  it('is asked for again while nothing is linked yet', async () => {
    const response = await api.call('GET', demoTodayPath);
    expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it('is answered without a session, from the tables', async () => {
    await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: demoAccountId }, objects);
    await inTables(api, await pulled(30, 20));
    const { status, body } = await api.call('GET', demoTodayPath);
    expect(status).toBe(200);
    const { application_name, currency, today } = demoTodayResponseSchema.parse(body);
    expect({ application_name, currency, spend: today.spend, installs: today.installs, trials: today.trials }).toEqual({
      application_name: 'Moonvale',
      currency: 'USD',
      spend: 30,
      installs: 20,
      trials: 0,
    });
  });

  it('is nothing that a server without the demo has', async () => {
    const plain = await startApi();
    try {
      expect(await plain.call('GET', demoTodayPath)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    } finally {
      await plain.stop();
    }
  });
});
