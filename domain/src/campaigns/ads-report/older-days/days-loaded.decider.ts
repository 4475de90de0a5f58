import { addDays, type Day, daysBetween } from '../../../shared/calendar/days.ts';
import type { Decider } from '../../../shared/decider.ts';
import type { DaysLoadedEvent } from './days-loaded.events.ts';

/** Both days are included. */
export interface DaySpan {
  readonly from_day: Day;
  readonly to_day: Day;
}

/** Spans whose figures were loaded, apart from each other, oldest first. */
export type LoadedDays = readonly DaySpan[];

/** Fold of `adsDays-<applicationId>.<orgId>`. */
export const daysLoadedDecider: Decider<LoadedDays, DaysLoadedEvent> = {
  initialState: () => [],
  evolve: (state, { type, data }) => (type === 'AdsDaysLoaded' ? withSpan(state, data) : state),
};

/** Says that days are loaded; of days that are in already nothing is said again, whoever loaded them. */
export function recordLoadedDays(state: LoadedDays, loaded: DaysLoadedEvent['data']): DaysLoadedEvent[] {
  const isIn = state.some(({ from_day, to_day }) => from_day <= loaded.from_day && loaded.to_day <= to_day);
  return isIn ? [] : [{ type: 'AdsDaysLoaded', data: loaded }];
}

/**
 * The newest days of a range that are not loaded.
 * @param longest Days in the span at most.
 * @returns `undefined` when all are.
 */
export function nextSpanToLoad(state: LoadedDays, range: DaySpan, longest: number): DaySpan | undefined {
  const newestFirst = [...state].reverse();
  let to_day = range.to_day;
  for (const span of newestFirst) {
    if (span.from_day <= to_day && to_day <= span.to_day) to_day = addDays(span.from_day, -1);
  }
  if (to_day < range.from_day) return undefined;
  const below = newestFirst.find((span) => span.to_day < to_day);
  const earliest = [range.from_day, addDays(to_day, 1 - longest)];
  if (below !== undefined) earliest.push(addDays(below.to_day, 1));
  return { from_day: earliest.reduce(later), to_day };
}

/** How many days are loaded. */
export const countLoadedDays = (state: LoadedDays): number =>
  state.reduce((sum, { from_day, to_day }) => sum + daysBetween(from_day, to_day) + 1, 0);

function withSpan(state: LoadedDays, { from_day, to_day }: DaySpan): DaySpan[] {
  const joined: DaySpan[] = [];
  const spans = [...state, { from_day, to_day }].sort((first, other) => (first.from_day < other.from_day ? -1 : 1));
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || addDays(last.to_day, 1) < span.from_day) joined.push(span);
    else joined[joined.length - 1] = { from_day: last.from_day, to_day: later(last.to_day, span.to_day) };
  }
  return joined;
}

const later = (day: Day, other: Day): Day => (day > other ? day : other);
