import type { StoreNotification, TransactionLink } from '../subscription.decider.ts';
import { inStoreOrder } from './notifications/message-order.ts';
import { renewalTermsOf } from './renewal-terms.ts';
import { linesOf } from './subscription-lines.ts';
import type { InterpretationOptions, SubscriptionCharge, SubscriptionView } from './subscription-view.ts';
import { byPurchase, type ClassifiedTransaction, isTakenBack } from './transactions/classified-transactions.ts';
import { isPurchased } from './transactions/ownership.ts';
import { paidServiceDaysBefore } from './transactions/paid-service.ts';
import { isIntroduction } from './transactions/transaction-class.ts';
import { unusedShares } from './transactions/upgrades.ts';
import { type Progress, statusOf, walkMessages } from './walk-messages.ts';

/**
 * Says the state of one original transaction. The order in which messages arrived does not matter, nor does one that
 * arrived twice.
 * @returns `null` while there is nothing to count: only links, or only a relative's access.
 */
export function interpretSubscription(
  notifications: readonly StoreNotification[],
  links: readonly TransactionLink[],
  options: InterpretationOptions = {},
): SubscriptionView | null {
  const applicationId = options.application_id ?? inStoreOrder(notifications)[0]?.application_id;
  const messages = notifications.filter((message) => message.application_id === applicationId);
  const steps = walkMessages(messages);
  const progress = steps.at(-1)?.progress;
  const periods = progress === undefined ? [] : byPurchase(progress.transactions);
  const first = periods[0];
  const newest = periods.at(-1);
  if (progress === undefined || first === undefined || newest === undefined) return null;
  const installs = installCandidates(
    messages,
    links.filter((link) => link.application_id === applicationId),
  );
  return {
    application_id: applicationId ?? 0,
    original_transaction_id: newest.facts.original_transaction_id,
    product_id: newest.facts.product_id,
    kind: newest.class === 'one_time' ? 'one_time' : 'subscription',
    install_id: installs[0] ?? null,
    install_candidates: installs,
    storefront: periods.findLast((period) => period.facts.storefront !== null)?.facts.storefront ?? null,
    started_at: first.facts.purchased_at,
    ...historyOf(periods),
    ...presentOf(progress, newest),
    charges: chargesOf(periods),
    terms: renewalTermsOf(steps, periods),
    lines: linesOf(steps),
  };
}

function historyOf(periods: readonly ClassifiedTransaction[]) {
  const introduction = periods.find((period) => isIntroduction(period.class));
  const last = periods.findLast((period) => isIntroduction(period.class));
  const charges = periods.filter((period) => period.class === 'charge');
  const paid = periods.some((period) => period.class === 'paid_intro');
  const intro: SubscriptionView['intro'] = paid ? 'paid' : introduction === undefined ? 'none' : 'free';
  return {
    intro,
    intro_started_at: introduction?.facts.purchased_at ?? null,
    intro_expires_at: last?.facts.expires_at ?? null,
    converted: charges.length > 0,
    trial_conversion: charges.length > 0 && intro !== 'none',
    refunded: charges.some((charge) => charge.refunded_share > 0),
  };
}

function presentOf(progress: Progress, newest: ClassifiedTransaction) {
  return {
    status: statusOf(progress),
    auto_renew: newest.class !== 'one_time' && progress.autoRenew,
    in_trial: isIntroduction(newest.class) && !isTakenBack(progress.transactions),
    period_expires_at: newest.facts.expires_at,
    billing_retry_since: progress.billingRetrySince,
    grace_period_expires_at: progress.gracePeriodExpiresAt,
    last_message_at: progress.lastMessageAt ?? newest.facts.purchased_at,
  };
}

const chargeKinds = { paid_intro: 'intro', charge: 'charge', one_time: 'one_time' } as const;

function chargesOf(periods: readonly ClassifiedTransaction[]): SubscriptionCharge[] {
  const serviceDays = paidServiceDaysBefore(periods);
  const unused = unusedShares(periods);
  const charges: SubscriptionCharge[] = [];
  let line = 0;
  let number = 0;
  for (const [index, period] of periods.entries()) {
    const { facts } = period;
    const previous = periods[index - 1];
    if (previous !== undefined && previous.facts.product_id !== facts.product_id) [line, number] = [line + 1, 0];
    if (period.class === 'free_trial' || period.class === 'free_offer') continue;
    if (period.class === 'charge') number += 1;
    charges.push({
      transaction_id: facts.transaction_id,
      product_id: facts.product_id,
      purchased_at: facts.purchased_at,
      kind: chargeKinds[period.class],
      gross_micros: facts.price_micros,
      currency: facts.currency,
      storefront: facts.storefront,
      ...refundFields(period, unused[index] ?? 0),
      paid_service_days_before: serviceDays[index] ?? 0,
      product_line: line,
      charge_number: period.class === 'charge' ? number : null,
    });
  }
  return charges;
}

/** A refund that the store reported takes the place of what an upgrade left unused. */
function refundFields(
  { refunded_at, refunded_share }: ClassifiedTransaction,
  unused: number,
): Pick<SubscriptionCharge, 'refunded_share' | 'is_refund_estimated'> {
  if (refunded_at !== null) return { refunded_share, is_refund_estimated: false };
  return { refunded_share: unused, is_refund_estimated: unused > 0 };
}

/** Who named an install first is believed first, the app by a link or the store by an account token. */
function installCandidates(messages: readonly StoreNotification[], links: readonly TransactionLink[]): string[] {
  const named = new Map<string, number>();
  const learn = (id: string, at: string): void => {
    if (id !== '') named.set(id, Math.min(named.get(id) ?? Number.POSITIVE_INFINITY, Date.parse(at)));
  };
  for (const { transactions, received_at } of messages) {
    for (const { app_account_token } of transactions.filter(isPurchased)) learn(app_account_token ?? '', received_at);
  }
  const [firstLink] = [...links].sort((a, b) => Date.parse(a.linked_at) - Date.parse(b.linked_at));
  if (firstLink !== undefined) learn(firstLink.install_id, firstLink.linked_at);
  // At the same instant the store's statement wins, because it was known here first.
  return [...named].sort(([, a], [, b]) => a - b).map(([id]) => id);
}
