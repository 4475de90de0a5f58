import { describe, expect, it } from 'vitest';
import { builtInModel, fitApplication } from '../fit/fit-application.ts';
import type { ProductModel } from '../prediction.events.ts';
import { type DatedMoment, lineOf, onDay } from '../testing/line-builder.ts';
import { feeSchedule } from './active-subscription.ts';
import { conversionTable, ltvTable } from './chart-tables.ts';
import { ltvForCharge } from './ltv.ts';
import { curveOf } from './model-lookups.ts';

const terms = { price_ex_vat: 10, fees: feeSchedule({ period_days: 30.4375, small_business: false }) };
const nothing = builtInModel({
  product_id: 'M',
  period_days: 30.4375,
  intro_hours: 72,
  as_of: '2025-01-01T00:00:00.000Z',
});

/** So many trials a day apart or closer: two of five convert, three of four renew. */
function modelOf(trials: number): ProductModel {
  const lines = Array.from({ length: trials }, (_, i) => {
    const start = (300 * i) / trials;
    const moments: DatedMoment[] = i % 5 < 3 ? [['renewal_off', start + 1 + (i % 2)]] : [];
    for (let n = 0, day = start + 3; i % 5 >= 3 && n <= Math.floor(i / 5) % 4; n += 1, day += 30.4375) {
      moments.push(['charge', day]);
      if (n === Math.floor(i / 5) % 4) moments.push(['renewal_off', day + 9]);
    }
    return lineOf(moments, { start, country: i % 10 < 7 ? 'US' : 'DE' });
  });
  const [model] = fitApplication(lines, { asOf: onDay(420) });
  if (model === undefined) throw new Error('No model');
  return model;
}

describe('the LTV chart', () => {
  it('has the list of lifetime values, each within its range, and the same on every look', () => {
    const model = modelOf(500);
    for (const country of ['', 'US', 'DE']) {
      const curve = curveOf(model, country);
      const points = ltvTable(model, curve, terms);
      expect(points.map(({ ltv }) => ltv)).toEqual(ltvForCharge(model, curve, terms));
      for (const { ltv, low, high } of points) expect(low <= ltv && ltv <= high).toBe(true);
      expect(points.map(({ counted }) => counted).slice(0, 3)).toEqual(curve.counted.slice(0, 3));
      expect(ltvTable(model, curve, terms)).toEqual(points);
    }
  });

  it('is the less certain the fewer subscriptions are behind it', () => {
    const width = (model: ProductModel): number => {
      const [first] = ltvTable(model, curveOf(model, ''), terms);
      return first === undefined ? Number.NaN : (first.high - first.low) / first.ltv;
    };
    expect(width(nothing)).toBeGreaterThan(2 * width(modelOf(500)));
    expect(width(modelOf(500))).toBeGreaterThan(2 * width(modelOf(10_000)));
    expect(width(modelOf(10_000))).toBeGreaterThan(0);
  });
});

describe('the trial chart', () => {
  it('has the chance of every hour of the introduction within its range, and the trials behind it', () => {
    const model = modelOf(500);
    const curve = curveOf(model, '');
    const points = conversionTable(model, curve);
    expect(points.map(({ probability }) => probability)).toEqual(curve.conversion.slice(0, 73));
    for (const { probability, low, high } of points) {
      expect(low <= probability && probability <= high && high <= 1).toBe(true);
    }
    expect(points[0]?.counted).toBe(500);
    expect(points[40]?.counted).toBeLessThan(400);
  });

  it('has at its start the error of a plain share where every trial is over', () => {
    const model = modelOf(2000);
    const [first] = conversionTable(model, curveOf(model, ''));
    const share = first?.probability ?? Number.NaN;
    const halfWidth = 1.2816 * Math.sqrt((share * (1 - share)) / 2020);
    expect(((first?.high ?? 0) - (first?.low ?? 0)) / 2 / halfWidth).toBeCloseTo(1, 1);
  });

  it('is empty for a product without an introduction', () => {
    const model = builtInModel({ product_id: 'M', period_days: 7, intro_hours: null, as_of: nothing.as_of });
    expect(conversionTable(model, curveOf(model, ''))).toEqual([]);
  });
});
