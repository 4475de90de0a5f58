import { addDays, type Day, hourMs } from '../../../shared/calendar/days.ts';
import { dayInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import type { DaySource, SourceDays } from '../evaluation/evaluation-data.ts';

/** What says which days are over for a source. Instants in milliseconds. */
export interface CompletenessFacts {
  readonly asOf: number;
  /** IANA name of the organization's zone. */
  readonly zone: string;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
  /** When the successful pulls began of which all pages are recorded, any order; only the newest decides. */
  readonly pulls: readonly number[];
  /** Up to when what apps and the store sent is in the tables; `null`: neither was ever integrated. */
  readonly peopleUntil: number | null;
  /** Share of a day's first launches whose attribution is pending; an absent day has none. */
  readonly pendingShare: ReadonlyMap<Day, number>;
  /** When the newest models were fitted; `null`: never. */
  readonly modelsFittedAt: number | null;
  /** Days whose search terms are recorded; `null`: they were never pulled. */
  readonly termDays: ReadonlySet<Day> | null;
  /** The newest day whose impression shares are known; `null`: none is. */
  readonly shareDay: Day | null;
}

const pendingLimit = 0.05;
const fitLimitMs = 48 * hourMs;
/** Days back that a complete one is looked for. */
const furthestDays = 90;

/** The newest complete day of each source that is used. */
export function completeDays(facts: CompletenessFacts, used: ReadonlySet<DaySource>): SourceDays {
  const people = newestDay(facts, (day) => isPeopleDayComplete(facts, day));
  const days: SourceDays = {
    ads: newestDay(facts, (day) => facts.pulls.some((at) => at >= endOf(facts, day, facts.completeAfterHours))),
    people,
    predictions: predictionsDay(facts, people),
    search_terms: newestDay(facts, (day) => facts.termDays?.has(day) === true),
    impression_share: shareDay(facts),
  };
  const unused = (Object.keys(days) as DaySource[]).filter((source) => !used.has(source));
  return { ...days, ...Object.fromEntries(unused.map((source) => [source, null])) };
}

/** The last day before today for which it holds, as days do not become incomplete again: the newest one that does. */
function newestDay({ asOf, zone }: CompletenessFacts, isComplete: (day: Day) => boolean): Day | null {
  const today = dayInZone(asOf, zone);
  for (let ago = 1; ago <= furthestDays; ago += 1) {
    const day = addDays(today, -ago);
    if (isComplete(day)) return day;
  }
  return null;
}

const endOf = ({ zone }: CompletenessFacts, day: Day, hours: number): number =>
  startOfDayInZone(addDays(day, 1), zone) + hours * hourMs;

function isPeopleDayComplete(facts: CompletenessFacts, day: Day): boolean {
  const { asOf, peopleUntil, pendingShare } = facts;
  const hourLater = endOf(facts, day, 1);
  return (
    peopleUntil !== null && asOf >= hourLater && peopleUntil >= hourLater && (pendingShare.get(day) ?? 0) < pendingLimit
  );
}

/** Models that were fitted too long ago complete the day before they became too old. */
function predictionsDay(facts: CompletenessFacts, people: Day | null): Day | null {
  const { modelsFittedAt: fittedAt, asOf, zone } = facts;
  if (people === null || fittedAt === null) return null;
  if (asOf - fittedAt <= fitLimitMs) return people;
  const last = addDays(dayInZone(fittedAt + fitLimitMs, zone), -1);
  return last < people ? last : people;
}

function shareDay({ shareDay: newest, asOf, zone }: CompletenessFacts): Day | null {
  const youngest = addDays(dayInZone(asOf, zone), -2);
  return newest === null || newest < youngest ? newest : youngest;
}

const sourceNames: Readonly<Record<Exclude<DaySource, 'impression_share'>, string>> = {
  ads: 'Apple Ads',
  people: 'SDK and store',
  predictions: 'predictions',
  search_terms: 'search terms',
};
/** Sources whose newest complete day holds a run back; shares have days of their own. */
const holdingSources = ['ads', 'people', 'predictions', 'search_terms'] as const;

/** The newest day that is complete for every source of a run; `null`: it uses none with days. */
export function runDayOf(days: SourceDays): Day | null {
  const used = holdingSources.flatMap((source) => days[source] ?? []);
  return used.sort()[0] ?? null;
}

/** Why a run has no figures that are new enough, as it is shown; `undefined`: it has. */
export function incompleteText(days: SourceDays, asOf: number, zone: string): string | undefined {
  const day = runDayOf(days);
  if (day === null || day >= addDays(dayInZone(asOf, zone), -2)) return undefined;
  const source = holdingSources.find((name) => days[name] === day) ?? 'ads';
  return `No complete data: ${sourceNames[source]} complete until ${shortDay(day)}`;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '8 Nov'. */
export const shortDay = (day: Day): string => `${Number(day.slice(8))} ${monthNames[Number(day.slice(5, 7)) - 1]}`;
