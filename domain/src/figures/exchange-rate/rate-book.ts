import type { Day } from '../../shared/calendar/days.ts';
import { isoCurrency } from '../../shared/money/currency.ts';
import type { ExchangeRateEvent } from './exchange-rate.events.ts';
import { type RateDay, rateDayDecider, type WaitingRate } from './rate-day.decider.ts';
import { placeBehind, placeOnDay } from './rate-on-day.ts';

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
  const rateDay = book.byDay.get(day);
  if (rateDay === undefined) book.days.splice(placeBehind(book.days, day), 0, day);
  book.byDay.set(day, rateDayDecider.evolve(rateDay ?? rateDayDecider.initialState(), event));
}

/** Price of one currency in another: `targetUnits` of the second for `units` of the first, as of a published day. */
export interface RateBetween {
  readonly units: number;
  readonly targetUnits: number;
  readonly day: Day;
}

/**
 * Converts between two currencies on a day; only days on which both have a rate in use count.
 * @returns `undefined` when there is none.
 */
export function rateBetween(
  book: RateBook,
  { from, to, day }: { from: string; to: string; day: Day },
): RateBetween | undefined {
  const source = isoCurrency(from);
  const target = isoCurrency(to);
  if (source === target) return { units: 1, targetUnits: 1, day };
  const onDay = (index: number): RateBetween | undefined => {
    const published = book.days[index] ?? '';
    const rates = book.byDay.get(published)?.rates ?? {};
    const units = unitsOf(rates, source);
    const targetUnits = unitsOf(rates, target);
    return units === undefined || targetUnits === undefined ? undefined : { units, targetUnits, day: published };
  };
  const index = placeOnDay(book.days, day, (entry) => onDay(entry) !== undefined);
  return index === undefined ? undefined : onDay(index);
}

/** Rates that wait for a decision, oldest day first. */
export function heldRates(book: RateBook): (WaitingRate & { day: Day })[] {
  return book.days.flatMap((day) => Object.values(book.byDay.get(day)?.held ?? {}).map((rate) => ({ day, ...rate })));
}

/** The euro has no rate of its own in the bank's table. */
function unitsOf(rates: Readonly<Record<string, number>>, currency: string): number | undefined {
  return currency === 'EUR' ? 1 : rates[currency];
}

const rateEventTypes: ReadonlySet<string> = new Set<ExchangeRateEvent['type']>([
  'ExchangeRatesPublished',
  'ExchangeRatesCorrected',
  'ExchangeRatesHeldBack',
  'ExchangeRateAccepted',
  'ExchangeRateRefused',
]);

const isRateEvent = (event: { type: string; data: unknown }): event is ExchangeRateEvent =>
  rateEventTypes.has(event.type);
