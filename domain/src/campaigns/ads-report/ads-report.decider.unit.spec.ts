import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { adsReportDecider, diffReportRows, type ReportScope, reportedCampaigns } from './ads-report.decider.ts';
import type { AdsReportEvent, AdsReportRow } from './ads-report.events.ts';

const scope: ReportScope = {
  application_id: 3,
  org_id: 9,
  campaign_id: 700,
  level: 'keyword',
  day: '2026-01-01',
  currency: 'USD',
  pulled_at: '2026-01-02T00:00:00.000Z',
};
const row = (keyword_id: number, taps: number, country = 'US'): AdsReportRow => ({
  ad_group_id: 710,
  keyword_id,
  country,
  impressions: taps * 10,
  taps,
  tap_installs: Math.floor(taps / 2),
  view_installs: 0,
  spend_micros: taps * 1_500_000,
});
const recorded = (rows: AdsReportRow[], overrides: Partial<ReportScope> = {}): AdsReportEvent => ({
  type: 'AdsReportRowsRecorded',
  data: { ...scope, ...overrides, rows },
});

describe('a pull of report rows', () => {
  it('is recorded when it is new', () => {
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [row(1, 4), row(2, 6)]))
      .thenEvents(recorded([row(1, 4), row(2, 6)]));
  });

  it('that says the same again is not recorded', () => {
    given(adsReportDecider, recorded([row(1, 4), row(2, 6)]))
      .when((state) => diffReportRows(state, { ...scope, pulled_at: 'later' }, [row(2, 6), row(1, 4)]))
      .thenNothing();
  });

  it('records only rows the service restated', () => {
    given(adsReportDecider, recorded([row(1, 4), row(2, 6)]), recorded([row(2, 7)]))
      .when((state) => diffReportRows(state, scope, [row(1, 4), row(2, 8)]))
      .thenEvents(recorded([row(2, 8)]));
  });

  it('turns a row the service took back into zeros, once', () => {
    given(adsReportDecider, recorded([row(1, 4), row(2, 6)]))
      .when((state) => diffReportRows(state, scope, [row(1, 4)]))
      .thenEvents(recorded([row(2, 0)]));
    given(adsReportDecider, recorded([row(1, 4), row(2, 6)]), recorded([row(2, 0)]))
      .when((state) => diffReportRows(state, scope, [row(1, 4)]))
      .thenNothing();
  });

  it('that is not whole takes nothing back and reduces nothing, and raises what grew', () => {
    given(adsReportDecider, recorded([row(1, 4), row(2, 6), row(3, 8)]))
      .when((state) => diffReportRows(state, scope, [row(1, 5), row(2, 2)], false))
      .thenEvents(recorded([row(1, 5)]));
  });

  it('keeps the last known value of what could not be read, and says which was never known', () => {
    const unread = { ...row(1, 5), spend_micros: 0, unread: ['spend_micros' as const] };
    given(adsReportDecider, recorded([row(1, 4)]))
      .when((state) => diffReportRows(state, scope, [unread], false))
      .thenEvents(recorded([{ ...row(1, 5), spend_micros: row(1, 4).spend_micros }]));
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [unread], false))
      .thenEvents(recorded([unread]));
    given(adsReportDecider, recorded([unread]))
      .when((state) => diffReportRows(state, scope, [row(1, 5)]))
      .thenEvents(recorded([row(1, 5)]));
  });

  it('does not add up amounts of two currencies', () => {
    const other = { ...row(1, 4), currency: 'EUR' };
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [row(1, 4), other], false))
      .thenEvents(recorded([{ ...row(1, 8), tap_installs: 4, spend_micros: 0, unread: ['spend_micros'] }]));
  });

  it('keeps installs by kind that are known, and adds those that are new', () => {
    const withKinds = (downloads: AdsReportRow['downloads']) => ({ ...row(1, 4), downloads });
    given(adsReportDecider, recorded([row(1, 4)]))
      .when((state) => diffReportRows(state, scope, [withKinds({})]))
      .thenEvents(recorded([withKinds({})]));
    given(adsReportDecider, recorded([withKinds({ tap_new_downloads: 2 })]))
      .when((state) => diffReportRows(state, scope, [row(1, 4)]))
      .thenNothing();
    given(adsReportDecider, recorded([withKinds({ tap_new_downloads: 2 })]))
      .when((state) => diffReportRows(state, scope, [withKinds({ tap_new_downloads: 1, view_redownloads: 1 })], false))
      .thenEvents(recorded([withKinds({ tap_new_downloads: 2, view_redownloads: 1 })]));
    given(adsReportDecider, recorded([withKinds({ tap_new_downloads: 2 })]))
      .when((state) => diffReportRows(state, scope, []))
      .thenEvents(recorded([{ ...row(1, 0), downloads: {} }]));
  });

  it('does not know the kinds of a sum one of whose rows lacks them', () => {
    const split = { ...row(1, 4), downloads: { tap_new_downloads: 1 } };
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [split, split]))
      .thenEvents(recorded([{ ...row(1, 8), tap_installs: 4, downloads: { tap_new_downloads: 2 } }]));
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [split, row(1, 4)]))
      .thenEvents(recorded([{ ...row(1, 8), tap_installs: 4 }]));
  });

  it('does not record rows of zeros for objects without earlier figures', () => {
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [row(1, 0)]))
      .thenNothing();
  });

  it('keeps countries, levels and campaigns apart', () => {
    given(adsReportDecider, recorded([row(1, 4)]))
      .when((state) => diffReportRows(state, scope, [row(1, 4), row(1, 4, 'GB')]))
      .thenEvents(recorded([row(1, 4, 'GB')]));
    for (const other of [{ level: 'ad_group' as const }, { campaign_id: 701 }]) {
      given(adsReportDecider, recorded([row(1, 4)]))
        .when((state) => diffReportRows(state, { ...scope, ...other }, [row(1, 4)]))
        .thenEvents(recorded([row(1, 4)], other));
    }
  });

  it('adds up several rows of one object and country', () => {
    given(adsReportDecider)
      .when((state) => diffReportRows(state, scope, [row(0, 2), row(0, 4)]))
      .thenEvents(recorded([row(0, 6)]));
  });

  it('is cut into events of at most 1,000 rows that together say all of it', () => {
    const rows = Array.from({ length: 2001 }, (_, index) => row(index, index + 1));
    const events = diffReportRows(adsReportDecider.initialState(), scope, rows);
    const sizes = events.map((event) => (event.type === 'AdsReportRowsRecorded' ? event.data.rows.length : -1));
    expect(sizes).toEqual([1000, 1000, 1]);
    given(adsReportDecider, ...events)
      .when((state) => diffReportRows(state, scope, rows))
      .thenNothing();
  });
});

describe('a day', () => {
  it('knows which campaigns it has figures of, level by level', () => {
    const state = given(adsReportDecider, recorded([row(1, 4)]), recorded([row(1, 4)], { campaign_id: 701 })).state();
    expect([reportedCampaigns(state, 'keyword'), reportedCampaigns(state, 'campaign')]).toEqual([[700, 701], []]);
  });
});
