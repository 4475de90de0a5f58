import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastCharge } from '../period.ts';
import { readWorkedExample } from '../testing/reference-data.ts';
import { modelWith, workedMonthly, workedYearly } from '../testing/worked-models.ts';
import { type ActiveSubscription, feeSchedule, keptShare } from './active-subscription.ts';
import { chargeSteps, ltvForCharge, remainingByCharge } from './ltv.ts';
import { curveOf, lastChargeOf, retentionAt } from './model-lookups.ts';
import { expectedMeans, expectedUntil, futureChargesUntil, momentsOf, nextChargeChance, remainingOf } from './value.ts';

const { ltv, subscriptions } = readWorkedExample();
const monthlyFees = feeSchedule({ period_days: 30.4375, small_business: false });
const yearlyFees = feeSchedule({ period_days: 365.25, small_business: false });

const activeOf = (parts: Partial<ActiveSubscription>): ActiveSubscription => ({
  status: 'active',
  country: 'US',
  charges: 1,
  hours_in_trial: 0,
  elapsed: 0,
  retry_days: 0,
  price_ex_vat: 10,
  ...parts,
});

describe('the lifetime value of the worked example', () => {
  it.each([
    ['monthly', workedMonthly, monthlyFees, 10, ltv.monthly_us],
    ['yearly', workedYearly, yearlyFees, 60, ltv.annual_us],
  ] as const)('is exact to its digits: %s', (_, model, fees, price_ex_vat, expected) => {
    const curve = curveOf(model, 'US');
    const last = lastChargeOf(model);
    const proceeds = (charge: number): number => price_ex_vat * keptShare(fees, charge);
    const parts = remainingByCharge(last, proceeds, (n) => retentionAt(model, curve, n));
    const digits = (values: number[]): number[] => values.map((value) => Number(value.toFixed(6)));
    expect(digits(parts.remaining.slice(1))).toEqual(expected.remaining);
    expect(digits(parts.secondMoment.slice(1))).toEqual(expected.second_moment_of_remaining);
    expect(digits(ltvForCharge(model, curve, { price_ex_vat, fees }))).toEqual(expected.ltvForCharge);
  });

  it('takes a price with tax in another currency as what is left of it', () => {
    const price_ex_vat = (12 / 1.2) * 1.25;
    const list = ltvForCharge(workedMonthly, curveOf(workedMonthly, 'GB'), { price_ex_vat, fees: monthlyFees });
    expect(list.map((value) => Number(value.toFixed(6)))).toEqual(ltv.monthly_gb.ltvForCharge);
  });

  it('uses what was really received until a charge where it was observed', () => {
    const terms = { price_ex_vat: 10, fees: monthlyFees, paid_until_charge: [6.5, null] };
    const list = ltvForCharge(workedMonthly, curveOf(workedMonthly, 'US'), terms);
    expect(list[0]).toBeCloseTo(6.5 + 9.87, 9);
    expect(list[1]).toBeCloseTo(23.45, 9);
  });

  it.each([
    ['s1', workedMonthly, monthlyFees, activeOf({ status: 'trial', charges: 0, hours_in_trial: 30 })],
    ['s3', workedMonthly, monthlyFees, activeOf({ charges: 2 })],
    ['s6', workedYearly, yearlyFees, activeOf({ price_ex_vat: 60 })],
    ['s7', workedMonthly, monthlyFees, activeOf({ country: 'GB', price_ex_vat: 12.5 })],
    ['s8', workedYearly, yearlyFees, activeOf({ status: 'trial', charges: 0, hours_in_trial: 50, price_ex_vat: 60 })],
    ['s10', workedMonthly, monthlyFees, activeOf({ status: 'billing_issues', retry_days: 3 })],
    ['s11', workedMonthly, monthlyFees, activeOf({})],
  ] as const)('predicts subscription %s to its digits', (id, model, fees, activeSubscription) => {
    const expected = subscriptions.find((subscription) => subscription.id === id);
    const predicted = (expected?.current ?? Number.NaN) + remainingOf(activeSubscription, model, fees).mean;
    expect(predicted).toBeCloseTo(expected?.predicted ?? Number.NaN, 6);
  });
});

describe('the store fee of coming charges', () => {
  it.each([
    [7, 54],
    [30.4375, 13],
    [91.3125, 5],
    [365.25, 2],
  ])('is reduced after a year: period of %d days from charge %d on', (period_days, first) => {
    expect(feeSchedule({ period_days, small_business: false }).first_reduced_charge).toBe(first);
    expect(feeSchedule({ period_days, small_business: true }).first_reduced_charge).toBe(1);
  });

  it('counts the paid days of an introduction', () => {
    const fees = feeSchedule({ period_days: 30.4375, small_business: false, paid_intro_days: 31 });
    expect(fees.first_reduced_charge).toBe(12);
  });

  it('applies within the horizon of 105, 25, 9, 5 and 3 charges', () => {
    const lengths = [7, 30.4375, 91.3125, 182.625, 365.25];
    expect(lengths.map((days) => lastCharge(days, 24))).toEqual([105, 25, 9, 5, 3]);
  });
});

const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const world = fc
  .record({
    retention: fc.array(share, { minLength: 24, maxLength: 24 }),
    conversion: fc.array(share, { minLength: 72 + 55, maxLength: 72 + 55 }),
    billing_success: share,
    refund_rate: fc.double({ min: 0, max: 0.3, noNaN: true }),
    steps: fc.array(share, { minLength: 20, maxLength: 20 }),
  })
  .map(({ retention, conversion, steps, ...rest }) => {
    const sum = steps.reduce((a, b) => a + b, 0);
    const within_period = [0];
    for (const step of steps) within_period.push(Math.min(1, (within_period.at(-1) ?? 0) + step / sum));
    return modelWith({ ...rest, intro_hours: 72, within_period, curve: { retention, conversion } });
  });
const anySubscription = fc.record({
  status: fc.constantFrom('trial', 'active', 'billing_issues'),
  country: fc.constantFrom('US', ''),
  charges: fc.integer({ min: 1, max: 30 }),
  hours_in_trial: fc.double({ min: 0, max: 900, noNaN: true }),
  elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
  retry_days: fc.double({ min: 0, max: 70, noNaN: true }),
  price_ex_vat: fc.double({ min: 0.5, max: 500, noNaN: true }),
});
const scenario = fc
  .tuple(world, anySubscription, fc.integer({ min: 1, max: 30 }))
  .map(([model, raw, first_reduced_charge]) => ({
    model,
    live: raw.status === 'trial' ? { ...raw, charges: 0 } : raw,
    fees: { first_reduced_charge },
  }));

describe('what remains of a live subscription', () => {
  it('is never negative, so that predicted income is never below current income', () => {
    fc.assert(
      fc.property(scenario, ({ model, live: subscription, fees }) => {
        const { mean, secondMoment } = remainingOf(subscription, model, fees);
        expect(mean).toBeGreaterThanOrEqual(0);
        expect(secondMoment).toBeGreaterThanOrEqual(mean * mean * (1 - 1e-12));
        const within = subscription.charges < 25 && nextChargeChance(subscription, model, curveOf(model, '')) > 0;
        expect(mean > 0).toBe(within);
      }),
      { seed: 4 },
    );
  });

  it('grows with the price and nothing else of money', () => {
    fc.assert(
      fc.property(
        scenario,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        ({ model, live: subscription, fees }, factor) => {
          const plain = remainingOf(subscription, model, fees);
          const scaled = remainingOf(
            { ...subscription, price_ex_vat: subscription.price_ex_vat * factor },
            model,
            fees,
          );
          expect(scaled.mean).toBeCloseTo(plain.mean * factor, 6);
          expect(scaled.secondMoment / (factor * factor * (plain.secondMoment || 1))).toBeCloseTo(
            plain.secondMoment ? 1 : 0,
            9,
          );
        },
      ),
      { seed: 5 },
    );
  });

  it('follows from the charge steps, whatever the charge from which on the fee is reduced', () => {
    fc.assert(
      fc.property(scenario, ({ model, live: subscription, fees }) => {
        const curve = curveOf(model, subscription.country);
        const steps = chargeSteps(model, curve);
        const currentStep = steps[subscription.charges];
        const reduced = steps[fees.first_reduced_charge - 1];
        const isReduced = subscription.charges + 1 >= fees.first_reduced_charge;
        const later = currentStep && reduced ? (0.15 * reduced.reach * reduced.following) / currentStep.reach : 0;
        const perPrice =
          currentStep === undefined
            ? 0
            : isReduced
              ? 0.85 * currentStep.following
              : 0.7 * currentStep.following + later;
        const chance = nextChargeChance(subscription, model, curve);
        const expected = chance * perPrice * subscription.price_ex_vat * (1 - model.refund_rate);
        const { mean } = remainingOf(subscription, model, fees);
        expect(Math.abs(mean - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
      }),
      { seed: 6 },
    );
  });

  it('has the second moment of the charge steps where one fee applies throughout', () => {
    fc.assert(
      fc.property(world, anySubscription, (model, raw) => {
        const subscription = { ...raw, status: 'active' as const };
        const curve = curveOf(model, subscription.country);
        const squared = chargeSteps(model, curve)[subscription.charges]?.following_squared ?? 0;
        const unit = 0.85 * subscription.price_ex_vat * (1 - model.refund_rate);
        const expected = nextChargeChance(subscription, model, curve) * squared * unit * unit;
        const { secondMoment } = remainingOf(subscription, model, { first_reduced_charge: 1 });
        expect(Math.abs(secondMoment - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
      }),
      { seed: 7 },
    );
  });

  it('is a martingale: the value at a charge is the mean of losing it and reaching the next', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 1, max: 30 }), (model, first_reduced_charge) => {
        const curve = curveOf(model, '');
        const fees = { first_reduced_charge };
        const list = ltvForCharge(model, curve, { price_ex_vat: 10, fees });
        let paid = 0;
        list.slice(0, -1).forEach((value, index) => {
          paid += 10 * (1 - model.refund_rate) * keptShare(fees, index + 1);
          const r = retentionAt(model, curve, index + 1);
          expect(value).toBeCloseTo((1 - r) * paid + r * (list[index + 1] ?? 0), 8);
          expect(list[index + 1]).toBeGreaterThanOrEqual(value);
        });
      }),
      { seed: 8 },
    );
  });

  it('by a date counts the renewals that fall due until then, also beyond the horizon', () => {
    const day = 86_400_000;
    const dated = { ...activeOf({ charges: 2 }), next_due_at: 10 * day };
    const until = (days: number): number => expectedUntil(dated, workedMonthly, monthlyFees, days * day).mean;
    expect(until(9.9)).toBe(0);
    expect(until(10)).toBeCloseTo(0.75 * 7, 9);
    expect(until(10 + 30.4375)).toBeCloseTo(0.75 * (7 + 0.8 * 7), 9);
    expect(until(10 + 2 * 30.4375)).toBeGreaterThan(0.75 * (7 + 0.8 * 7) + 1e-6);
  });

  it('is the same for several dates at once as for each, and as charge by charge', () => {
    fc.assert(
      fc.property(
        scenario,
        fc.array(fc.integer({ min: -5, max: 900 })),
        ({ model, live: subscription, fees }, days) => {
          const dated = { ...subscription, next_due_at: 0 };
          const until = days.map((day) => day * 86_400_000);
          const expected = until.map((date) => momentsOf(futureChargesUntil(dated, model, fees, date)));
          expect(until.map((date) => expectedUntil(dated, model, fees, date))).toEqual(expected);
          const means = [...expected.map(({ mean }) => mean), remainingOf(dated, model, fees).mean];
          expect(expectedMeans(dated, model, fees, until)).toEqual(means);
        },
      ),
      { seed: 9 },
    );
  });
});

describe('payments that are owed', () => {
  const price = 10 * (1 - workedMonthly.refund_rate);
  const remaining = (parts: Partial<ActiveSubscription>) =>
    remainingOf(activeOf(parts), workedMonthly, monthlyFees).mean;

  it('are expected whole, and nothing after them when renewal is off', () => {
    expect(remaining({ owed_payments: 3, ends_after_owed: true })).toBeCloseTo(3 * price * 0.7, 9);
    expect(remaining({ owed_payments: 0, ends_after_owed: true })).toBe(0);
    // Also beyond the horizon, and at the fee that each of them has.
    const late = remaining({ charges: 40, owed_payments: 2, ends_after_owed: true });
    expect(late).toBeCloseTo(2 * price * keptShare(monthlyFees, 41), 9);
  });

  it('are followed by what may follow the last of them when renewal is on', () => {
    const after = retentionAt(workedMonthly, curveOf(workedMonthly, 'US'), 2);
    const following = remaining({ charges: 3 });
    expect(remaining({ charges: 1, owed_payments: 1 })).toBeCloseTo(price * 0.7 + after * (price * 0.7 + following), 6);
  });

  it('have yet to be collected when a payment failed', () => {
    const failed = { status: 'billing_issues', retry_days: 3, owed_payments: 3, ends_after_owed: true } as const;
    const chance = nextChargeChance(activeOf(failed), workedMonthly, curveOf(workedMonthly, 'US'));
    expect(remaining(failed)).toBeCloseTo(chance * 3 * price * 0.7, 9);
  });

  it('are never worth less than nothing owed, however many they are', () => {
    const parts = fc.record({
      charges: fc.integer({ min: 1, max: 30 }),
      owed_payments: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(parts, ({ charges, owed_payments }) => {
        expect(remaining({ charges, owed_payments })).toBeGreaterThanOrEqual(remaining({ charges }) - 1e-9);
        expect(remaining({ charges, owed_payments })).toBeGreaterThanOrEqual(
          remaining({ charges, owed_payments, ends_after_owed: true }) - 1e-9,
        );
      }),
    );
  });
});
