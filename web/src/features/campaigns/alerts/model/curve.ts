import type { AlertEpisode } from '@tapwise/contract/alerts';

type Series = NonNullable<AlertEpisode['series']>;

/** A curve laid out in a box of a width and a height, in its pixels. */
export interface Curve {
  /** Parts of the line; days without a figure divide it. */
  readonly lines: readonly string[];
  /** Days outside of what is usual, and the newest. */
  readonly outside: readonly CurvePoint[];
  readonly last: CurvePoint | null;
  /** Where the band of what is usual begins and ends; `null`: there is none. */
  readonly band: { readonly top: number; readonly bottom: number } | null;
  readonly usual: number | null;
  /** Where the lower and the upper limit are, if they are. */
  readonly low: number | null;
  readonly high: number | null;
  /** The value at the lower and at the upper edge. */
  readonly least: number;
  readonly most: number;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

/** Lays out the figures of an incident. @returns `null` where no day has one. */
export function curveOf(series: Series, width: number, height: number): Curve | null {
  const { values, usual, low, high } = series;
  const figures = values.filter((value) => value !== null);
  if (figures.length === 0) return null;
  const all = [...values, usual, low, high].filter((value) => value !== null);
  const least = Math.min(...all);
  const most = Math.max(...all);
  const span = most - least || 1;
  const yOf = (value: number) => height - ((value - least) / span) * height;
  const xOf = (index: number) => (values.length < 2 ? width : (index / (values.length - 1)) * width);
  const points = values.map((value, index) => (value === null ? null : { x: xOf(index), y: yOf(value), value }));
  const isOutside = (value: number) => (low !== null && value < low) || (high !== null && value > high);
  const optional = (value: number | null) => (value === null ? null : yOf(value));
  return {
    lines: linesOf(points),
    outside: points.flatMap((point) => (point !== null && isOutside(point.value) ? [{ x: point.x, y: point.y }] : [])),
    last: points.findLast((point) => point !== null) ?? null,
    band: low === null && high === null ? null : { top: optional(high) ?? 0, bottom: optional(low) ?? height },
    usual: optional(usual),
    low: optional(low),
    high: optional(high),
    least,
    most,
  };
}

/** Coordinates of each stretch without a gap. */
function linesOf(points: readonly (CurvePoint | null)[]): string[] {
  const lines: string[][] = [[]];
  for (const point of points) {
    if (point === null) lines.push([]);
    else lines.at(-1)?.push(`${round(point.x)},${round(point.y)}`);
  }
  return lines.flatMap((line) => (line.length === 0 ? [] : [line.join(' ')]));
}

const round = (value: number): number => Math.round(value * 10) / 10;
