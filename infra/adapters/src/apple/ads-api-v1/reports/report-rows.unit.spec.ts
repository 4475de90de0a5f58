import type { ReportLevel } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { readItems } from '../../ad-service/lists/item-reader.ts';
import { adFiguresFromRow, figuresFromRow, type RowContext, termsFromRow } from './report-rows.ts';
import { reportRowWire } from './report-schemas.ts';

const spend = { amount: '72.01', currency: 'EUR' };
const active = { impressions: 820, taps: 61, tapInstalls: 38, totalInstalls: 42, localSpend: spend };
const counts = { impressions: 820, taps: 61, tap_installs: 38, view_installs: 4, spend_micros: 72_010_000 };
const range = { from: '2026-11-20', to: '2026-11-26' };

const readWith =
  <Item>(translate: (wire: Parsed, context: RowContext) => Item[]) =>
  (row: object) =>
    readItems([row], {
      schema: reportRowWire,
      translate: (wire, notes) => translate(wire, { currency: 'EUR', notes, campaignId: 7, range }),
    });
type Parsed = ReturnType<typeof reportRowWire.parse>;
const figures = (level: ReportLevel) => readWith((wire, context) => figuresFromRow(wire, level, context));
const keyword = { id: 9, campaignId: 7, adGroupId: 8, text: 'sleep sounds', countryOrRegion: 'US' };

describe('rows of reports of version 1', () => {
  it('are ours, with the country of the row', () => {
    const row = { metadata: keyword, granularMetrics: [{ date: '2026-11-20', ...active }, { date: '2026-11-21' }] };
    const { items, notes, named } = figures('keyword')(row);
    const ids = { ad_group_id: 8, keyword_id: 9, country: 'US' };
    expect(items).toEqual([{ campaign_id: 7, day: '2026-11-20', row: { ...ids, ...counts } }]);
    expect([notes, named]).toEqual([[], new Map([[7, new Set(['8 9 US'])]])]);
  });

  it('hold installs by kind and pre-orders where they are given, without those of 0', () => {
    const kinds = { tapNewDownloads: 30, tapRedownloads: 8, viewNewDownloads: 4, viewRedownloads: 0 };
    const downloadsOf = (bucket: object) =>
      figures('keyword')({
        metadata: keyword,
        granularMetrics: [{ date: '2026-11-20', ...bucket }],
      }).items.map(({ row }) => row.downloads);
    expect(downloadsOf({ ...active, ...kinds })).toEqual([
      { tap_new_downloads: 30, tap_redownloads: 8, view_new_downloads: 4 },
    ]);
    expect(downloadsOf(active)).toEqual([undefined]);
    expect(downloadsOf({ ...active, ...kinds, viewRedownloads: 'some' })).toEqual([undefined]);
    // A pre-order comes before there is anything to install.
    expect(downloadsOf({ tapPreOrdersPlaced: 2 })).toEqual([{ tap_pre_orders: 2 }]);
  });

  it('are ours, with the country of each bucket', () => {
    const { countryOrRegion: _, ...metadata } = keyword;
    const buckets = ['US', 'GB'].map((country) => ({ date: '2026-11-20', countryOrRegion: country, ...active }));
    const { items } = figures('keyword')({ metadata, granularMetrics: [...buckets, { date: '2026-11-21' }] });
    expect(items.map(({ row }) => row.country)).toEqual(['US', 'GB']);
  });

  it('are not used without a country, which was asked for', () => {
    const { countryOrRegion: _, ...metadata } = keyword;
    const { items, notes } = figures('keyword')({ metadata, granularMetrics: [{ date: '2026-11-20', ...active }] });
    expect([items, notes]).toMatchObject([[], [{ reason: 'unreadable_row' }]]);
  });

  it('of one day that was not asked for are left out', () => {
    const row = { metadata: { id: 7, countryOrRegion: 'US' }, granularMetrics: [{ date: '2026-11-19', ...active }] };
    expect(figures('campaign')(row).items).toEqual([]);
  });

  it('keep what can be read of a bucket, whatever its words and other fields', () => {
    const bucket = { date: '2026-11-20', ...active, taps: 'many', brandNew: {} };
    const row = { metadata: { ...keyword, displayStatus: 'BRAND_NEW', status: 'X' }, granularMetrics: [bucket] };
    expect(figures('keyword')(row).items).toMatchObject([{ row: { impressions: 820, taps: 0, unread: ['taps'] } }]);
  });

  it('of ads name their creative; figures of the default page have no ad', () => {
    const read = readWith(adFiguresFromRow);
    const metadata = { id: 5, adGroupId: 8, creative: { id: 6 }, countryOrRegion: 'US' };
    const granularMetrics = [{ date: '2026-11-20', ...active }];
    expect(read({ metadata, granularMetrics }).items).toMatchObject([{ ad_id: 5, ad_group_id: 8, creative_id: 6 }]);
    const { items, notes } = read({ metadata: { ...metadata, id: -1 }, granularMetrics });
    expect([items, notes]).toEqual([[], []]);
  });

  it.each([
    [{ searchTermSource: 'TARGETED', keyword: { id: 9 } }, 9, 'TARGETED'],
    [{ searchTermSource: 'SEARCH', keyword: { id: 9 } }, 9, 'TARGETED'],
    [{ searchTermSource: 'AUTO', keyword: null }, 0, 'AUTO'],
    [{ searchTermSource: 'SEARCH' }, 0, 'AUTO'],
    [{ searchTermText: null }, 0, 'AUTO'],
  ])('of search terms say where they come from: %j', (metadata, keyword_id, source) => {
    const row = { adGroupId: 8, searchTermText: 'Sleep', countryOrRegion: 'US', ...metadata };
    const { items } = readWith(termsFromRow)({ metadata: row, granularMetrics: [{ date: '2026-11-20', ...active }] });
    const text = 'searchTermText' in metadata ? '' : 'Sleep';
    expect(items).toMatchObject([{ day: '2026-11-20', row: { ad_group_id: 8, keyword_id, source, text } }]);
  });
});
