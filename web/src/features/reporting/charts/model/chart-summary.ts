import { type ChartLine, type ChartModel, formatValue } from '../../../../shared/chart/chart-model.ts';
import { formatCount } from '../../../../shared/format/numbers.ts';

/**
 * A sentence about the first line: how its second half compares with its first, its highest and its last full value.
 * Buckets that still run are left out.
 */
export function summarize(model: ChartModel): string | null {
  const line = model.lines[0];
  if (line === undefined) return null;
  const end = model.runningAt ?? model.dates.length;
  const points = line.values
    .slice(0, end)
    .flatMap((value, index) => (value === null ? [] : [{ value, title: model.titles[index] ?? '' }]));
  const last = points.at(-1);
  if (last === undefined) return `${line.name}: nothing known in this range.`;
  const best = points.reduce((most, point) => (point.value > most.value ? point : most), last);
  const say = (value: number) => formatValue(value, line.unit, model.currencySign);
  if (points.length > 1 && points.every(({ value }) => value === last.value))
    return `${line.name} is level at ${say(last.value)}.`;
  const trend = trendOf(
    line,
    points.map(({ value }) => value),
  );
  const peak = best === last ? `its highest value, ${say(best.value)}, is also its last` : null;
  const ends = peak ?? `highest ${say(best.value)} (${best.title}), last ${say(last.value)} (${last.title})`;
  return `${line.name}${trend === null ? ':' : ` ${trend};`} ${ends}.`;
}

/** Fewer points than this have no halves worth comparing. */
const fewest = 4;

function trendOf(line: ChartLine, values: readonly number[]): string | null {
  if (values.length < fewest) return null;
  const half = Math.floor(values.length / 2);
  const first = mean(values.slice(0, half));
  const second = mean(values.slice(-half));
  if (first === 0) return null;
  const change = Math.round(((second - first) / Math.abs(first)) * 100);
  const unit = line.unit === 'percent' ? ' (of itself)' : '';
  if (change === 0) return 'is level over the range';
  return `is ${formatCount(Math.abs(change))} %${unit} ${change > 0 ? 'higher' : 'lower'} in the second half of the range`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
