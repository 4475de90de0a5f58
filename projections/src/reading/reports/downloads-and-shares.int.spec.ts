import type { ClickHouseClient } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignReport, exactSharesSince, keywordReport } from '../../queries.ts';
import { extraPulled, shares } from '../../testing/ads-extra-events.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import {
  adamId,
  adGroup,
  applicationId,
  campaign,
  figures,
  keyword,
  orgId,
  pullCompleted,
} from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import type { ReportQuestion } from './report.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function written(...events: StreamEvent[]): Promise<ClickHouseClient> {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), [100]);
  return client;
}

const question: ReportQuestion = {
  scope: {
    applicationId,
    adamId,
    orgId,
    orgCurrency: 'EUR',
    timeZone: 'UTC',
    currency: 'EUR',
    smallBusiness: false,
    linkedOrgIds: [orgId],
  },
  from: '2026-03-01',
  to: '2026-03-06',
  countries: null,
  claimType: 'total',
  status: 'all',
  now: new Date('2026-03-10T23:00:00.000Z'),
};
const structure = [campaign(1), adGroup(1, 11), keyword(1, 11, 111), pullCompleted('2026-03-10T12:00:00.000Z')];
const day = { impressions: 100, taps: 10, tap_installs: 4, view_installs: 2 };
const downloads = { tap_new_downloads: 3, tap_redownloads: 1, view_new_downloads: 2, tap_pre_orders: 5 };

describe('installs by kind and pre-orders', () => {
  it('follow the claim type', async () => {
    const client = await written(...structure, figures('campaign', 1, '2026-03-05', [{ ...day, downloads }]));
    const totals = async (claimType: ReportQuestion['claimType']) =>
      (await campaignReport(client, { ...question, claimType })).totals;
    expect(await totals('total')).toMatchObject({ new_downloads: 5, redownloads: 1, pre_orders: 5 });
    expect(await totals('click')).toMatchObject({ new_downloads: 3, redownloads: 1, pre_orders: 5 });
    expect(await totals('view')).toMatchObject({ new_downloads: 2, redownloads: 0, pre_orders: 0 });
  });

  it('are not known of a day that was stored without them, and a sum with such a day says so', async () => {
    const stored = figures('campaign', 1, '2026-03-04', [day]);
    const client = await written(...structure, stored, figures('campaign', 1, '2026-03-05', [{ ...day, downloads }]));
    const partial = await campaignReport(client, question);
    expect(partial.totals).toMatchObject({ installs: 12, new_downloads: 5 });
    expect(partial.warning).toContain('New downloads, redownloads and pre-orders are not known');
    const unknown = await campaignReport(client, { ...question, to: '2026-03-04' });
    expect(unknown.totals).toMatchObject({ installs: 6, new_downloads: null, redownloads: null, pre_orders: null });
    const whole = await campaignReport(client, { ...question, from: '2026-03-05' });
    for (const { warning = '' } of [unknown, whole]) expect(warning).not.toContain('downloads');
  });
});

describe('impression shares', () => {
  const ofGroup = { ...question, campaignId: 1, adGroupId: 11 };
  const figuresOf = (...days: string[]) =>
    days.map((date) => figures('keyword', 1, date, [{ ad_group_id: 11, keyword_id: 111, ...day }]));
  const range = { search_term: 'k111', low_share: 0.11, high_share: 0.2 };
  const exact = {
    search_term: 'k111',
    low_share: 0.4,
    high_share: 0.4,
    all_slots: { low_share: 0.25, high_share: 0.25 },
  };

  it('of all slots are beside those of the first, of the days that have them', async () => {
    const client = await written(
      ...structure,
      ...figuresOf('2026-03-04', '2026-03-05'),
      shares('2026-03-04', [range]),
      shares('2026-03-05', [exact]),
      extraPulled('impression_share'),
    );
    const [row] = (await keywordReport(client, { ...ofGroup, from: '2026-03-05' })).rows;
    expect(row).toMatchObject({ impression_share: 0.4, all_slots_impression_share: 0.25 });
    const [both] = (await keywordReport(client, ofGroup)).rows;
    expect(both).toMatchObject({ all_slots_impression_share: 0.25 });
    expect(both?.impression_share).toBeCloseTo(200 / (100 / 0.155 + 100 / 0.4), 10);
  });

  it('of a term that was shown in later slots only are no share of the first', async () => {
    const later = { search_term: 'k111', all_slots: { low_share: 0.1, high_share: 0.1 } };
    const client = await written(
      ...structure,
      ...figuresOf('2026-03-05'),
      shares('2026-03-05', [later]),
      extraPulled('impression_share'),
    );
    const [row] = (await keywordReport(client, ofGroup)).rows;
    expect(row).toMatchObject({ impression_share: null, rank: null, all_slots_impression_share: 0.1 });
  });

  it('are exact since the first day that is no range', async () => {
    const since = async (...events: StreamEvent[]) =>
      exactSharesSince(await written(...structure, ...events), { applicationId, orgId });
    expect(await since(shares('2026-03-04', [range]), shares('2026-03-05', [exact]))).toBe('2026-03-05');
    expect(await since(shares('2026-03-04', [exact]))).toBeNull();
    expect(await since(shares('2026-03-04', [range]))).toBeNull();
    expect(await since()).toBeNull();
  });
});
