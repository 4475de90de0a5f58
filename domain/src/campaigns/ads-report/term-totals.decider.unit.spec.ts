import { describe, expect, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import { adFiguresDecider, diffAdFigures } from './ad-figures.decider.ts';
import type { AdFiguresEvent } from './ad-figures.events.ts';
import { recordTermTotals, termTotalsDecider } from './term-totals.decider.ts';
import type { TermTotal, TermTotalEvent } from './term-totals.events.ts';

const figures = (taps: number) => ({
  impressions: taps * 10,
  taps,
  tap_installs: 0,
  view_installs: 0,
  spend_micros: taps * 1_500_000,
});
const pulled_at = '2026-11-22T06:00:00.000Z';
const ids = { application_id: 3, org_id: 9, campaign_id: 700, currency: 'USD' };

describe('a snapshot of search terms', () => {
  const scope = { ...ids, from_day: '2025-11-22', to_day: '2026-11-22', pulled_at };
  const next = { ...scope, to_day: '2026-11-23', pulled_at: '2026-11-23T06:00:00.000Z' };
  const row = (text: string, taps: number): TermTotal => ({ ad_group_id: 71, keyword_id: 711, text, ...figures(taps) });
  const recorded = (of: typeof scope, rows: TermTotal[]): TermTotalEvent => ({
    type: 'TermTotalsRecorded',
    data: { ...of, rows },
  });
  const pulled = (of: typeof scope): TermTotalEvent => ({ type: 'TermTotalsPulled', data: of });

  it('is recorded where it says something new, without what has no name', () => {
    given(termTotalsDecider, recorded(scope, [row('calm', 4), row('rain', 2)]), pulled(scope))
      .when((state) => recordTermTotals(state, next, [row('calm', 5), row('', 90)]))
      .thenEvents(recorded(next, [row('calm', 5), row('rain', 0)]), pulled(next));
  });

  it('is known to be current when nothing is new, and recorded once', () => {
    const seen = given(termTotalsDecider, recorded(scope, [row('calm', 4)]), pulled(scope));
    seen.when((state) => recordTermTotals(state, next, [row('calm', 4)])).thenEvents(pulled(next));
    seen.when((state) => recordTermTotals(state, scope, [row('calm', 9)])).thenNothing();
  });

  it('fits into events, and goes on where it was cut', () => {
    const rows = Array.from({ length: 2300 }, (_, index) => row(`term ${index}`, 1));
    const events = recordTermTotals(termTotalsDecider.initialState(), scope, rows);
    expect(events.map(({ data }) => ('rows' in data ? data.rows.length : 0))).toEqual([1000, 1000, 300, 0]);
    given(termTotalsDecider, ...events.slice(0, 2))
      .when((state) => recordTermTotals(state, scope, rows))
      .thenEvents(...events.slice(2));
  });
});

describe('figures of ads', () => {
  it('are recorded where they differ from what is known of the campaign', () => {
    const common = { ...ids, day: '2026-11-22', pulled_at };
    const row = (ad_id: number, taps: number) => ({
      ad_id,
      ad_group_id: 71,
      creative_id: 5,
      country: 'US',
      ...figures(taps),
    });
    const recorded = (rows: ReturnType<typeof row>[]): AdFiguresEvent => ({
      type: 'AdFiguresRecorded',
      data: { ...common, rows },
    });
    given(adFiguresDecider, recorded([row(1, 4), row(2, 6)]))
      .when((state) => diffAdFigures(state, common, [row(1, 4), row(3, 7)]))
      .thenEvents(recorded([row(3, 7), row(2, 0)]));
  });
});
