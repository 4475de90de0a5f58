import {
  addDays,
  type Day,
  type DayRange,
  dayInZone,
  daysBetween,
  type FigureWindow,
  matureShift,
  runDayOf,
  type SourceDays,
  sharedRange,
  shareWeek,
  unitRange,
} from '@tapwise/domain';
import type { FiguredUnit, RuleFigures, RuleFiguresQuestion } from './rule-figures.ts';

/** The key of all units of a rule together. */
export const scopeKey = '';

/** A time range with the days it has. */
export interface WindowRanges {
  readonly window: FigureWindow;
  /** The same for all units; `null`: they have their own, or no day is complete. */
  readonly common: DayRange | null;
  /** Of impression shares, which have days of their own. */
  readonly shares: DayRange | null;
  /** By key of a unit or a parent; an absent one has that of `scopeKey`. */
  readonly own: ReadonlyMap<string, DayRange> | null;
}

export const rangeOf = ({ common, own }: WindowRanges, key: string): DayRange | null =>
  own === null ? common : (own.get(key) ?? own.get(scopeKey) ?? null);

/** Users of an object by day of their first launch, and the sums of their shares of usual income. */
export type UserDays = ReadonlyMap<Day, { readonly users: number; readonly share: number }>;

export interface RangeScope
  extends Pick<RuleFiguresQuestion, 'rule' | 'units' | 'joined' | 'asOf'>,
    Pick<RuleFigures, 'lifeFrom'> {
  readonly zone: string;
  readonly days: SourceDays;
  readonly shareDays: readonly Day[];
  /** Keys of the parents of a unit that figures are asked of. */
  readonly parentsOf: (unit: FiguredUnit) => readonly string[];
  /** By key of a unit, a parent, and of all; empty where the history says too little. Only of mature days. */
  readonly users: ReadonlyMap<string, UserDays>;
}

/** The days of each time range of a rule. */
export function windowRanges(windows: readonly FigureWindow[], scope: RangeScope): WindowRanges[] {
  const { days, asOf, zone, rule, lifeFrom } = scope;
  const shared = { days, asOf, zone, level: rule.level, lifeFrom };
  return windows.map((window) => {
    const { kind } = window.window;
    if (kind === 'mature') return { window, common: null, shares: null, own: matureRanges(window, scope) };
    if (kind === 'change' || kind === 'start')
      return { window, common: null, shares: null, own: ownRanges(window, scope) };
    const shares = window.key === shareWeek ? weekOf(scope.shareDays) : sharedRange(window.window, shared, true);
    return { window, common: window.key === shareWeek ? null : sharedRange(window.window, shared), shares, own: null };
  });
}

/** Where shares of some days are not known, the last seven that are reach further back. */
function weekOf(shareDays: readonly Day[]): DayRange | null {
  const [to] = shareDays;
  const from = shareDays.at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** What units are compared with begins when the first of them does. */
function ownRanges(window: FigureWindow, { units, joined, parentsOf, ...data }: RangeScope): Map<string, DayRange> {
  const ranges = new Map<string, DayRange>();
  const widen = (key: string, range: DayRange): void => {
    const existing = ranges.get(key);
    ranges.set(key, existing !== undefined && existing.from <= range.from ? existing : range);
  };
  for (const unit of units) {
    const since = joined.get(unit.key);
    const range = unitRange(window, data, unit, since === undefined ? undefined : { joined: since });
    if (range === null) continue;
    for (const key of [unit.key, scopeKey, ...parentsOf(unit)]) widen(key, range);
  }
  return ranges;
}

/** By how many days mature days may end earlier. */
export const furthestShift = 60;
/** How old users have to be where nothing is known of what is usual. */
const unratedAgeDays = 7;

function matureRanges({ window }: FigureWindow, scope: RangeScope): Map<string, DayRange> {
  const { days, asOf, zone, rule, users } = scope;
  const day = runDayOf(days);
  const ranges = new Map<string, DayRange>();
  if (day === null || window.kind !== 'mature') return ranges;
  const endingAt = (shift: number): DayRange => ({
    from: addDays(day, 1 - shift - window.days),
    to: addDays(day, -shift),
  });
  const unrated = Math.max(0, unratedAgeDays - daysBetween(day, dayInZone(asOf, zone)));
  ranges.set(scopeKey, endingAt(users.size === 0 ? unrated : 0));
  for (const [key, byDay] of users) {
    const shift = matureShift(maturities(byDay, day, window.days), rule.guards.maturity);
    // Nothing is old enough: no days.
    ranges.set(key, shift === null ? { from: day, to: addDays(day, -1) } : endingAt(shift));
  }
  return ranges;
}

/** By how many days the range ends earlier; `null` without users. */
function maturities(byDay: UserDays, day: Day, length: number): (number | null)[] {
  const counts = Array.from({ length: furthestShift + length }, (_, ago) => byDay.get(addDays(day, -ago)));
  let users = 0;
  let share = 0;
  for (const count of counts.slice(0, length)) {
    users += count?.users ?? 0;
    share += count?.share ?? 0;
  }
  return Array.from({ length: furthestShift + 1 }, (_, shift) => {
    const maturity = users === 0 ? null : share / users;
    const leaving = counts[shift];
    const entering = counts[shift + length];
    users += (entering?.users ?? 0) - (leaving?.users ?? 0);
    share += (entering?.share ?? 0) - (leaving?.share ?? 0);
    return maturity;
  });
}
