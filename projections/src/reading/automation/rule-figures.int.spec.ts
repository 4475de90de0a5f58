import { adsReportStream, createPastFigures, type FigureName } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { applicationId, figures, orgId, rates } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { ruleFigures } from './rule-figures.queries.ts';
import { readSpendRates } from './spend-rates.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const first = '2026-03-04';
const second = '2026-03-05';
const third = '2026-03-06';
const days = { from: first, today: third };
const unread = (...names: FigureName[]) => ({ unread: names });

/** Keyword 111 is read whole, 112 in part, 113 in part until the last answer; the others have spend in other currencies. */
const events: StreamEvent[] = [
  rates(first, { USD: 1.1, GBP: 0.88 }),
  rates(second, { USD: 1.2, GBP: 0.75 }),
  figures('keyword', 1, first, [
    { ad_group_id: 11, keyword_id: 111, impressions: 50, taps: 3, tap_installs: 1, spend_micros: 900_000 },
    { ad_group_id: 11, keyword_id: 112, impressions: 20, taps: 0, spend_micros: 0, ...unread('taps', 'spend_micros') },
    { ad_group_id: 11, keyword_id: 113, impressions: 0, taps: 2, ...unread('impressions') },
    { ad_group_id: 11, keyword_id: 114, taps: 1, spend_micros: 440_000, currency: 'GBP' },
    { ad_group_id: 11, keyword_id: 114, taps: 1, spend_micros: 70_000, country: 'DE' },
    { ad_group_id: 11, keyword_id: 115, taps: 1, spend_micros: 440_000, currency: 'XAU' },
  ]),
  figures('keyword', 1, second, [
    { ad_group_id: 11, keyword_id: 112, impressions: 20, taps: 4, spend_micros: 300_000 },
    { ad_group_id: 11, keyword_id: 114, taps: 1, spend_micros: 300_000, currency: 'GBP' },
  ]),
  figures('keyword', 1, first, [{ ad_group_id: 11, keyword_id: 113, impressions: 30, taps: 2 }]),
  figures('campaign', 1, first, [
    { spend_micros: 970_000 },
    { spend_micros: 440_000, currency: 'GBP', country: 'GB' },
    { spend_micros: 440_000, currency: 'XAU', country: 'FR' },
  ]),
  figures('campaign', 1, second, [
    { spend_micros: 300_000 },
    { spend_micros: 300_000, currency: 'GBP', country: 'GB' },
  ]),
  figures('campaign', 1, third, [{ spend_micros: 0, ...unread('spend_micros') }]),
];

it('figures of rules name what is not known, convert other currencies, and are those that back-tests have', async () => {
  const client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events), [100]);
  const scope = { applicationId, orgId, campaignIds: [1], currency: 'EUR', spentFrom: first, ...days };
  const live = await ruleFigures(client, scope);
  const none = { impressions: 0, taps: 0, installs: 0, spend: 0 };
  expect(live.keywords).toEqual(
    new Map([
      ['1:11:111', { impressions: 50, taps: 3, installs: 1, spend: 900_000 }],
      ['1:11:112', { ...none, impressions: 40, taps: 4, spend: 300_000, partial: ['taps', 'spend'] }],
      ['1:11:113', { ...none, impressions: 30, taps: 2 }],
      // 0.44 pounds are half a euro, 0.3 on the next day are 0.4.
      ['1:11:114', { ...none, taps: 3, spend: 970_000 }],
      ['1:11:115', { ...none, taps: 1, partial: ['spend'] }],
    ]),
  );
  expect(live.spend).toEqual(
    new Map([
      [
        1,
        new Map([
          [first, 1_470_000],
          [second, 700_000],
          [third, 0],
        ]),
      ],
    ]),
  );
  expect(live.partialSpend).toEqual(new Map([[1, new Set([first, third])]]));
  expect(live.rates.map(({ currency, day, rate }) => [currency, day, rate.toFixed(4)])).toEqual([
    ['GBP', first, '1.1364'],
    ['GBP', second, '1.3333'],
  ]);

  const past = createPastFigures('EUR');
  for (const { stream, event } of events) {
    if (event.type !== 'AdsReportRowsRecorded') continue;
    expect(stream).toBe(adsReportStream(applicationId, orgId, event.data.day));
    past.apply(event.data);
  }
  const { rateOf } = await readSpendRates(client, 'EUR');
  const pastFigures = past.over(days, new Set([1]), rateOf);
  expect(pastFigures.keywords).toEqual(live.keywords);
  expect([pastFigures.spend, pastFigures.partialSpend]).toEqual([live.spend, live.partialSpend]);
});
