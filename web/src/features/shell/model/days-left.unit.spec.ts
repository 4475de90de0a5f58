import type { Account } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { daysLeft, initials } from './days-left.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const account: Account = {
  user_id: 3,
  team_id: 3,
  name: 'Mara Lindqvist',
  email: 'mara@moonvale.example',
  organizationName: 'Moonvale',
  access: 'admin',
  activeSubscription: false,
  trialExpirationDate: '2026-12-03T18:00:00Z',
  paidUntil: null,
  hasBillingIssues: false,
  receiveProductUpdates: true,
  demo: false,
};

describe('the line at the foot of the menu', () => {
  it('counts whole trial days', () => {
    expect(daysLeft(account, now)?.text).toBe('12 trial days left');
  });

  it('counts paid days once something was paid', () => {
    expect(daysLeft({ ...account, paidUntil: '2026-11-23T12:00:00Z' }, now)?.text).toBe('2 paid days left');
  });

  it('asks for payment under one day', () => {
    const ending = { ...account, trialExpirationDate: '2026-11-22T11:59:00Z' };
    expect(daysLeft(ending, now)?.text).toBe('payment required');
  });

  it('is absent with an active subscription', () => {
    expect(daysLeft({ ...account, activeSubscription: true }, now)).toBeNull();
  });

  it('is over the initials of first and last name', () => {
    expect(initials('Mara Anna Lindqvist')).toBe('ML');
    expect(initials('Mara')).toBe('M');
  });
});
