import { formatValue } from '../../../../shared/chart/chart-model.ts';
import { formatCount } from '../../../../shared/format/numbers.ts';
import { type CurveKind, curveMessages } from '../messages.ts';
import { type CurvePoint, pointName } from './curve.ts';

export interface PointWord {
  name: string;
  text: string;
}

/** Everything a point says, for the tooltip, the table and screen readers. */
export function describePoint(kind: CurveKind, point: CurvePoint, sign: string): PointWord[] {
  const unit = kind === 'cltv' ? 'money_per_unit' : 'percent';
  const say = (value: number | null) => formatValue(value, unit, sign);
  const words: PointWord[] = [];
  if (kind === 'cltv') {
    words.push({ name: 'Already paid', text: say(point.paid) });
    words.push({ name: 'Still expected', text: say(point.paid === null ? null : point.value - point.paid) });
  }
  words.push({ name: kind === 'cltv' ? 'LTV' : 'Chance', text: say(point.value) });
  if (point.low !== null && point.high !== null) {
    words.push({ name: '80 % band', text: `${say(point.low)} to ${say(point.high)}` });
  }
  if (point.worldwide !== null) words.push({ name: curveMessages.worldwide, text: say(point.worldwide) });
  words.push({ name: curveMessages[kind].seen, text: formatCount(point.count) });
  if (!point.observed) words.push({ name: 'Not yet observed', text: 'model' });
  return words;
}

/** The same in one sentence. */
export function sayCurvePoint(kind: CurveKind, point: CurvePoint | undefined, sign: string): string {
  if (point === undefined) return '';
  const words = describePoint(kind, point, sign).map(({ name, text }) => `${name} ${text}`);
  return `${pointName(kind, point.x)}: ${words.join(', ')}`;
}
