import { dayMs } from '../../../../shared/calendar/days.ts';
import type { ClassifiedTransaction } from './classified-transactions.ts';
import { isPaid } from './transaction-class.ts';

/** A longer pause restarts the count of paid service: https://developer.apple.com/app-store/subscriptions/ */
const longestLapseDays = 60;

/**
 * Days of paid service the subscriber had gathered when each period began. Free days and extensions do not count, paid
 * introductory days do; a pause of more than 60 days restarts the count.
 * @param periods the subscription's transactions in the order of purchase.
 */
export function paidServiceDaysBefore(periods: readonly ClassifiedTransaction[]): number[] {
  return serviceDays(periods).before;
}

/** Days of paid service gathered by the end of the last period, when it is paid to its end. */
export function paidServiceDaysAfter(periods: readonly ClassifiedTransaction[]): number {
  return serviceDays(periods).after;
}

function serviceDays(periods: readonly ClassifiedTransaction[]): { before: number[]; after: number } {
  let gathered = 0;
  let servedUntil: number | null = null;
  const before = periods.map((period, index) => {
    const began = Date.parse(period.facts.purchased_at);
    if (servedUntil !== null && began - servedUntil > longestLapseDays * dayMs) gathered = 0;
    const gatheredBefore = gathered;
    const ended = endOfService(period, periods[index + 1]);
    if (isPaid(period.class) && ended !== null) gathered += Math.max(0, ended - began) / dayMs;
    const reached = endOfAccess(period) ?? began;
    servedUntil = servedUntil === null ? reached : Math.max(servedUntil, reached);
    return gatheredBefore;
  });
  return { before, after: gathered };
}

/** When the paid part of a period was over: at its end, or when it was taken back or replaced. */
function endOfService(period: ClassifiedTransaction, next: ClassifiedTransaction | undefined): number | null {
  if (period.first_expires_at === null) return null;
  const ends = [Date.parse(period.first_expires_at)];
  if (period.refunded_at !== null && period.refunded_share === 1) ends.push(Date.parse(period.refunded_at));
  const replaced = next !== undefined && next.facts.product_id !== period.facts.product_id;
  if (replaced) ends.push(Date.parse(next.facts.purchased_at));
  return Math.min(...ends);
}

function endOfAccess(period: ClassifiedTransaction): number | null {
  return period.facts.expires_at === null ? null : Date.parse(period.facts.expires_at);
}
