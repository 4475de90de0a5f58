import type { CountryLtvData, IapInfoResponse } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { curveMessages as words } from '../messages.ts';
import { countryRows, curveOf, dataOf, observedEnd, periodWord, pointName } from './curve.ts';
import { describePoint, sayCurvePoint } from './describe-point.ts';

const data = (part: Partial<CountryLtvData>): CountryLtvData => ({
  conversionProbability: [0.4, 0.5, 0.7],
  conversionLow: [0.3, 0.4, 0.6],
  conversionHigh: [0.5, 0.6, 0.8],
  ltvForCharge: [30, 45, 55],
  ltvLow: [28, 41, 48],
  ltvHigh: [32, 49, 62],
  paidForCharge: [7, 14, 21],
  subscriptionsForCharge: [100, 40, 5],
  trialsAtHour: [200, 100, 19],
  observedCharges: 2,
  totalAmount: 900,
  introDuration: '7d',
  confidence: 'high',
  ...part,
});
const world = data({});
const germany = data({ country: 'DE', ltvForCharge: [20, 25, 28], confidence: 'medium' });
const response: IapInfoResponse = {
  status: 'ok',
  product_id: 'pro.monthly',
  products: ['pro.monthly'],
  currency: 'USD',
  period_days: 30,
  horizon_months: 24,
  fitted_at: null,
  low_confidence: false,
  countries: [germany, world],
};

describe('a curve', () => {
  it('of a country is drawn beside the worldwide one; the worldwide one is drawn alone', () => {
    expect(curveOf('cltv', germany, world).map(({ worldwide }) => worldwide)).toEqual([30, 45, 55]);
    expect(curveOf('cltv', world, world).map(({ worldwide }) => worldwide)).toEqual([null, null, null]);
  });

  it('of charges begins at charge 1 and is observed as far as the server says', () => {
    const points = curveOf('cltv', world, world);
    expect(points.map(({ x, observed, count }) => [x, observed, count])).toEqual([
      [1, true, 100],
      [2, true, 40],
      [3, false, 5],
    ]);
    expect(observedEnd(points)).toBe(1);
  });

  it('of trials ends with the last hour of the introduction: after it only late payments are left', () => {
    const chances = { conversionProbability: [0.4, 0.5, 0.94, 0.54], trialsAtHour: [200, 100, 90, 3] };
    const points = curveOf('trial_conversion', data(chances), null);
    expect(points.map(({ x, value }) => [x, value])).toEqual([
      [0, 0.4],
      [1, 0.5],
      [2, 0.94],
    ]);
  });

  it('of trials begins at hour 0 and is observed as far as twenty trials were seen, also behind a gap', () => {
    const observed = (trialsAtHour: number[]) =>
      curveOf(
        'trial_conversion',
        data({ trialsAtHour: [...trialsAtHour, 0], conversionProbability: [0.4, 0.5, 0.7, 0.2] }),
        null,
      ).map((point) => [point.x, point.observed]);
    expect(observed([200, 100, 19])).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ]);
    expect(observed([21, 19, 20]).map(([, seen]) => seen)).toEqual([true, true, true]);
    expect(observed([19, 3, 0]).map(([, seen]) => seen)).toEqual([false, false, false]);
  });

  it('says at each point what is paid, still expected, likely, and how many it is based on', () => {
    const [first, , last] = curveOf('cltv', germany, world);
    if (first === undefined || last === undefined) throw new Error('The curve has no points.');
    expect(describePoint('cltv', first, '$').map(({ name, text }) => `${name} ${text}`)).toEqual([
      'Already paid $7.00',
      'Still expected $13.00',
      'LTV $20.00',
      '80 % band $28.00 to $32.00',
      'Worldwide $30.00',
      'Renewals due 100',
    ]);
    expect(sayCurvePoint('cltv', last, '$')).toMatch(/^Charge 3: .*Not yet observed model$/);
  });

  it('falls back to the world for a country without one', () => {
    expect(dataOf(response, 'JP')).toBe(world);
    expect(dataOf(response, 'DE')).toBe(germany);
  });
});

describe('countries beside the curve', () => {
  it('are ordered by value, and are hatched where they are based on the world', () => {
    expect(countryRows('cltv', response).map(({ country, value, leaning }) => [country, value, leaning])).toEqual([
      [null, 30, false],
      ['DE', 20, true],
    ]);
  });

  it('without a point are left out', () => {
    const none = { ...response, countries: [world, data({ country: 'FR', conversionProbability: [] })] };
    expect(countryRows('trial_conversion', none).map(({ country }) => country)).toEqual([null]);
  });
});

describe('words of the figures', () => {
  it('do not count what has not been seen yet', () => {
    expect([0, 1, 1200].map((count) => words.lasted(count, 84))).toEqual([
      'no trial has lasted 84 h yet',
      '1 trial lasted 84 h',
      '1,200 trials lasted 84 h',
    ]);
    expect(words.dueAgain(0, 0)).toBe('none yet: the curve is an estimate');
    expect(words.dueAgain(40, 8)).toBe('8 renewed');
    expect([words.observedTo(0, false), words.observedTo(3, false), words.observedTo(25, true)]).toEqual([
      'no charge has 20 renewals due yet',
      'later ones have under 20 renewals due',
      'the whole curve',
    ]);
  });
});

describe('words of the axis', () => {
  it('name the period and the hour', () => {
    expect([7, 30, 365.25, null].map(periodWord)).toEqual(['weekly', 'monthly', 'yearly', '']);
    expect(pointName('trial_conversion', 30)).toBe('Hour 30 (day 2)');
  });
});
