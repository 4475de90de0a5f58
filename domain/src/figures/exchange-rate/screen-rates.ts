import type { Day } from '../../shared/calendar/days.ts';
import type { RateBook } from './rate-book.ts';
import type { DecidedRate, HeldRate, RateDay, ScreenedDay } from './rate-day.decider.ts';

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
  /** The rates held after it, in order of their days. */
  held: readonly { day: Day; rate: number }[];
}

/**
 * Compares published rates with those of the days before. One that differs by more than a third is held back until a later publication
 * decides it: the next day on which the currency was published has a like one, then both are used; or a later rate is in use that is not
 * like it, or its own day was published again without it, then it was wrong.
 * @returns the days about which something is to be recorded, in order.
 */
export function screenRates(book: RateBook, published: readonly PublishedRates[]): ScreenedDay[] {
  const fileRates = new Map(published.map(({ day, rates }) => [day, rates]));
  const days = [...new Set([...book.days, ...fileRates.keys()])].sort();
  const courses = new Map<string, Course>();
  const screened = new Map<Day, Screening>();
  const screeningOf = (day: Day): Screening => {
    const screening = screened.get(day) ?? { accepted: {}, held: [], confirmed: [], contradicted: [] };
    screened.set(day, screening);
    return screening;
  };
  for (const day of days) {
    const rateDay = book.byDay.get(day);
    const file = fileRates.get(day);
    // A day without rates is recorded too: it was published.
    if (file !== undefined && rateDay?.published !== true) screeningOf(day);
    for (const currency of new Set([
      ...Object.keys(rateDay?.rates ?? {}),
      ...heldCurrencies(rateDay),
      ...keysOf(file),
    ])) {
      const course = courses.get(currency) ?? { last: undefined, held: [] };
      courses.set(currency, course);
      screenRate({ day, currency, course, rateDay, rate: file?.[currency] }, screeningOf);
    }
  }
  return [...screened].map(([day, screening]) => ({ day, ...screening }));
}

interface Screening {
  accepted: Record<string, number>;
  held: HeldRate[];
  confirmed: DecidedRate[];
  contradicted: DecidedRate[];
}

/** One currency on one day. */
interface Screened {
  readonly day: Day;
  readonly currency: string;
  readonly course: Course;
  readonly rateDay: RateDay | undefined;
  /** The rate in the file; `undefined` when it has none. */
  readonly rate: number | undefined;
}

function screenRate(screened: Screened, screeningOf: (day: Day) => Screening): void {
  const { day, currency, course, rateDay } = screened;
  const used = rateDay?.rates[currency];
  const heldUntilNow = rateDay?.held[currency]?.rate;
  // A rate that is held already is looked at again: the days around it may have changed.
  const rate = screened.rate ?? heldUntilNow;
  const isNews = rate !== undefined && rate !== used && rate !== rateDay?.refused[currency];
  if (isNews && isLikely(course, rate)) {
    settle(screened, rate, screeningOf);
    if (heldUntilNow === rate) {
      const by = course.held.at(-1)?.day ?? course.last?.day ?? day;
      screeningOf(day).confirmed.push({ currency, rate, by });
    } else screeningOf(day).accepted[currency] = rate;
    Object.assign(course, { last: { day, rate }, held: [] });
    return;
  }
  if (isNews && heldUntilNow !== rate && course.last !== undefined) {
    const compared = { previous_rate: course.last.rate, previous_day: course.last.day };
    screeningOf(day).held.push({ currency, rate, ...compared });
  }
  if (!isNews && heldUntilNow !== undefined)
    screeningOf(day).contradicted.push({ currency, rate: heldUntilNow, by: day });
  if (used !== undefined) {
    settle(screened, used, screeningOf);
    Object.assign(course, { last: { day, rate: used }, held: [] });
  }
  if (isNews) course.held = [...course.held, { day, rate }];
}

/** Whether a rate is near the last one in use, or like the one that was held before it. */
function isLikely({ last, held }: Course, rate: number): boolean {
  const before = held.at(-1);
  if (last === undefined || isWithin(rate, last.rate, largestStep)) return true;
  return before !== undefined && isWithin(rate, before.rate, likeness);
}

/** A rate that is in use decides those held before it: the last of them is confirmed by a like one, all others were wrong. */
function settle({ day, currency, course }: Screened, used: number, screeningOf: (day: Day) => Screening): void {
  const newest = course.held.at(-1);
  for (const held of course.held) {
    const isConfirmed = held === newest && isWithin(used, held.rate, likeness);
    const { confirmed, contradicted } = screeningOf(held.day);
    (isConfirmed ? confirmed : contradicted).push({ currency, rate: held.rate, by: day });
  }
}

const isWithin = (rate: number, other: number, share: number): boolean => Math.abs(rate - other) <= other * share;
const keysOf = (rates: Readonly<Record<string, number>> | undefined): string[] => Object.keys(rates ?? {});
const heldCurrencies = (rateDay: RateDay | undefined): string[] => Object.keys(rateDay?.held ?? {});
