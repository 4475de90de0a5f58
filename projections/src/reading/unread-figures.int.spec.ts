import { type AdFiguresRow, adFiguresStream, type SearchTermRow } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFigures, termFigures } from '../queries.ts';
import { extraIncomplete, extraPulled, searchTerms, termTotals } from '../testing/ads-extra-events.ts';
import { asRecorded, type StreamEvent } from '../testing/recorded-events.ts';
import { applicationId, figures, orgId, pullIncomplete, rates } from '../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../testing/tables-under-test.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const days = { from: '2026-03-05', to: '2026-03-06' };
const scope = { applicationId, orgId, orgCurrency: 'EUR', campaignId: 1 };

async function written(...events: StreamEvent[]) {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), [100]);
  return client;
}

/** Figures of an ad with a product page. */
const adFigures = (day: string, row: Partial<AdFiguresRow>): StreamEvent => {
  const ids = { application_id: applicationId, org_id: orgId, campaign_id: 1 };
  const counts = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };
  const ad = { ad_id: 5, ad_group_id: 11, creative_id: 6, country: 'US', ...counts, ...row };
  const data = { ...ids, currency: 'EUR', day, pulled_at: '2026-03-10T12:00:00.000Z', rows: [ad] };
  return { stream: adFiguresStream(applicationId, orgId, day), event: { type: 'AdFiguresRecorded', data } };
};

it('figures of search terms are not known where no day could be read', async () => {
  const row: Partial<SearchTermRow> = { text: 'sleep', impressions: 20, taps: 2 };
  const client = await written(
    searchTerms(1, days.from, [{ ...row, unread: ['taps', 'spend_micros'], taps: 0 }]),
    searchTerms(1, days.to, [{ ...row, unread: ['spend_micros'] }]),
    extraPulled('search_terms'),
  );
  const { figures: terms, gaps } = await termFigures(client, scope, days);
  expect(terms).toMatchObject([{ text: 'sleep', impressions: 40, taps: 2, tap_installs: 0, spend_micros: null }]);
  expect(gaps.unread_figures).toBe(true);
});

describe('spend in another currency', () => {
  const inPounds = { currency: 'GBP', spend_micros: 800_000 };
  const published = [rates(days.from, { GBP: 0.8 }), rates(days.to, { GBP: 0.5 }), rates('2026-03-10', { GBP: 0.4 })];

  it('of search terms is converted at the rate of its day', async () => {
    const usualTerm = { text: 'sleep', impressions: 20, spend_micros: 3_000_000 };
    const client = await written(
      ...published,
      searchTerms(1, days.from, [usualTerm, { text: 'rain', impressions: 5, ...inPounds }]),
      searchTerms(1, days.to, [{ text: 'rain', impressions: 5, ...inPounds }]),
      extraPulled('search_terms'),
    );
    const { figures: terms, gaps, rateDay } = await termFigures(client, scope, days);
    expect(terms.map(({ text, spend_micros }) => [text, spend_micros])).toEqual([
      ['sleep', 3_000_000],
      ['rain', 1_000_000 + 1_600_000],
    ]);
    expect([gaps.foreign_spend, rateDay]).toEqual([['GBP'], null]);
  });

  it('of search terms over a year is converted at the rate of the last day', async () => {
    const client = await written(...published, ...termTotals(1, [{ text: 'rain', impressions: 5, ...inPounds }]));
    const { figures: terms, gaps, rateDay } = await termFigures(client, scope);
    expect(terms).toMatchObject([{ text: 'rain', spend_micros: 2_000_000 }]);
    expect([gaps.foreign_spend, rateDay]).toEqual([['GBP'], '2026-03-10']);
  });

  it('of product pages is converted at the rate of its day', async () => {
    const client = await written(
      ...published,
      figures('ad_group', 1, days.from, [{ ad_group_id: 11, taps: 5, spend_micros: 3_000_000 }]),
      figures('ad_group', 1, days.to, [{ ad_group_id: 11, taps: 5, ...inPounds }]),
      adFigures(days.from, inPounds),
    );
    const { adGroups, ads, gaps } = await pageFigures(client, { ...scope, ...days });
    expect([adGroups[0]?.spend_micros, ads[0]?.spend_micros]).toEqual([4_600_000, 1_000_000]);
    expect(gaps.foreign_spend).toEqual(['GBP']);
  });

  it('is left out while there is no rate, and no difference is made of it', async () => {
    const client = await written(
      figures('ad_group', 1, days.to, [{ ad_group_id: 11, taps: 5, spend_micros: 3_000_000 }]),
      adFigures(days.from, inPounds),
      ...termTotals(1, [{ text: 'rain', impressions: 5, ...inPounds }]),
    );
    const { ads, gaps } = await pageFigures(client, { ...scope, ...days });
    expect(ads).toMatchObject([{ spend_micros: null, unread: ['spend_micros'] }]);
    expect(gaps).toMatchObject({ unrated_spend: ['GBP'], unread_figures: false });
    expect((await termFigures(client, scope)).figures).toMatchObject([{ spend_micros: null }]);
  });
});

describe('a pull of search terms that was not whole', () => {
  it('is said with its terms, and until the next whole one', async () => {
    const since = '2026-03-10T12:00:00.000Z';
    const problem = extraIncomplete('search_terms', since);
    const others = [extraIncomplete('months', since), pullIncomplete(since)];
    for (const range of [days, undefined]) {
      const client = await written(extraPulled('search_terms'), problem, ...others);
      const { gaps } = await termFigures(client, scope, range);
      expect(gaps.ads_problems).toEqual([{ subject: 'search_terms', since, state: 'partial', reason: 'short_list' }]);
      const later = await written(problem, extraPulled('search_terms'), ...others);
      expect((await termFigures(later, scope, range)).gaps.ads_problems).toEqual([]);
    }
  });

  it('is nothing that product pages are made of; a pull of figures is', async () => {
    const since = '2026-03-10T12:00:00.000Z';
    const client = await written(extraIncomplete('search_terms', since), pullIncomplete(since));
    const { gaps } = await pageFigures(client, { ...scope, ...days });
    expect(gaps.ads_problems).toMatchObject([{ subject: 'ads', since }]);
  });
});

it('figures of product pages name what could not be read on some day', async () => {
  const client = await written(
    figures('ad_group', 1, days.from, [{ ad_group_id: 11, impressions: 90, taps: 5, spend_micros: 1_000_000 }]),
    figures('ad_group', 1, days.to, [{ ad_group_id: 11, impressions: 10, unread: ['taps'] }]),
    adFigures(days.from, { impressions: 9, tap_installs: 1, unread: ['taps', 'spend_micros'] }),
  );
  const { adGroups, ads } = await pageFigures(client, { ...scope, ...days });
  expect(ads).toMatchObject([
    { impressions: 9, taps: null, tap_installs: 1, spend_micros: null, unread: ['taps', 'spend_micros'] },
  ]);
  expect(adGroups).toMatchObject([{ impressions: 100, taps: 5, spend_micros: 1_000_000, unread: ['taps'] }]);
});
