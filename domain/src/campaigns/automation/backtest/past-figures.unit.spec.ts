import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPastFigures, type RecordedFigures } from './past-figures.ts';

const recorded = (
  day: string,
  level: 'campaign' | 'keyword',
  impressions: number,
  country = 'US',
): RecordedFigures => ({
  application_id: 3,
  org_id: 9,
  campaign_id: 700,
  day,
  level,
  currency: 'USD',
  pulled_at: '2026-03-27T08:00:00.000Z',
  rows: [
    {
      ad_group_id: 710,
      keyword_id: level === 'keyword' ? 720 : 0,
      country,
      impressions,
      taps: 1,
      tap_installs: 2,
      view_installs: 3,
      spend_micros: impressions * 10,
    },
  ],
});
const campaigns = new Set([700]);
const noRates = () => undefined;

describe('figures of the past', () => {
  it('are what was known then: a restated row takes the place of the one before', () => {
    const figures = createPastFigures('USD');
    const lifetime = { from: '2024-03-27', today: '2026-03-27' };
    figures.apply(recorded('2026-03-26', 'keyword', 100));
    figures.apply(recorded('2026-03-26', 'keyword', 5, 'DE'));
    const inputs = () => figures.over(lifetime, campaigns, noRates).keywords.get('700:710:720');
    expect(inputs()).toEqual({ impressions: 105, taps: 2, installs: 4, spend: 1050 });
    figures.apply(recorded('2026-03-26', 'keyword', 80));
    expect(inputs()).toEqual({ impressions: 85, taps: 2, installs: 4, spend: 850 });
    figures.apply(recorded('2026-03-28', 'keyword', 1000));
    expect(inputs()?.impressions).toBe(85);
    expect(
      figures.over({ from: '2026-03-27', today: '2026-03-28' }, campaigns, noRates).keywords.get('700:710:720'),
    ).toMatchObject({ impressions: 1000 });
    figures.apply(recorded('2026-03-27', 'campaign', 70));
    expect(figures.over(lifetime, campaigns, noRates).spend).toEqual(new Map([[700, new Map([['2026-03-27', 700]])]]));
    expect(figures.over(lifetime, new Set([701]), noRates).spend.size).toBe(0);
  });

  it('name what could not be read, until it is, and convert spend in another currency', () => {
    const figures = createPastFigures('USD');
    const rateOf = (currency: string) => (currency === 'GBP' ? 1.25 : undefined);
    const lifetime = { from: '2024-03-27', today: '2026-03-27' };
    const keyword = () => figures.over(lifetime, campaigns, rateOf).keywords.get('700:710:720');
    const record = (day: string, level: 'campaign' | 'keyword', row: Partial<RecordedFigures['rows'][number]>) => {
      const whole = recorded(day, level, 100);
      figures.apply({ ...whole, rows: whole.rows.map((wholeRow) => ({ ...wholeRow, ...row })) });
    };
    record('2026-03-25', 'keyword', {});
    record('2026-03-26', 'keyword', { impressions: 0, unread: ['impressions', 'view_installs'] });
    expect(keyword()).toEqual({ impressions: 100, taps: 2, installs: 4, spend: 2000, partial: ['impressions'] });
    record('2026-03-26', 'keyword', { currency: 'GBP' });
    expect(keyword()).toEqual({ impressions: 200, taps: 2, installs: 4, spend: 2250 });
    record('2026-03-26', 'keyword', { currency: 'XAU' });
    expect(keyword()).toMatchObject({ spend: 1000, partial: ['spend'] });
    // Of days that are not asked for nothing is missing.
    const first = figures.over({ from: '2026-03-25', today: '2026-03-25' }, campaigns, rateOf);
    expect(first.keywords.get('700:710:720')).toEqual({ impressions: 100, taps: 1, installs: 2, spend: 1000 });
    record('2026-03-26', 'campaign', { currency: 'GBP' });
    record('2026-03-27', 'campaign', { spend_micros: 0, unread: ['spend_micros'] });
    const { spend, partialSpend } = figures.over(lifetime, campaigns, rateOf);
    expect([...(spend.get(700) ?? [])]).toEqual([
      ['2026-03-26', 1250],
      ['2026-03-27', 0],
    ]);
    expect(partialSpend).toEqual(new Map([[700, new Set(['2026-03-27'])]]));
  });

  it('are the same however the days moved before', () => {
    const days = ['2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28'] as const;
    const step = fc.oneof(
      fc.record({ day: fc.constantFrom(...days), impressions: fc.nat(50), country: fc.constantFrom('US', 'DE') }),
      fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days)),
    );
    const range = fc.tuple(fc.constantFrom(...days), fc.constantFrom(...days));
    fc.assert(
      fc.property(fc.array(step), range, (steps, [from, today]) => {
        const moved = createPastFigures('USD');
        const straight = createPastFigures('USD');
        for (const currentStep of steps) {
          if (Array.isArray(currentStep))
            moved.over({ from: currentStep[0], today: currentStep[1] }, campaigns, noRates);
          else
            for (const figures of [moved, straight])
              figures.apply(recorded(currentStep.day, 'keyword', currentStep.impressions, currentStep.country));
        }
        const impressionsIn = (figures: typeof moved) =>
          figures.over({ from, today }, campaigns, noRates).keywords.get('700:710:720')?.impressions ?? 0;
        expect(impressionsIn(moved)).toBe(impressionsIn(straight));
      }),
      { numRuns: 200 },
    );
  });
});
