import { describe, expect, it } from 'vitest';
import { interpretSubscription } from '../interpret-subscription.ts';
import { freeTrial, message, onDay, paidIntro, transaction, upgrade } from '../store-messages.fixture.ts';

const month = (id: number, from: number, to: number) =>
  transaction({ transaction_id: `m${id}`, purchased_at: onDay(from), expires_at: onDay(to) });

function daysBefore(...periods: ReturnType<typeof transaction>[]): number[] {
  const story = periods.map((period, index) =>
    message(
      index === 0 ? 'SUBSCRIBED INITIAL_BUY' : 'DID_RENEW',
      Math.round(Date.parse(period.purchased_at) / 1e9),
      period,
    ),
  );
  return interpretSubscription(story, [])?.charges.map((charge) => charge.paid_service_days_before) ?? [];
}

describe('days of paid service', () => {
  it('add up over paid periods', () => {
    expect(daysBefore(month(1, 0, 30), month(2, 30, 60), month(3, 60, 90))).toEqual([0, 30, 60]);
  });

  it('do not include a free trial, but a paid introduction', () => {
    expect(daysBefore(freeTrial, month(2, 7, 37), month(3, 37, 67))).toEqual([0, 30]);
    expect(daysBefore(paidIntro, month(2, 7, 37))).toEqual([0, 7]);
  });

  it('survive a pause of 60 days and restart after a longer one', () => {
    expect(daysBefore(month(1, 0, 30), month(2, 90, 120))).toEqual([0, 30]);
    expect(daysBefore(month(1, 0, 30), month(2, 91, 121))).toEqual([0, 0]);
  });

  it('end where an upgrade replaced the period', () => {
    expect(daysBefore(month(1, 0, 30), upgrade)).toEqual([0, 10]);
  });

  it('end where the money was given back', () => {
    const first = month(1, 0, 30);
    const story = [
      message('SUBSCRIBED INITIAL_BUY', 0, first),
      message('REFUND', 12, { ...first, revoked_at: onDay(12) }),
      message('SUBSCRIBED RESUBSCRIBE', 40, month(2, 40, 70)),
    ];
    expect(interpretSubscription(story, [])?.charges.map((charge) => charge.paid_service_days_before)).toEqual([0, 12]);
  });

  it('do not include an extension the store gave', () => {
    const first = month(1, 0, 30);
    const story = [
      message('SUBSCRIBED INITIAL_BUY', 0, first),
      message('RENEWAL_EXTENDED', 20, { ...first, expires_at: onDay(44) }),
      message('DID_RENEW', 44, month(2, 44, 74)),
    ];
    expect(interpretSubscription(story, [])?.charges.map((charge) => charge.paid_service_days_before)).toEqual([0, 30]);
  });
});
