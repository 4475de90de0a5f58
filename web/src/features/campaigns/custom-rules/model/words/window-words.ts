import { ruleWords as words } from '../../messages/rule-words.ts';

const named = words.windows;
const isNamed = (window: string): window is keyof typeof named => Object.hasOwn(named, window);

/** Days and their distance from the newest complete one; `null` for a time range of another kind. */
export function daysOfWindow(window: string): { readonly days: number; readonly shift: number } | null {
  const [, days, shift = '0'] = /^(\d{1,2})d(?:-(\d{1,2}))?$/.exec(window) ?? [];
  return days === undefined ? null : { days: Number(days), shift: Number(shift) };
}

/** 'last 7 complete days', '7 mature days', 'today so far'. */
export function windowText(window: string): string {
  if (isNamed(window)) return named[window];
  if (window.endsWith('-mature')) return words.matureDays(Number.parseInt(window, 10));
  const range = daysOfWindow(window);
  if (range === null) return window;
  return range.shift === 0 ? words.lastDays(range.days) : words.shiftedDays(range.days, range.shift);
}

/** The same as short as it can be said: '7d', '7 mature days'. */
export function shortWindowText(window: string): string {
  const range = daysOfWindow(window);
  return range?.shift === 0 ? `${range.days}d` : windowText(window);
}
