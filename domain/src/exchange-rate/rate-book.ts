import type { Day } from '../shared/calendar.ts';
import { isoCurrency } from './currencies.ts';
import type { ExchangeRateEvent } from './exchange-rate.events.ts';
import { type RateDay, rateDayDecider, type WaitingRate } from './rate-day.decider.ts';

/** All reference rates that are known, by day. */
export interface RateBook {
  readonly byDay: Map<Day, RateDay>;
  /** The days of `byDay` in order. */
  readonly days: Day[];
}

export const createRateBook = (): RateBook => ({ byDay: new Map(), days: [] });

/** Takes an event of a day's rates into the book; all others change nothing. */
export function evolveRateBook(book: RateBook, event: { type: string; data: unknown }): void {
  if (!isRateEvent(event)) return;
  const { day } = event.data;
  const known = book.byDay.get(day);
  if (known === undefined) book.days.splice(placeOf(book.days, day), 0, day);
  book.byDay.set(day, rateDayDecider.evolve(known ?? rateDayDecider.initialState(), event));
}

/** Price of one currency in another: `targetUnits` of the second for `units` of the first, as of a published day. */
export interface RateBetween {
  readonly units: number;
  readonly targetUnits: number;
  readonly day: Day;
}

/**
 * Converts between two currencies on a day. A day without a rate takes the last one before it, days before the oldest take the oldest;
 * only days on which both currencies have a rate in use count.
 * @returns `undefined` when there is none.
 */
export function rateBetween(
  book: RateBook,
  { from, to, day }: { from: string; to: string; day: Day },
): RateBetween | undefined {
  const [source, target] = [isoCurrency(from), isoCurrency(to)];
  if (source === target) return { units: 1, targetUnits: 1, day };
  const onDay = (index: number): RateBetween | undefined => {
    const published = book.days[index] ?? '';
    const rates = book.byDay.get(published)?.rates ?? {};
    const [units, targetUnits] = [unitsOf(rates, source), unitsOf(rates, target)];
    return units === undefined || targetUnits === undefined ? undefined : { units, targetUnits, day: published };
  };
  const after = placeOf(book.days, day, true);
  for (let index = after - 1; index >= 0; index -= 1) {
    const found = onDay(index);
    if (found !== undefined) return found;
  }
  for (let index = after; index < book.days.length; index += 1) {
    const found = onDay(index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rates that wait for a decision, oldest day first. */
export function heldRates(book: RateBook): (WaitingRate & { day: Day })[] {
  return book.days.flatMap((day) => Object.values(book.byDay.get(day)?.held ?? {}).map((rate) => ({ day, ...rate })));
}

/** The euro has no rate of its own in the bank's table. */
function unitsOf(rates: Readonly<Record<string, number>>, currency: string): number | undefined {
  return currency === 'EUR' ? 1 : rates[currency];
}

/** Where a day belongs among days in order: before those that are not earlier, or with `after` behind those that are not later. */
function placeOf(days: readonly Day[], day: Day, after = false): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = days[middle] ?? '';
    if (other < day || (after && other === day)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const rateEventTypes: ReadonlySet<string> = new Set<ExchangeRateEvent['type']>([
  ...(['ExchangeRatesPublished', 'ExchangeRatesCorrected', 'ExchangeRatesHeldBack'] as const),
  ...(['ExchangeRateAccepted', 'ExchangeRateRefused'] as const),
]);

const isRateEvent = (event: { type: string; data: unknown }): event is ExchangeRateEvent =>
  rateEventTypes.has(event.type);
