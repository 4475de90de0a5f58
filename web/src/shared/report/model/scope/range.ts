import { addDays, addMonths, type Day, firstOfMonth } from '@tapwise/contract/calendar';
import { formatDate, formatDayRange } from '../../../calendar/day-texts.ts';

/** Presets in the order of the menu, with the words and the key that picks each. */
export const rangePresets = [
  { name: 'today', label: 'Today', key: 'T' },
  { name: 'yesterday', label: 'Yesterday', key: 'Y' },
  { name: 'last7', label: 'Last 7 days', key: '7' },
  { name: 'last30', label: 'Last 30 days', key: '3' },
  { name: 'last90', label: 'Last 90 days', key: '9' },
  { name: 'thisMonth', label: 'This month', key: null },
  { name: 'lastMonth', label: 'Last month', key: null },
  { name: 'thisYear', label: 'This year', key: null },
] as const;

export type RangePreset = (typeof rangePresets)[number]['name'];

/** A range as the address keeps it: presets move with the calendar, days stay. */
export type RangeChoice = { preset: RangePreset } | { from: Day; to: Day };

/** The days themselves, both included. */
export interface DayRange {
  from: Day;
  to: Day;
}

export const defaultRange: RangeChoice = { preset: 'last7' };

export function isRangePreset(text: string): text is RangePreset {
  return rangePresets.some((preset) => preset.name === text);
}

const starts: Record<RangePreset, (today: Day) => Day> = {
  today: (today) => today,
  yesterday: (today) => addDays(today, -1),
  last7: (today) => addDays(today, -6),
  last30: (today) => addDays(today, -29),
  last90: (today) => addDays(today, -89),
  thisMonth: firstOfMonth,
  lastMonth: (today) => addMonths(firstOfMonth(today), -1),
  thisYear: (today) => `${today.slice(0, 4)}-01-01`,
};

/**
 * The days of a choice. Presets include today, but yesterday and last month; a preset never begins before the first day
 * the application's SDK was heard of, unless nothing would be left.
 */
export function resolveRange(choice: RangeChoice, today: Day, firstDay: Day | null): DayRange {
  if (!('preset' in choice)) return choice;
  const from = starts[choice.preset](today);
  const to =
    choice.preset === 'yesterday' ? from : choice.preset === 'lastMonth' ? addDays(firstOfMonth(today), -1) : today;
  return { from: firstDay !== null && firstDay > from && firstDay <= to ? firstDay : from, to };
}

export function includesToday(range: DayRange, today: Day): boolean {
  return range.from <= today && today <= range.to;
}

/** The two halves of the range button: "Last 7 days" and "15–21 Nov"; ranges without a name have only days. */
export function describeRange(choice: RangeChoice, days: DayRange, today: Day): { name: string; days: string | null } {
  const text = formatDayRange(days.from, days.to, today);
  if (!('preset' in choice)) return { name: text, days: null };
  return { name: rangePresets.find((preset) => preset.name === choice.preset)?.label ?? text, days: text };
}

/** Why a day cannot be chosen; `null` when it can. */
export function dayRefusal(day: Day, today: Day, firstDay: Day | null): string | null {
  if (day > today) return 'This day has not come yet';
  if (firstDay !== null && day < firstDay) return `The first SDK event is of ${formatDate(firstDay)}`;
  return null;
}
