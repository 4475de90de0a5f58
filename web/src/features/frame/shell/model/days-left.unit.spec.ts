import { describe, expect, it } from 'vitest';
import { daysLeft, type Ends, initials } from './days-left.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const second = 1_000;
const day = 86_400 * second;
const at = (ms: number) => new Date(now + ms).toISOString();
const none = { activeSubscription: null, paidUntil: null, trialExpirationDate: null };
const subscription = {
  plan: 3,
  period: 'annual',
  status: 'active',
  installs_limit: 40_000,
  started_at: at(0),
} as const;
const badge = (overrides: Partial<Ends>) => daysLeft({ ...none, ...overrides }, now)?.text ?? null;

describe('the badge', () => {
  it.each([
    [30 * day, '30 trial days left'],
    [29.5 * day, '30 trial days left'],
    [29.5 * day - second, '29 trial days left'],
    [1.5 * day, '2 trial days left'],
    [1.5 * day - second, '1 trial days left'],
    [day, '1 trial days left'],
    [day - second, 'payment required'],
    [0, 'payment required'],
    [-3 * day, 'payment required'],
  ])('with %d ms of the trial left reads "%s"', (left, text) => {
    expect(badge({ trialExpirationDate: at(left) })).toBe(text);
  });

  it.each([
    [12 * day, 3 * day, '12 paid days left'],
    [3 * day, 12 * day, '12 trial days left'],
    [5 * day, 5 * day, '5 paid days left'],
    [-5 * day, 4 * day, '4 trial days left'],
  ])('counts to the later end: %d ms paid, %d ms of trial', (paid, trial, text) => {
    expect(badge({ paidUntil: at(paid), trialExpirationDate: at(trial) })).toBe(text);
  });

  it('asks for payment where no end is known, and never reads zero', () => {
    expect(badge({})).toBe('payment required');
    for (let left = -1; left < 31; left += 0.01) {
      expect(badge({ trialExpirationDate: at(left * day) })).not.toMatch(/^0 /);
    }
  });

  it('is absent with an active subscription', () => {
    expect(badge({ activeSubscription: subscription, trialExpirationDate: at(day) })).toBeNull();
  });
});

it('a person has the initials of first and last name', () => {
  expect(initials('Mara Anna Lindqvist')).toBe('ML');
  expect(initials('Mara')).toBe('M');
});
