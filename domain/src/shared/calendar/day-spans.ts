import { addDays, type DayRange } from './days.ts';

/** The days of all ranges, as spans that are apart from each other, oldest first. */
export function joinedSpans(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = [];
  const ordered = ranges.filter(({ from, to }) => from <= to).sort((left, right) => (left.from < right.from ? -1 : 1));
  for (const range of ordered) {
    const last = joined.at(-1);
    if (last === undefined || addDays(last.to, 1) < range.from) joined.push(range);
    else if (range.to > last.to) joined[joined.length - 1] = { from: last.from, to: range.to };
  }
  return joined;
}
