import type { Day } from '../shared/calendar.ts';
import type { RateBook } from './rate-book.ts';
import type { HeldRate, RateDay, ScreenedDay } from './rate-day.decider.ts';

/** Rates of one day as the bank's file has them: units of each currency for one euro. */
export interface PublishedRates {
  readonly day: Day;
  readonly rates: Readonly<Record<string, number>>;
}

/** A rate that differs from the day before by more than this share is not used unconfirmed. */
const largestStep = 1 / 3;
/** Two rates that differ by at most this share confirm each other. */
const likeness = 0.1;

/** What is known of a currency up to the day being screened. */
interface Course {
  /** The last rate in use. */
  last: { day: Day; rate: number } | undefined;
  /** The last rate held after it. */
  held: { day: Day; rate: number } | undefined;
}

/**
 * Compares published rates with those of the days before. One that differs by more than a third is held back, unless the next day on
 * which the currency was published has a like one: then both are used.
 * @returns the days about which something is to be recorded, in order.
 */
export function screenRates(book: RateBook, published: readonly PublishedRates[]): ScreenedDay[] {
  const fileRates = new Map(published.map(({ day, rates }) => [day, rates]));
  const days = [...new Set([...book.days, ...fileRates.keys()])].sort();
  const courses = new Map<string, Course>();
  const screened = new Map<Day, Screening>();
  const screeningOf = (day: Day): Screening => {
    const known = screened.get(day) ?? { accepted: {}, held: [], confirmed: [] };
    screened.set(day, known);
    return known;
  };
  for (const day of days) {
    const known = book.byDay.get(day);
    const file = fileRates.get(day);
    // A day without rates is recorded too: it was published.
    if (file !== undefined && known?.published !== true) screeningOf(day);
    for (const currency of new Set([...Object.keys(known?.rates ?? {}), ...heldCurrencies(known), ...keysOf(file)])) {
      const course = courses.get(currency) ?? { last: undefined, held: undefined };
      courses.set(currency, course);
      screenRate({ day, currency, course, known, rate: file?.[currency] }, screeningOf);
    }
  }
  return [...screened].map(([day, screening]) => ({ day, ...screening }));
}

interface Screening {
  accepted: Record<string, number>;
  held: HeldRate[];
  confirmed: { currency: string; rate: number; by: Day }[];
}

/** One currency on one day. */
interface Screened {
  readonly day: Day;
  readonly currency: string;
  readonly course: Course;
  readonly known: RateDay | undefined;
  /** The rate in the file; `undefined` when it has none. */
  readonly rate: number | undefined;
}

function screenRate(one: Screened, screeningOf: (day: Day) => Screening): void {
  const { day, currency, course, known } = one;
  const used = known?.rates[currency];
  // A rate that is held already is looked at again: the days around it may have changed.
  const rate = one.rate ?? known?.held[currency]?.rate;
  const isNews = rate !== undefined && rate !== used && rate !== known?.refused[currency];
  if (isNews) {
    const { last, held } = course;
    if (last === undefined || isWithin(rate, last.rate, largestStep)) {
      accept(one, rate, screeningOf);
      return;
    }
    if (held !== undefined && isWithin(rate, held.rate, likeness)) {
      screeningOf(held.day).confirmed.push({ currency, rate: held.rate, by: day });
      accept(one, rate, screeningOf);
      return;
    }
    if (known?.held[currency]?.rate !== rate) {
      const compared = { previous_rate: last.rate, previous_day: last.day };
      screeningOf(day).held.push({ currency, rate, ...compared });
    }
  }
  if (used !== undefined) Object.assign(course, { last: { day, rate: used }, held: undefined });
  if (isNews) course.held = { day, rate };
}

/** A rate that was held until now is released by the day that it is compared with. */
function accept({ day, currency, course, known }: Screened, rate: number, screeningOf: (day: Day) => Screening): void {
  const isHeld = known?.held[currency]?.rate === rate;
  if (isHeld) screeningOf(day).confirmed.push({ currency, rate, by: course.held?.day ?? course.last?.day ?? day });
  else screeningOf(day).accepted[currency] = rate;
  Object.assign(course, { last: { day, rate }, held: undefined });
}

const isWithin = (rate: number, other: number, share: number): boolean => Math.abs(rate - other) <= other * share;
const keysOf = (rates: Readonly<Record<string, number>> | undefined): string[] => Object.keys(rates ?? {});
const heldCurrencies = (known: RateDay | undefined): string[] => Object.keys(known?.held ?? {});
