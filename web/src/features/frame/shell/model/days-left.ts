import type { Account } from '@tapwise/contract';
import { dayMs } from '@tapwise/contract/calendar';

/** Length of the trial, in days. */
export const trialDays = 30;

export interface DaysLeft {
  text: string;
  /** Part of the period that is left, 0 to 1; `null` where its length is not known. */
  share: number | null;
}

export type Ends = Pick<Account, 'activeSubscription' | 'paidUntil' | 'trialExpirationDate'>;

/**
 * The badge at the foot of the menu: how long the account may go on without a subscription that renews.
 * @param now by the server's clock, in milliseconds
 * @returns `null` with an active subscription
 */
export function daysLeft({ activeSubscription, paidUntil, trialExpirationDate }: Ends, now: number): DaysLeft | null {
  if (activeSubscription) return null;
  const [paidEnd, trialEnd] = [paidUntil, trialExpirationDate].map((end) =>
    end === null ? Number.NEGATIVE_INFINITY : Date.parse(end),
  ) as [number, number];
  const left = (Math.max(paidEnd, trialEnd) - now) / dayMs;
  if (!(left >= 1)) return { text: 'payment required', share: 0 };
  const paid = paidEnd >= trialEnd;
  return {
    // The word stays in the plural: the text is fixed.
    text: `${Math.round(left)} ${paid ? 'paid' : 'trial'} days left`,
    share: paid ? null : Math.min(1, left / trialDays),
  };
}

/** Two letters for a person's round badge. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  return letters.join('').toUpperCase();
}
