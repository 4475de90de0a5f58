import { hourMs } from '@tapwise/contract/calendar';
import type { CourseCells } from '@tapwise/contract/today';
import { formatClock } from '../../../../../shared/format/ages.ts';

/** A column of the strip. */
export type StripColumn = keyof CourseCells;

/** How today and the day before went. Entry 0 of a day is what had come after its first full hour. */
export interface Course {
  today: readonly CourseCells[];
  yesterday: readonly CourseCells[];
  /** Yesterday, as long after its beginning as it is now today. */
  yesterdayByNow: CourseCells;
  /** How many first entries of each day have estimated ad figures, because no pull had shown them by then. */
  estimatedHours: { today: number; yesterday: number };
}

/** The two figures of a change; estimated when one of them is. */
export interface Compared {
  now: number | null;
  before: number | null;
  estimated: boolean;
}

/** Where a column's figures come from: the store sends by itself, the ad service is asked now and then. */
export const sourceOf: Record<StripColumn, 'store' | 'ads' | 'both'> = {
  spend: 'ads',
  installs: 'ads',
  trials: 'store',
  current_income: 'store',
  predicted_income: 'store',
  current_result: 'both',
  current_roas: 'both',
  predicted_result: 'both',
  predicted_roas: 'both',
};

/**
 * Hours since today began, to the minute; of several zones the one whose day began first, as in the course. A clock that was
 * changed today makes the hours of the course differ from those on the wall.
 * @param now milliseconds
 */
export function elapsedHours(course: Course, now: number, zones: readonly string[]): number {
  const clocks = zones.map((zone) => {
    const [hours = 0, minutes = 0] = formatClock(now, zone).split(':').map(Number);
    return hours + minutes / 60;
  });
  return course.today.length + (Math.max(...clocks) % 1);
}

/**
 * The hour of today up to which a column is known.
 * @param asOf of the column's older source; `null` while nothing has come
 * @param now milliseconds
 * @returns `null` when that was before today
 */
export function hoursReported(elapsed: number, asOf: string | null, now: number): number | null {
  if (asOf === null) return null;
  const hours = elapsed - Math.max(0, now - Date.parse(asOf)) / hourMs;
  return hours < 0 ? null : hours;
}

/**
 * The two figures a change lies between. Of a source that sends by itself: the one shown, and yesterday's by this time.
 * What the ad service has a part in is compared at the last full hour it covers, on both days as it was known then: a pull that
 * is due would look like a fall.
 * @param hours see `hoursReported`
 */
export function comparedOf(
  course: Course,
  column: StripColumn,
  displayed: number | null,
  hours: number | null,
): Compared {
  if (sourceOf[column] === 'store') {
    return { now: displayed, before: course.yesterdayByNow[column] ?? null, estimated: false };
  }
  const last = Math.min(Math.floor(hours ?? 0), course.today.length) - 1;
  const { today, yesterday } = course.estimatedHours;
  return {
    now: course.today[last]?.[column] ?? null,
    before: course.yesterday[last]?.[column] ?? null,
    estimated: last >= 0 && (last < today || last < yesterday),
  };
}
