import type { RecordedEvent } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import {
  adGroup,
  applicationId,
  campaign,
  figures,
  keyword,
  orgId,
  pullCompleted,
  rateAccepted,
  rateHeldBack,
  rates,
  ratesCorrected,
} from '../../testing/sample-events.ts';
import { installReported, linked, notification, transaction } from '../../testing/sample-users.ts';
import { adStructureProjection } from '../ads/ad-structure/ad-structure.projection.ts';
import { adsReportProjection } from '../ads/ads-report/ads-report.projection.ts';
import { exchangeRateProjection } from '../exchange-rate/exchange-rate.projection.ts';
import { productPriceProjection } from '../product-price/product-price.projection.ts';
import { sourceFreshnessProjection } from '../source-freshness/source-freshness.projection.ts';
import type { EventProjection } from './projection.ts';

const recorded = (event: StreamEvent): RecordedEvent => asRecorded([event])[0] as RecordedEvent;
const marks = { log_position: '100', recorded_at: '2026-01-01T00:00:00.000Z' };

/** Given an event, then these rows. */
function rowsOf(projection: EventProjection, event: StreamEvent): { table: string; row: object }[] {
  const outcome = projection.project(recorded(event));
  return outcome.kind === 'rows' ? [...outcome.rows] : expect.fail(`${outcome.kind}: ${outcome.reason}`);
}

describe('figures of the ad service', () => {
  it('become one row per object, country and day, in a currency with a published rate', () => {
    const day = figures('ad_group', 3, '2026-03-02', [{ ad_group_id: 31, country: 'DE', taps: 4, spend_micros: 7 }], {
      currency: 'RMB',
    });
    expect(rowsOf(adsReportProjection, day)).toEqual([
      {
        table: 'ads_performance_per_day_v1',
        row: {
          application_id: applicationId,
          org_id: orgId,
          level: 'ad_group',
          day: '2026-03-02',
          campaign_id: 3,
          ad_group_id: 31,
          keyword_id: 0,
          country: 'DE',
          impressions: 0,
          taps: 4,
          tap_installs: 0,
          view_installs: 0,
          spend_micros: 7,
          currency: 'CNY',
          unread: 0,
          tap_new_downloads: null,
          view_new_downloads: null,
          tap_redownloads: null,
          view_redownloads: null,
          tap_pre_orders: null,
          view_pre_orders: null,
          ...marks,
        },
      },
    ]);
  });

  it('say installs by kind, of which one that is left out is 0', () => {
    const [row] = rowsOf(
      adsReportProjection,
      figures('campaign', 3, '2026-03-02', [
        { tap_installs: 4, downloads: { tap_new_downloads: 3, tap_redownloads: 1 } },
      ]),
    );
    const counts = { tap_new_downloads: 3, tap_redownloads: 1, view_new_downloads: 0, tap_pre_orders: 0 };
    expect(row?.row).toMatchObject(counts);
  });

  it('say the currency of their own amount, and which of them could not be read', () => {
    const [foreign, unread] = rowsOf(
      adsReportProjection,
      figures('campaign', 3, '2026-03-02', [
        { spend_micros: 7, currency: 'RMB' },
        { country: 'DE', taps: 4, unread: ['impressions', 'spend_micros'] },
      ]),
    );
    expect(foreign?.row).toMatchObject({ spend_micros: 7, currency: 'CNY', unread: 0 });
    expect(unread?.row).toMatchObject({ taps: 4, currency: 'EUR', unread: 17 });
  });

  it('of a day that does not exist are parked', () => {
    expect(adsReportProjection.project(recorded(figures('campaign', 3, '2026-02-30', [{}])))).toEqual({
      kind: 'park',
      reason: 'There is no day 2026-02-30',
    });
  });
});

describe('what the ad service shows', () => {
  it('becomes one row per campaign, ad group and keyword', () => {
    expect(rowsOf(adStructureProjection, campaign(3, { deleted: true }))).toMatchObject([
      { table: 'campaign_current_v1', row: { org_id: orgId, campaign_id: 3, name: 'C3', is_deleted: true, ...marks } },
    ]);
    expect(rowsOf(adStructureProjection, adGroup(3, 31))).toMatchObject([
      { table: 'ad_group_current_v1', row: { org_id: orgId, campaign_id: 3, ad_group_id: 31, is_deleted: false } },
    ]);
    expect(rowsOf(adStructureProjection, keyword(3, 31, 311))).toMatchObject([
      { table: 'keyword_current_v1', row: { org_id: orgId, campaign_id: 3, ad_group_id: 31, keyword_id: 311 } },
    ]);
  });
});

describe('reference rates', () => {
  it('become one row per currency, with the euro as one', () => {
    const rows = rowsOf(exchangeRateProjection, rates('2026-03-02', { USD: 1.1 })).map(({ row }) => row);
    expect(rows).toEqual([
      { currency: 'USD', day: '2026-03-02', units_per_euro: 1.1, ...marks },
      { currency: 'EUR', day: '2026-03-02', units_per_euro: 1, ...marks },
    ]);
  });

  it('are replaced where they are corrected or accepted, and not used while they are held back', () => {
    const used = (event: StreamEvent) =>
      rowsOf(exchangeRateProjection, event).map(({ row }) => ('units_per_euro' in row ? row.units_per_euro : null));
    expect(used(ratesCorrected('2026-03-02', { USD: 1.2 }, { USD: 1.1 }))).toEqual([1.2]);
    expect(used(rateAccepted('2026-03-02', 'USD', 11))).toEqual([11]);
    expect(exchangeRateProjection.eventTypes).not.toContain('ExchangeRatesHeldBack');
    expect(exchangeRateProjection.project(recorded(rateHeldBack('2026-03-02', 'USD', 11)))).toMatchObject({
      kind: 'skip',
    });
  });
});

describe('freshness', () => {
  it('is that of the source an event comes from', () => {
    const sourceOf = (event: StreamEvent) => rowsOf(sourceFreshnessProjection, event).map(({ row }) => row);
    expect(sourceOf(pullCompleted('2026-03-02T10:00:00.000Z'))).toMatchObject([
      { source: 'ads', org_id: orgId, fresh_at: '2026-03-02T10:00:00.000Z' },
    ]);
    expect(sourceOf(installReported('i1'))).toMatchObject([{ source: 'sdk', org_id: 0 }]);
    expect(sourceOf(linked('i1', 't1'))).toMatchObject([{ source: 'sdk', org_id: 0 }]);
    // Remembered rates are read again when this says that there are newer ones.
    expect(sourceOf(ratesCorrected('2026-03-02', { USD: 1.2 }, {}))).toMatchObject([{ source: 'rates' }]);
    expect(sourceOf(rateAccepted('2026-03-02', 'USD', 11))).toMatchObject([{ source: 'rates' }]);
    expect(sourceOf(notification('SUBSCRIBED', [transaction('t1')]))).toMatchObject([{ source: 'store', org_id: 0 }]);
  });

  it('says when what the ad service showed was changed last', () => {
    const changed = rowsOf(sourceFreshnessProjection, figures('campaign', 1, '2026-03-05', [{ taps: 9 }]));
    expect(changed).toMatchObject([{ row: { source: 'ads_changes', application_id: applicationId, org_id: orgId } }]);
    const seen = rowsOf(sourceFreshnessProjection, campaign(1));
    expect(seen).toMatchObject([{ row: { source: 'ads_changes', application_id: 0, org_id: orgId } }]);
  });
});

describe('prices', () => {
  it('are kept without tax, by product, storefront and day', () => {
    const sale = transaction('t1', { storefront: 'DE', currency: 'EUR', price_micros: 11_900_000 });
    expect(rowsOf(productPriceProjection, notification('SUBSCRIBED', [sale]))).toMatchObject([
      {
        table: 'product_price_per_day_v1',
        row: {
          product_id: 'monthly',
          storefront: 'DE',
          kind: 'charge',
          day: '2026-03-10',
          gross_ex_vat_micros: 10_000_000,
        },
      },
    ]);
  });

  it('of an offer say nothing about what others pay', () => {
    const offered = transaction('t1', { offer_type: 2, price_micros: 1_000_000 });
    expect(productPriceProjection.project(recorded(notification('SUBSCRIBED', [offered])))).toMatchObject({
      kind: 'skip',
    });
  });

  it('that the store does not name are no rows', () => {
    const silent = transaction('t1', { price_micros: null, currency: null, storefront: null });
    const old = notification('INITIAL_BUY', [silent], { version: 'v1' });
    expect(productPriceProjection.project(recorded(old))).toMatchObject({ kind: 'skip' });
  });
});
