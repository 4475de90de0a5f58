import type { Account } from '@tapwise/contract';

const dayMs = 86_400_000;
/** Length of the trial, in days. */
export const trialDays = 30;

export interface DaysLeft {
  text: string;
  /** Part of the period that is left, 0 to 1; `null` where its length is not known. */
  share: number | null;
}

/**
 * The line at the foot of the menu: how long the account may go on without a subscription.
 * @returns `null` with an active subscription, and when no end is known
 */
export function daysLeft(account: Account, now: number): DaysLeft | null {
  if (account.activeSubscription) return null;
  const paid = account.paidUntil !== null;
  const end = account.paidUntil ?? account.trialExpirationDate;
  if (end === null) return null;
  const left = (Date.parse(end) - now) / dayMs;
  if (!(left >= 1)) return { text: 'payment required', share: 0 };
  const days = Math.floor(left);
  const unit = days === 1 ? 'day' : 'days';
  return {
    text: `${days} ${paid ? 'paid' : 'trial'} ${unit} left`,
    share: paid ? null : Math.min(1, left / trialDays),
  };
}

/** Two letters for a person's round badge. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
