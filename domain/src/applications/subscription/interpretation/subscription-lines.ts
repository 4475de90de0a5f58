import type { LineMoment, SubscriptionLine } from '../../../figures/predictions/fit/subscription-line.ts';
import type { StoreNotification } from '../subscription.decider.ts';
import { billingRetryMs } from './status-at.ts';
import { byPurchase, type ClassifiedTransaction, newestOf } from './transactions/classified-transactions.ts';
import { owedPayments } from './transactions/commitments.ts';
import { isIntroduction } from './transactions/transaction-class.ts';
import { type MessageStep, walkMessages } from './walk-messages.ts';

/**
 * The product lines of one original transaction, in order: what a model of its products learns from.
 * @param notifications All messages about it, of one application, in any order.
 * @returns None for a purchase that is no subscription.
 */
export function subscriptionLines(notifications: readonly StoreNotification[]): SubscriptionLine[] {
  return linesOf(walkMessages(notifications));
}

/** The lines that messages lead to. */
export function linesOf(steps: readonly MessageStep[]): SubscriptionLine[] {
  const last = steps.at(-1)?.progress;
  const periods = last === undefined ? [] : byPurchase(last.transactions);
  const lines = cutByProduct(periods.filter((period) => period.class !== 'one_time'));
  const anywhere = periods.find((period) => period.facts.storefront !== null)?.facts.storefront ?? '';
  const reported = reportedMoments(steps, lines);
  return lines.map((line, index) => lineOf(line, reported[index] ?? [], lines[index + 1], anywhere));
}

/** Runs of one product; a later return to a product is a line of its own. */
function cutByProduct(periods: readonly ClassifiedTransaction[]): ClassifiedTransaction[][] {
  const lines: ClassifiedTransaction[][] = [];
  for (const period of periods) {
    const line = lines.at(-1);
    if (line?.[0]?.facts.product_id === period.facts.product_id) line.push(period);
    else lines.push([period]);
  }
  return lines;
}

function lineOf(
  periods: readonly ClassifiedTransaction[],
  reported: readonly LineMoment[],
  next: readonly ClassifiedTransaction[] | undefined,
  anywhere: string,
): SubscriptionLine {
  const [first] = periods;
  const introductions = periods.filter((period) => isIntroduction(period.class));
  const introduction = introductions[0];
  const until = introductions.at(-1)?.facts.expires_at;
  return {
    product_id: first?.facts.product_id ?? '',
    country: periods.find((period) => period.facts.storefront !== null)?.facts.storefront ?? anywhere,
    started_at: first?.purchased_ms ?? 0,
    intro:
      introduction === undefined || until === undefined || until === null
        ? null
        : { started_at: introduction.purchased_ms, expires_at: Date.parse(until) },
    moments: [...paymentsOf(periods), ...reported].sort((a, b) => a.at - b.at),
    left_at: next?.[0]?.purchased_ms ?? null,
  };
}

/** Charges and what was given back of them. */
function paymentsOf(periods: readonly ClassifiedTransaction[]): LineMoment[] {
  let number = 0;
  return periods.flatMap((period, index): LineMoment[] => {
    if (period.class !== 'charge') return [];
    number += 1;
    const at = period.purchased_ms;
    const before = periods[index - 1]?.facts.expires_at;
    const due = before === undefined || before === null ? at : Date.parse(before);
    // A subscription that resumes after the store has stopped trying starts again; no payment was due.
    const due_at = at - due > billingRetryMs ? at : due;
    const paid_until = period.facts.expires_at === null ? at : Date.parse(period.facts.expires_at);
    const charge: LineMoment = { kind: 'charge', at, due_at, paid_until };
    if (period.refunded_share === 0 || period.refunded_at === null) return [charge];
    return [charge, { kind: 'refund', at: Date.parse(period.refunded_at), charge: number }];
  });
}

/** Whether another payment is to come: renewal is on, or a term that is paid month by month is not paid up. */
const isToPay = ({ autoRenew, transactions }: MessageStep['progress']): boolean =>
  autoRenew || owedPayments(newestOf(transactions)) > 0;

/** What messages reported of renewal, failed payments and the end, by line. */
function reportedMoments(steps: readonly MessageStep[], lines: readonly ClassifiedTransaction[][]): LineMoment[][] {
  const lineOfTransaction = new Map(
    lines.flatMap((line, index) => line.map(({ facts }) => [facts.transaction_id, index] as const)),
  );
  const reported = lines.map((): LineMoment[] => []);
  let before: MessageStep['progress'] | undefined;
  for (const { message, row, progress } of steps) {
    const newest = newestOf(progress.transactions);
    const line = reported[lineOfTransaction.get(newest?.facts.transaction_id ?? '') ?? -1];
    // A new period comes with renewal on.
    const renews =
      newest !== undefined && before?.transactions.has(newest.facts.transaction_id) ? isToPay(before) : true;
    const at = Date.parse(message.signed_at);
    if (line !== undefined && row.status !== 'ignored') {
      const failed = progress.billingRetrySince;
      if (failed !== null && failed !== before?.billingRetrySince)
        line.push({ kind: 'payment_failed', at: Date.parse(failed) });
      if (message.notification_type === 'EXPIRED') line.push({ kind: 'expired', at });
      else if (renews !== isToPay(progress)) line.push({ kind: isToPay(progress) ? 'renewal_on' : 'renewal_off', at });
    }
    before = progress;
  }
  return reported;
}
