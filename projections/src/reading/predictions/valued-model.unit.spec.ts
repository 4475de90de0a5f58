import { builtInModel, firstReducedCharge, remainingOf } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../testing/random/seeded-random.ts';
import { ValuedModel } from './valued-model.ts';

const as_of = '2026-03-01T00:00:00.000Z';
const periods = [7, 30.4375, 60.875, 91.3125, 182.625, 365.25];

describe('the value of a live subscription', () => {
  it('is what the model says charge by charge, for any state, place, fee and period', () => {
    const random = randomOf(5);
    for (const period_days of periods) {
      const world = builtInModel({ product_id: 'p', period_days, intro_hours: 168, as_of });
      const [first] = world.curves;
      if (first === undefined) throw new Error('no curve');
      const curves = [first, { ...first, country: 'DE', retention: first.retention.map((share) => share * 0.7) }];
      const model = { ...world, curves, refund_rate: 0.07 };
      const valued = new ValuedModel(model);
      for (let round = 0; round < 200; round += 1) {
        const status = random.pick(['trial', 'active', 'billing_issues'] as const);
        const charges =
          status === 'trial' ? 0 : random.upTo(status === 'active' ? 30 : 31) + (status === 'active' ? 1 : 0);
        const subscription = {
          status,
          charges,
          country: random.pick(['US', 'DE', '']),
          elapsed: random.next(),
          hours_in_trial: random.next() * 1100,
          retry_days: random.next() * 62,
          price_ex_vat: 1,
          paid_service_days: random.next() * 500,
          owed_payments: random.next() < 0.5 || status === 'trial' ? 0 : random.upTo(12),
          ends_after_owed: status !== 'trial' && random.next() < 0.3,
        };
        const smallBusiness = random.next() < 0.3;
        const first_reduced_charge = firstReducedCharge(subscription, { period_days, small_business: smallBusiness });
        const expected = remainingOf(subscription, model, { first_reduced_charge }).mean;
        const actual = valued.remainingPerPrice(subscription, smallBusiness);
        expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 + 1e-9 * expected);
        expect(actual).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('is zero beyond the horizon', () => {
    const valued = new ValuedModel(builtInModel({ product_id: 'p', period_days: 365.25, intro_hours: null, as_of }));
    const subscription = {
      status: 'active',
      country: '',
      charges: 3,
      elapsed: 0,
      hours_in_trial: 0,
      retry_days: 0,
    } as const;
    expect(valued.remainingPerPrice({ ...subscription, paid_service_days: 1095 }, false)).toBe(0);
  });
});
