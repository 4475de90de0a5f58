import type { PendingStoreDayReason } from '../../applications/store-sales/store-sales.events.ts';
import { unitsFromMicros } from '../../shared/money/micros.ts';
import { writtenDay } from './report-gaps.ts';

/** What the store's reports hold that is in no figure. */
export interface StoreGaps {
  /** Rows that are not counted, and the first and last day they are of. */
  readonly rows: number;
  readonly first_day: string | null;
  readonly last_day: string | null;
  /** Their money by currency, as far as it can be read. */
  readonly money: readonly { currency: string; proceeds_micros: number; price_micros: number }[];
  /** Those whose proceeds cannot be read either. */
  readonly rows_without_money: number;
  /** Days whose reports should be there, newest first. */
  readonly pending: readonly { day: string; reason: PendingStoreDayReason; columns: readonly string[] }[];
  /** The first day whose reports are in while earlier ones are still read, for which rates by install wait; `null` when none do. */
  readonly rates_wait_since: string | null;
}

const daysNamed = 3;

/** What readers of the store's figures should know of them; `undefined` when nothing is left out. */
export function describeStoreGaps(gaps: StoreGaps): string | undefined {
  const sentences = [...notCounted(gaps), ...missing(gaps), ...waiting(gaps)];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function notCounted({ rows, first_day, last_day, money, rows_without_money: unread }: StoreGaps): string[] {
  if (rows === 0) return [];
  const days = [...new Set([first_day, last_day])].map((day) => writtenDay(day ?? '')).join(' to ');
  const proceeds = amounts(money.map((amount) => ({ ...amount, micros: amount.proceeds_micros })));
  const paid = amounts(money.map((amount) => ({ ...amount, micros: amount.price_micros })));
  return [
    `${rows} ${rows === 1 ? 'row' : 'rows'} of the store's reports of ${days} ${rows === 1 ? 'is' : 'are'} not counted.`,
    ...(proceeds === '' ? [] : [`Their proceeds are ${proceeds}.`]),
    ...(proceeds === '' && paid !== '' ? [`Customers paid ${paid}.`] : []),
    ...(unread === 0 ? [] : [`The proceeds of ${unread} of them cannot be read.`]),
  ];
}

function missing({ pending }: StoreGaps): string[] {
  const of = (...reasons: PendingStoreDayReason[]) => pending.filter(({ reason }) => reasons.includes(reason));
  const late = of('not_available', 'unclear_answer');
  const broken = of('unreadable');
  const lacking = of('missing_column');
  const columns = [...new Set(lacking.flatMap((pendingDay) => pendingDay.columns))].sort();
  return [
    ...(late.length === 0 ? [] : [`The store's reports of ${listed(late)} are missing and asked for again.`]),
    ...(broken.length === 0
      ? []
      : [`The store's reports of ${listed(broken)} cannot be read and are asked for again.`]),
    ...(lacking.length === 0
      ? []
      : [
          `The store's reports of ${listed(lacking)} lack ${columns.length === 1 ? 'the column' : 'the columns'} ${columns.join(', ')} and are not counted.`,
        ]),
  ];
}

function waiting({ rates_wait_since: day }: StoreGaps): string[] {
  if (day === null) return [];
  return [
    `The store's reports are in from ${writtenDay(day)} on; rates by install are shown when those of the days before are in too.`,
  ];
}

const amounts = (money: readonly { currency: string; micros: number }[]): string =>
  money
    .filter(({ micros }) => micros !== 0)
    .map(({ currency, micros }) => `${unitsFromMicros(micros).toFixed(2)} ${currency}`)
    .join(', ');

function listed(days: readonly { day: string }[]): string {
  const named = days.slice(0, daysNamed).map(({ day }) => writtenDay(day));
  const others = days.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more ${others === 1 ? 'day' : 'days'}`;
}
