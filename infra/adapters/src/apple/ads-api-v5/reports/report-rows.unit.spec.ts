import type { ReportLevel } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { readItems } from '../../ad-service/lists/item-reader.ts';
import { reportRowWire } from '../schemas.ts';
import { figuresFromRow } from './report-rows.ts';

const active = {
  date: '2026-02-01',
  impressions: 820,
  taps: 61,
  tapInstalls: 38,
  viewInstalls: 4,
  totalInstalls: 42,
  localSpend: { amount: '72.1234', currency: 'USD' },
};

const row = (granularity: unknown, metadata: object = {}) => ({
  other: false,
  metadata: { countryOrRegion: 'US', ...metadata },
  granularity,
});

/** A report row read in an organization that pays in dollars. */
const read = (object: object, level: ReportLevel, campaignId: number | null) =>
  readItems([object], {
    schema: reportRowWire,
    translate: (wire, notes) => figuresFromRow(wire, level, campaignId, { currency: 'USD', notes }),
  });

describe('figures of the ad service', () => {
  it('are one entry per day with activity', () => {
    const wire = row([active, { date: '2026-02-02' }, { ...active, date: '2026-02-03' }], { campaignId: 7 });
    const counts = { impressions: 820, taps: 61, tap_installs: 38, view_installs: 4, spend_micros: 72_123_400 };
    expect(read(wire, 'campaign', null)).toMatchObject({
      items: ['2026-02-01', '2026-02-03'].map((day) => ({
        campaign_id: 7,
        day,
        row: { ad_group_id: 0, keyword_id: 0, country: 'US', ...counts },
      })),
      notes: [],
    });
  });

  it('take the campaign they were asked of where a row does not repeat it', () => {
    expect(read(row([active], { adGroupId: 8, keywordId: 9 }), 'keyword', 7).items).toMatchObject([
      { campaign_id: 7, row: { ad_group_id: 8, keyword_id: 9 } },
    ]);
  });

  it('count installs after a view as what is left of the total when they are not given', () => {
    const { viewInstalls: _, ...older } = active;
    expect(read(row([older]), 'campaign', 7).items).toMatchObject([{ row: { view_installs: 4 } }]);
  });

  it.each([
    ['names no campaign', 'campaign' as const, null, {}],
    ['names no keyword', 'keyword' as const, 7, { adGroupId: 8 }],
    ['in an unknown form', 'keyword' as const, 7, { adGroupId: 8, keywordId: { id: 9 } }],
  ])('are noted as missing when a row %s', (detail, level, campaignId, metadata) => {
    const { items, notes } = read(row([active], metadata), level, campaignId);
    expect([items, notes]).toMatchObject([[], [{ reason: 'unreadable_row' }]]);
    expect(notes[0]?.detail).toContain(detail);
  });

  it.each([
    ['an amount that is no number', { localSpend: { amount: 'null', currency: 'USD' } }, 'spend_micros'],
    ['an amount without a currency', { localSpend: { amount: '1' } }, 'spend_micros'],
    ['an amount of another type', { localSpend: true }, 'spend_micros'],
    ['a count with a fraction', { taps: 1.5 }, 'taps'],
    ['a count of another type', { impressions: [820] }, 'impressions'],
    ['a count below nothing', { tapInstalls: -1 }, 'tap_installs'],
  ])('keep what can be read beside %s, which is not known and not 0', (_, strange, name) => {
    const { items, notes } = read(row([{ ...active, ...strange }]), 'campaign', 7);
    const readable = { impressions: 820, taps: 61, tap_installs: 38, view_installs: 4, spend_micros: 72_123_400 };
    expect(items).toMatchObject([{ row: { ...readable, [name]: 0, unread: [name] } }]);
    expect(notes).toMatchObject([{ reason: 'unreadable_field', times: 1 }]);
  });

  it('are read where a count or an id is written as text', () => {
    const wire = row([{ ...active, taps: '61' }], { adGroupId: '8', keywordId: 9 });
    expect(read(wire, 'keyword', 7)).toMatchObject({ items: [{ row: { ad_group_id: 8, taps: 61 } }], notes: [] });
  });

  it('say the currency of an amount that is not in that of the organization', () => {
    const wire = row([{ ...active, localSpend: { amount: '3', currency: 'EUR' } }]);
    expect(read(wire, 'campaign', 7)).toMatchObject({
      items: [{ row: { spend_micros: 3_000_000, currency: 'EUR' } }],
      notes: [],
    });
  });

  it('are noted as missing for a day that cannot be read', () => {
    const { items, notes } = read(row([active, { ...active, date: 20_260_202 }]), 'campaign', 7);
    expect([items.length, notes]).toMatchObject([1, [{ reason: 'unreadable_row' }]]);
  });
});
