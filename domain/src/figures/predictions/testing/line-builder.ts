import { dayMs, hourMs } from '../../../shared/calendar/days.ts';
import type { LineMoment, SubscriptionLine } from '../fit/subscription-line.ts';

const monthDays = 30.4375;
/** Day 0 of the lines in specs. */
const dayZero = Date.UTC(2024, 0, 1);
export const onDay = (day: number): number => dayZero + Math.round(day * dayMs);

/** A moment of a line in words: what happened on which day. */
export type DatedMoment =
  | readonly ['charge', day: number, dueDay?: number]
  | readonly ['renewal_off' | 'renewal_on' | 'payment_failed' | 'expired', day: number]
  | readonly ['refund', day: number, charge: number];

export interface LineOptions {
  start?: number;
  country?: string;
  product?: string;
  introHours?: number | null;
  periodDays?: number;
  leftDay?: number;
}

/** A line that starts on a day; charges pay for a month by default. */
export function lineOf(dated: readonly DatedMoment[], options: LineOptions = {}): SubscriptionLine {
  const { start = 0, country = 'US', product = 'M', introHours = 72, periodDays = monthDays, leftDay } = options;
  const started_at = onDay(start);
  return {
    product_id: product,
    country,
    started_at,
    intro: introHours === null ? null : { started_at, expires_at: started_at + introHours * hourMs },
    moments: dated.map((moment) => momentOf(moment, periodDays)),
    left_at: leftDay === undefined ? null : onDay(leftDay),
  };
}

function momentOf(dated: DatedMoment, periodDays: number): LineMoment {
  const at = onDay(dated[1]);
  if (dated[0] === 'refund') return { kind: 'refund', at, charge: dated[2] };
  if (dated[0] !== 'charge') return { kind: dated[0], at };
  const due_at = onDay(dated[2] ?? dated[1]);
  return { kind: 'charge', at, due_at, paid_until: due_at + Math.round(periodDays * dayMs) };
}
