import { minuteMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { BillingAccounts, Checkout } from './billing-accounts.ts';
import type { TeamBilling } from './team-billing.ts';

/** How long a checkout's ticket holds, and its transaction is that of the next checkout for the same price. */
export const ticketMs = 30 * minuteMs;

/** Whether the provider has said that a transaction was paid. */
const isPaid = ({ book }: BillingAccounts, transactionId: string): boolean =>
  book.subscriptionByTransaction.has(transactionId) ||
  (book.transactions.get(transactionId)?.completed ?? null) !== null;

/** One that could be taken back and one that goes on are changed, not bought again. @throws DomainError `subscribed`. */
export function requireNoSubscription({ state }: Pick<TeamBilling, 'state'>): void {
  if (state !== 'none' && state !== 'canceled') throw new DomainError('subscribed');
}

/** The same plan again within half an hour is the same transaction, so that two tabs cannot pay twice. @param now Milliseconds. */
export function recentTransaction(
  accounts: BillingAccounts,
  { teamId, priceId }: { readonly teamId: number; readonly priceId: string },
  now: number,
): string | undefined {
  return [...(accounts.checkoutsByTeam.get(teamId) ?? [])].find((id) => {
    const checkout = accounts.checkouts.get(id);
    if (checkout?.price_id !== priceId || isPaid(accounts, id)) return false;
    return now < Date.parse(checkout.started_at) + ticketMs;
  });
}

/**
 * The checkout of a ticket.
 * @param now Milliseconds.
 * @param mayBuy Whether the account that began it may still buy for its team.
 * @throws DomainError `link_invalid` for a ticket that is unknown, over, paid, or of an account that may not buy any more.
 */
export function openCheckout(
  accounts: BillingAccounts,
  ticketHash: string,
  { now, mayBuy }: { readonly now: number; readonly mayBuy: (checkout: Checkout) => boolean },
): Checkout {
  const checkout = accounts.transactionByTicket.get(ticketHash)?.checkout;
  const isOpen =
    checkout !== undefined &&
    mayBuy(checkout) &&
    now < Date.parse(checkout.expires_at) &&
    !isPaid(accounts, checkout.transaction_id);
  if (!isOpen) throw new DomainError('link_invalid');
  return checkout;
}
