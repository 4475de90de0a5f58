import type { Course, StripColumn } from './course.ts';

/** The drawing's size and the room that the end dot needs, in pixels. */
export const sparkSize = { width: 66, height: 24, margin: 3 } as const;

/** A day's lines, ready to draw. Only the dot depends on what is pushed. */
export interface Spark {
  /** `d` of the paths; empty where nothing is known. */
  today: string;
  fill: string;
  yesterday: string;
  /** Height of the line of zero, or of 100 %; `null` for columns without one. */
  base: number | null;
  /** Where today's line ends. */
  end: Point | null;
  /** The place of a figure at an hour of the day; figures beyond the drawing are at its edge. */
  pointAt(hour: number, value: number): Point;
}

interface Point {
  x: number;
  y: number;
}
interface Moment {
  hour: number;
  value: number;
}

/** @param reported hours of today to draw: those that the column's sources have reported */
export function sparkOf(course: Course, column: StripColumn, reported: number): Spark {
  const today = momentsOf(course.today.slice(0, reported), column);
  const yesterday = momentsOf(course.yesterday, column);
  const baseValue = baseOf(column);
  const values = [...today, ...yesterday].map(({ value }) => value);
  const pointAt = placing(Math.max(24, course.today.length, course.yesterday.length), [
    ...values,
    ...(baseValue === null ? [0] : [baseValue]),
  ]);
  const points = today.map(({ hour, value }) => pointAt(hour, value));
  const line = pathOf(points);
  const first = points[0];
  const end = points.at(-1);
  const floor = baseValue === null ? sparkSize.height : pointAt(0, baseValue).y;
  const filled = !column.endsWith('_roas') && first !== undefined && end !== undefined;
  return {
    today: line,
    fill: filled ? `${line}L${text(end.x)} ${text(floor)}L${text(first.x)} ${text(floor)}Z` : '',
    yesterday: pathOf(yesterday.map(({ hour, value }) => pointAt(hour, value))),
    base: baseValue === null ? null : pointAt(0, baseValue).y,
    end: end ?? null,
    pointAt,
  };
}

/** A result is good above zero, ROAS above 100 %. */
function baseOf(column: StripColumn): number | null {
  if (column.endsWith('_result')) return 0;
  return column.endsWith('_roas') ? 1 : null;
}

/** What is only ever added up began with nothing. */
const startsAtZero: ReadonlySet<StripColumn> = new Set(['current_income', 'predicted_income', 'trials']);

function momentsOf(day: Course['today'], column: StripColumn): Moment[] {
  const moments = day.flatMap((cells, index): Moment[] => {
    const value = cells[column];
    return value === null || value === undefined ? [] : [{ hour: index + 1, value }];
  });
  return startsAtZero.has(column) && moments.length > 0 ? [{ hour: 0, value: 0 }, ...moments] : moments;
}

function placing(hours: number, values: readonly number[]): Spark['pointAt'] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const { width, height, margin } = sparkSize;
  const across = (width - 2 * margin) / hours;
  const tall = height - 2 * margin;
  return (hour, value) => {
    const share = high === low ? 0 : (value - low) / (high - low);
    return {
      x: margin + Math.min(hours, Math.max(0, hour)) * across,
      y: height - margin - Math.min(1, Math.max(0, share)) * tall,
    };
  };
}

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${text(x)} ${text(y)}`).join('');
}

const text = (length: number): string => String(Math.round(length * 100) / 100);
