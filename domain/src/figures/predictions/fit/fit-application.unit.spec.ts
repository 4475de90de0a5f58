import { describe, expect, it } from 'vitest';
import { builtInParameters } from '../curves/built-in.ts';
import { curveRetention } from '../curves/sbg.ts';
import { seededRandom } from '../numeric/seeded-random.ts';
import { type ProductModel, productModelField } from '../prediction.events.ts';
import { type DatedMoment, lineOf, onDay } from '../testing/line-builder.ts';
import { conversionAt, curveOf, recoveryAt, renewalChance, retentionAt } from '../value/model-lookups.ts';
import { builtInModel, fitApplication } from './fit-application.ts';
import type { SubscriptionLine } from './subscription-line.ts';

const month = 30.4375;

/** Trials that arrive over so many days; two in five convert, renewals fall by a chance that may depend on the number. */
function simulate(
  seed: number,
  options: { trials?: number; days?: number; renews?: (charge: number, day: number) => number; country?: string } = {},
): SubscriptionLine[] {
  const { trials = 600, days = 400, renews = () => 0.75, country } = options;
  const random = seededRandom(seed);
  return Array.from({ length: trials }, (_, index) => {
    const start = random() * days;
    const moments: DatedMoment[] = [];
    if (random() < 0.6) moments.push(['renewal_off', start + 3 * random()]);
    else {
      for (let charge = 1, day = start + 3; day < 1000; charge += 1, day += month) {
        moments.push(['charge', day]);
        if (random() < renews(charge, day)) continue;
        moments.push(['renewal_off', day + month * random()]);
        break;
      }
    }
    return lineOf(moments, { start, country: country ?? ['US', 'DE', 'GB'][index % 3] ?? '' });
  });
}

const only = (models: ProductModel[]): ProductModel => {
  const [model] = models;
  if (model === undefined) throw new Error('No model');
  return model;
};

describe('the model of an application', () => {
  it('of an earlier instant is what it was then, whatever has happened since', () => {
    // Payments overdue at that instant were recovered later, and charges made before it were given back later.
    const recovered = Array.from({ length: 100 }, (_, i): SubscriptionLine => {
      const start = 150 + i;
      const due = start + 3 + month;
      const moments: DatedMoment[] = [
        ['charge', start + 3],
        ['refund', start + 150, 1],
      ];
      moments.splice(1, 0, ['payment_failed', due], ['charge', due + 40, due]);
      return lineOf(moments, { start });
    });
    const lines = [...simulate(1), ...recovered];
    const asOf = onDay(300);
    const linesThen = lines
      .filter((line) => line.started_at <= asOf)
      .map((line) => ({ ...line, moments: line.moments.filter((moment) => moment.at <= asOf) }));
    expect(fitApplication(lines, { asOf })).toEqual(fitApplication(linesThen, { asOf }));
    expect(fitApplication(lines, { asOf })).not.toEqual(fitApplication(lines, { asOf: onDay(320) }));
  });

  it('finds the chances that the lines were made with', () => {
    const model = only(fitApplication(simulate(2, { trials: 20_000 }), { asOf: onDay(420) }));
    const world = curveOf(model, '');
    expect(model.period_days).toBe(month);
    expect(model.intro_hours).toBe(72);
    expect(conversionAt(model, world, 0)).toBeCloseTo(0.4, 1.5);
    expect(conversionAt(model, world, 71.5)).toBeGreaterThan(0.97);
    for (let n = 1; n <= 8; n += 1) expect(Math.abs(retentionAt(model, world, n) - 0.75)).toBeLessThan(0.03);
    expect(model.billing_success).toBeGreaterThan(0.99);
    expect(Math.abs((model.within_period[10] ?? 0) - 0.5)).toBeLessThan(0.03);
    expect(renewalChance(model, world, 1, 1)).toBeGreaterThan(0.98);
    expect(model.refund_rate).toBeLessThan(0.001);
  });

  it('is what the schema of its event says, and survives being written down', () => {
    const model = only(fitApplication(simulate(3), { asOf: onDay(420) }));
    expect(productModelField.parse(JSON.parse(JSON.stringify(model)))).toEqual(model);
    expect(model.curves.map((curve) => curve.country)).toEqual(['', 'DE', 'GB', 'US']);
  });

  it('uses the worldwide curve for a country without one, and a country without events changes nothing', () => {
    const model = only(fitApplication(simulate(4), { asOf: onDay(420) }));
    expect(curveOf(model, 'FR')).toBe(model.curves[0]);
    const withNewcomer = [...simulate(4), lineOf([], { start: 419.99, country: 'FR' })];
    const other = only(fitApplication(withNewcomer, { asOf: onDay(420) }));
    const newcomer = curveOf(other, 'FR');
    expect(newcomer.country).toBe('FR');
    expect(newcomer.conversion).toEqual(curveOf(model, 'FR').conversion);
    for (const [i, chance] of newcomer.retention.entries()) {
      expect(chance).toBeCloseTo(model.curves[0]?.retention[i] ?? 0, 2);
    }
    expect(curveOf(other, 'US')).toEqual(curveOf(model, 'US'));
  });

  it('never counts running trials as failures: conversion does not fall among the newest', () => {
    const lines = simulate(5, { trials: 4000, days: 30 });
    const model = only(fitApplication(lines, { asOf: onDay(30) }));
    const chargedLines = lines.filter((line) =>
      line.moments.some((moment) => moment.kind === 'charge' && moment.at <= onDay(30)),
    );
    expect(chargedLines.length / lines.length).toBeLessThan(0.37);
    expect(Math.abs(conversionAt(model, curveOf(model, ''), 0) - 0.4)).toBeLessThan(0.02);
  });

  it('grades a curve by its own evidence, then by the world, and year plans not before 13 months', () => {
    const few = simulate(6, { trials: 30, country: 'JP' });
    const many = simulate(7, { trials: 1500, country: 'US' });
    const model = only(fitApplication([...few, ...many], { asOf: onDay(420) }));
    expect(model.curves.map(({ country, grade }) => [country, grade])).toEqual([
      ['', 'high'],
      ['JP', 'medium'],
      ['US', 'high'],
    ]);
    expect(only(fitApplication(few, { asOf: onDay(420) })).curves.map(({ grade }) => grade)).toEqual(['low', 'low']);
    const yearly = Array.from({ length: 400 }, (_, i) =>
      lineOf([['charge', 0], ...(i % 2 ? ([['charge', 365.25]] as const) : ([['renewal_off', 20]] as const))], {
        introHours: null,
        periodDays: 365.25,
      }),
    );
    const worldGrade = (day: number) => only(fitApplication(yearly, { asOf: onDay(day) })).curves[0]?.grade;
    expect(worldGrade(380)).toBe('medium');
    expect(worldGrade(400)).toBe('high');
  });

  it('censors a line that changed the product, and starts the new one at charge 1', () => {
    const lines = simulate(8);
    const changed = Array.from({ length: 500 }, () => lineOf([['charge', 3]], { leftDay: 20 }));
    const asOf = onDay(420);
    const plain = only(fitApplication(lines, { asOf }));
    const model = only(fitApplication([...lines, ...changed], { asOf }));
    expect(curveOf(model, '').counted).toEqual(curveOf(plain, '').counted);
    expect(curveOf(model, '').renewed).toEqual(curveOf(plain, '').renewed);
  });

  it('learns recovery from all products together and refunds from settled charges', () => {
    const failing = (product: string, recovers: boolean): SubscriptionLine[] => {
      const outcome: DatedMoment[] = recovers
        ? [
            ['charge', month + 4.5, month],
            ['renewal_off', month + 9],
          ]
        : [['expired', month + 60]];
      const line = lineOf([['charge', 0], ['payment_failed', month], ...outcome], { product, introHours: null });
      return Array.from({ length: 200 }, () => line);
    };
    const refunds = Array.from({ length: 100 }, (_, i) =>
      lineOf([['charge', 0], ['renewal_off', 5], ...(i < 10 ? ([['refund', 9, 1]] as const) : [])], {
        product: 'R',
        introHours: null,
      }),
    );
    const models = fitApplication([...failing('A', true), ...failing('B', false), ...refunds], { asOf: onDay(100) });
    const [a, b, r] = models;
    expect(a?.recovery).toEqual(b?.recovery);
    expect(recoveryAt(a ?? only([]), 0)).toBeGreaterThan(0.4);
    expect(recoveryAt(a ?? only([]), 5)).toBeLessThan(0.05);
    expect(recoveryAt(a ?? only([]), 60)).toBe(0);
    expect(r?.refund_rate).toBeCloseTo((10 + 0.5) / (100 + 25), 12);
  });

  it('has no update within the period when that is switched off', () => {
    const model = only(fitApplication(simulate(9), { asOf: onDay(420), withinPeriodUpdate: false }));
    const curve = curveOf(model, 'US');
    expect(renewalChance(model, curve, 2, 0.9)).toBe(retentionAt(model, curve, 2));
  });

  it('has a constant tail and low confidence after two biased checks a week apart, and not after one', () => {
    // The curve's own tail rises; here every subscriber leaves after the sixth charge more and more often.
    const fading = simulate(10, {
      trials: 12_000,
      days: 700,
      renews: (charge, day) => (day > 560 ? 0.35 : Math.max(0.3, 0.95 - 0.01 * charge)),
    });
    const at = (day: number, previous?: ProductModel): ProductModel =>
      only(
        fitApplication(fading, {
          asOf: onDay(day),
          ...(previous === undefined ? {} : { previous: new Map([['M', previous]]) }),
        }),
      );
    const first = at(640);
    expect(first.back_test?.is_biased).toBe(true);
    expect(first.constant_tail).toBe(false);
    const sameWeek = at(643, first);
    expect(sameWeek.back_test).toEqual(first.back_test);
    expect(sameWeek.constant_tail).toBe(false);
    const second = at(647, first);
    expect(second.back_test?.is_biased).toBe(true);
    expect(second.constant_tail).toBe(true);
    expect(second.curves.map(({ grade }) => grade)).toEqual(['low', 'low', 'low', 'low']);
    const world = curveOf(second, '');
    expect(retentionAt(second, world, 24)).toBe(retentionAt(second, world, 60));
    expect(at(650, second).constant_tail).toBe(true);
  });

  it('is not tested against what is too little', () => {
    expect(only(fitApplication(simulate(11, { trials: 40 }), { asOf: onDay(420) })).back_test?.bias).toBeNull();
  });

  it('keeps to what one event can hold, with the largest countries', () => {
    const countries = Array.from({ length: 200 }, (_, i) =>
      String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26)),
    );
    const lines = countries.flatMap((country, i) =>
      Array.from({ length: i === 150 ? 9 : 2 }, (_, day) => lineOf([], { start: day, country, introHours: 731 })),
    );
    const model = only(fitApplication(lines, { asOf: onDay(100) }));
    expect(JSON.stringify(model).length).toBeLessThan(800_000);
    expect(model.curves.length).toBeGreaterThan(20);
    expect(curveOf(model, countries[150] ?? '').country).toBe(countries[150]);
  });
});

describe('the built-in model', () => {
  it('is what an application without data gets: the curve of the duration, 40 % conversion', () => {
    const model = builtInModel({
      product_id: 'M',
      period_days: month,
      intro_hours: 168,
      as_of: '2025-01-01T00:00:00.000Z',
    });
    const world = curveOf(model, 'US');
    const parameters = builtInParameters(month);
    for (let n = 1; n <= 24; n += 1) expect(retentionAt(model, world, n)).toBeCloseTo(curveRetention(parameters, n), 3);
    expect(conversionAt(model, world, 0)).toBeCloseTo(0.4, 5);
    expect(conversionAt(model, world, 24)).toBeCloseTo(0.4 / (1 - 0.6 * 0.55), 5);
    expect(conversionAt(model, world, 168)).toBe(1);
    expect(model.recovery[8]).toBeCloseTo(0.3 * Math.exp(-1), 6);
    expect(model.curves.map(({ grade }) => grade)).toEqual(['low']);
    expect(productModelField.parse(model)).toEqual(model);
  });

  it('is refused for a length that no store sells', () => {
    expect(() =>
      builtInModel({ product_id: 'M', period_days: 10, intro_hours: null, as_of: '2025-01-01T00:00:00.000Z' }),
    ).toThrow(RangeError);
  });
});
