import { adFiguresStream, type SearchTermRow } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageFigures, termFigures } from '../queries.ts';
import { extraPulled, searchTerms } from '../testing/ads-extra-events.ts';
import { asRecorded, type StreamEvent } from '../testing/recorded-events.ts';
import { applicationId, figures, orgId } from '../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../testing/tables-under-test.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const days = { from: '2026-03-05', to: '2026-03-06' };
const scope = { applicationId, orgId, campaignId: 1 };

async function written(...events: StreamEvent[]) {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), [100]);
  return client;
}

it('figures of search terms are not known where no day could be read', async () => {
  const row: Partial<SearchTermRow> = { text: 'sleep', impressions: 20, taps: 2 };
  const client = await written(
    searchTerms(1, days.from, [{ ...row, unread: ['taps', 'spend_micros'], taps: 0 }]),
    searchTerms(1, days.to, [{ ...row, unread: ['spend_micros'] }]),
    extraPulled('search_terms'),
  );
  const { figures: found, unread } = await termFigures(client, scope, days);
  expect(found).toMatchObject([{ text: 'sleep', impressions: 40, taps: 2, tap_installs: 0, spend_micros: null }]);
  expect(unread).toBe(true);
});

it('figures of product pages name what could not be read on some day', async () => {
  const counts = { country: 'US', impressions: 9, taps: 0, tap_installs: 1, view_installs: 0, spend_micros: 0 };
  const ad = {
    ad_id: 5,
    ad_group_id: 11,
    creative_id: 6,
    ...counts,
    unread: ['taps' as const, 'spend_micros' as const],
  };
  const about = { application_id: applicationId, org_id: orgId, campaign_id: 1, currency: 'EUR' };
  const client = await written(
    figures('ad_group', 1, days.from, [{ ad_group_id: 11, impressions: 90, taps: 5, spend_micros: 1_000_000 }]),
    figures('ad_group', 1, days.to, [{ ad_group_id: 11, impressions: 10, unread: ['taps'] }]),
    {
      stream: adFiguresStream(applicationId, orgId, days.from),
      event: {
        type: 'AdFiguresRecorded',
        data: { ...about, day: days.from, pulled_at: '2026-03-10T12:00:00.000Z', rows: [ad] },
      },
    },
  );
  const { adGroups, ads } = await pageFigures(client, { ...scope, ...days });
  expect(ads).toMatchObject([
    { impressions: 9, taps: null, tap_installs: 1, spend_micros: null, unread: ['taps', 'spend_micros'] },
  ]);
  expect(adGroups).toMatchObject([{ impressions: 100, taps: 5, spend_micros: 1_000_000, unread: ['taps'] }]);
});
