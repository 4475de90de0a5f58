import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  adsExtraPullDecider,
  adsMonthDecider,
  completeExtraPull,
  diffImpressionShares,
  diffMonthRows,
  diffSearchTermRows,
  impressionShareDecider,
  searchTermDecider,
} from './ads-extra.decider.ts';
import type { AdsExtraEvent, AdsMonthRow, ImpressionShareRow, SearchTermRow } from './ads-extra.events.ts';

const pulled_at = '2026-02-02T00:00:00.000Z';
const ids = { application_id: 3, org_id: 9 };
const figures = (taps: number) => ({
  impressions: taps * 10,
  taps,
  tap_installs: 0,
  view_installs: 0,
  spend_micros: taps * 1_500_000,
});

describe('a month of the ad service', () => {
  const scope = { ...ids, month: '2025-01-01', currency: 'USD', pulled_at };
  const row = (campaign_id: number, taps: number): AdsMonthRow => ({ campaign_id, country: 'US', ...figures(taps) });
  const recorded = (rows: AdsMonthRow[]): AdsExtraEvent => ({ type: 'AdsMonthRowsRecorded', data: { ...scope, rows } });

  it('is recorded where it says something new, and taken back where it says nothing any more', () => {
    given(adsMonthDecider, recorded([row(1, 4), row(2, 6), row(3, 8)]))
      .when((state) => diffMonthRows(state, scope, [row(1, 4), row(2, 7)]))
      .thenEvents(recorded([row(2, 7), row(3, 0)]));
  });

  it('fits into events however large it is', () => {
    const rows = Array.from({ length: 2345 }, (_, index) => row(index, 1));
    const sizes = diffMonthRows(new Map(), scope, rows).flatMap(({ data }) =>
      'rows' in data ? [data.rows.length] : [],
    );
    expect(sizes).toEqual([1000, 1000, 345]);
  });
});

describe('search terms of a day', () => {
  const scope = { ...ids, campaign_id: 700, day: '2026-02-01', currency: 'USD', pulled_at };
  const row = (text: string, taps: number): SearchTermRow => ({
    ad_group_id: 71,
    keyword_id: 711,
    text,
    source: 'TARGETED',
    country: 'US',
    ...figures(taps),
  });
  const recorded = (rows: SearchTermRow[], campaign_id = 700): AdsExtraEvent => ({
    type: 'SearchTermRowsRecorded',
    data: { ...scope, campaign_id, rows },
  });

  it('are recorded where they say something new, each campaign by itself', () => {
    given(searchTermDecider, recorded([row('calm', 4), row('rain', 2)]), recorded([row('calm', 9)], 701))
      .when((state) => diffSearchTermRows(state, scope, [row('calm', 5), row('rain', 2)]))
      .thenEvents(recorded([row('calm', 5)]));
  });

  it('are added up where the service gives one twice', () => {
    given(searchTermDecider)
      .when((state) => diffSearchTermRows(state, scope, [row('calm', 5), row('calm', 2)]))
      .thenEvents(recorded([row('calm', 7)]));
  });
});

describe('impression shares of a day', () => {
  const scope = { ...ids, day: '2026-02-01', pulled_at };
  const row = (search_term: string, high_share: number): ImpressionShareRow => ({
    country: 'US',
    search_term,
    low_share: high_share - 0.09,
    high_share,
    rank: 2,
    popularity: 4,
  });
  const recorded = (rows: ImpressionShareRow[]): AdsExtraEvent => ({
    type: 'ImpressionShareRecorded',
    data: { ...scope, rows },
  });

  it('keep those of all slots when a list comes without them', () => {
    const ofAll = (high_share: number) => ({ ...row('calm', 0.95), all_slots: { low_share: high_share, high_share } });
    given(impressionShareDecider, recorded([ofAll(0.3)]))
      .when((state) => diffImpressionShares(state, scope, [row('calm', 0.95)]))
      .thenNothing();
    given(impressionShareDecider, recorded([ofAll(0.3)]))
      .when((state) => diffImpressionShares(state, scope, [ofAll(0.4)]))
      .thenEvents(recorded([ofAll(0.4)]));
    const none = { low_share: 0, high_share: 0 };
    given(impressionShareDecider, recorded([ofAll(0.3)]))
      .when((state) => diffImpressionShares(state, scope, []))
      .thenEvents(recorded([{ ...ofAll(0.3), ...none, rank: 6, all_slots: none }]));
  });

  it('are recorded where they changed; a term that is no longer listed has a share of 0', () => {
    given(impressionShareDecider, recorded([row('calm', 0.3), row('rain', 0.5), row('sleep', 0.9)]))
      .when((state) => diffImpressionShares(state, scope, [row('calm', 0.3), row('rain', 0.6)]))
      .thenEvents(recorded([row('rain', 0.6), { ...row('sleep', 0.9), low_share: 0, high_share: 0, rank: 6 }]));
  });

  it('that are the same are not recorded', () => {
    given(impressionShareDecider, recorded([row('calm', 0.3)]))
      .when((state) => diffImpressionShares(state, scope, [row('calm', 0.3)]))
      .thenNothing();
  });
});

describe('a pull that is finished', () => {
  const done = (subject: 'months' | 'search_terms', at = pulled_at) => ({
    ...ids,
    subject,
    pulled_at: at,
    from_day: '2026-01-01',
    to_day: '2026-01-30',
  });
  const completed = (data: ReturnType<typeof done>): AdsExtraEvent => ({ type: 'AdsExtraPullCompleted', data });

  it('is recorded once for each subject', () => {
    given(adsExtraPullDecider, completed(done('months')))
      .when((state) => [...completeExtraPull(state, done('months')), ...completeExtraPull(state, done('search_terms'))])
      .thenEvents(completed(done('search_terms')));
  });

  it('is known by its last time', () => {
    given(adsExtraPullDecider, completed(done('months')), completed(done('months', '2026-03-01T00:00:00.000Z')))
      .when((state) => completeExtraPull(state, done('months', '2026-02-15T00:00:00.000Z')))
      .thenNothing();
  });
});
