import { type ExplanationResponse, metricOf } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { bandView, figureTitle, formulaText, ledgerOf, quantityLabel, vatText } from './explain-figure.ts';

const explanation = (part: Partial<ExplanationResponse>): ExplanationResponse => ({
  status: 'ok',
  column: '',
  value: null,
  terms: [],
  counted: [],
  parts: [],
  band: null,
  estimated: null,
  cut: null,
  models: [],
  exact_since: null,
  vat: [],
  fees: [],
  rates: [],
  currency: 'USD',
  as_of: { ads: null, sdk: null, store: null, impression_share: null },
  ...part,
});
const lines = (column: string, part: Partial<ExplanationResponse>) =>
  ledgerOf(metricOf(column), explanation(part)).map(({ label, amount }) => `${label}: ${amount}`);

describe('how a figure is made', () => {
  it('is its formula in the words of the columns', () => {
    expect(formulaText(metricOf('predicted_roas'))).toBe('Predicted income ÷ Spend');
    expect(formulaText(metricOf('current_result'))).toBe('Income − Spend');
    expect(formulaText(metricOf('cpm'))).toBe('Spend ÷ Impressions × 1000');
    expect(formulaText(metricOf('taps'))).toBeNull();
  });

  it('names every quantity that any column is made of', () => {
    for (const column of ['match_rate', 'rank', '7d_impression_share', 'trial_to_conversion', 'refund_rate']) {
      expect(formulaText(metricOf(column)), column).not.toMatch(/_/);
    }
    expect(quantityLabel('spend')).toBe('Spend');
  });

  it('adds parts up to the income, then divides by the spend', () => {
    const part = {
      value: 1.2892,
      terms: [
        { quantity: 'predicted_income', value: 828.07 },
        { quantity: 'spend', value: 642.32 },
      ],
      parts: [
        { kind: 'ended' as const, count: 10, received: 68.5, remaining: 0 },
        { kind: 'active' as const, count: 15, received: 300, remaining: 319.05 },
      ],
    };
    expect(lines('predicted_roas', part)).toEqual([
      'Cancelled subscriptions: 68.50',
      'Active × LTV at charge: 619',
      'Predicted income: 828',
      'Spend: ÷ 642',
      'Predicted ROAS: 128.92 %',
    ]);
  });

  it('of income so far counts only what was paid', () => {
    const parts = [{ kind: 'active' as const, count: 15, received: 30.5, remaining: 319.05 }];
    expect(lines('current_income', { value: 30.5, parts })).toEqual(['Active × LTV at charge: 30.50', 'Income: 30.50']);
    const [line] = ledgerOf(metricOf('current_income'), explanation({ parts }));
    expect(line?.detail).toBe('15, already paid');
  });

  it('says that it is predicted', () => {
    expect([figureTitle(metricOf('predicted_income')), figureTitle(metricOf('predicted_roas'))]).toEqual([
      'Predicted income',
      'Predicted ROAS',
    ]);
    expect(figureTitle(metricOf('current_income'))).toBe('Income');
  });

  it('names the taxes with their countries', () => {
    const vat = [
      { country: 'DE', rate: 0.19 },
      { country: 'HU', rate: 0.27 },
    ];
    expect(vatText(vat)).toBe('DE 19 %, HU 27 %');
  });
});

describe('a band', () => {
  it('lies on its track with the figure and the break-even point in their order', () => {
    const view = bandView(metricOf('predicted_roas'), explanation({ value: 1.29, band: { low: 1.04, high: 1.57 } }));
    const positions = [view?.breakEven ?? 0, view?.low ?? 0, view?.point ?? 0, view?.high ?? 0];
    expect(positions).toEqual([...positions].sort((first, second) => first - second));
    expect(positions.every((position) => position > 0 && position < 1)).toBe(true);
  });

  it('of a result breaks even at nothing, and income has no such point', () => {
    const even = { value: -5, band: { low: -20, high: 10 } };
    expect(bandView(metricOf('predicted_result'), explanation(even))?.breakEven).toBeGreaterThan(0.5);
    expect(
      bandView(metricOf('predicted_income'), explanation({ value: 5, band: { low: 4, high: 9 } }))?.breakEven,
    ).toBeNull();
  });

  it('is not drawn where there is none, and stays on the track when it has no width', () => {
    expect(bandView(metricOf('taps'), explanation({ value: 5 }))).toBeNull();
    const flat = bandView(metricOf('predicted_income'), explanation({ value: 0, band: { low: 0, high: 0 } }));
    expect([flat?.low, flat?.high].every((position) => Number.isFinite(position))).toBe(true);
  });
});
