import { formatCount, formatMoney } from '../../../../../shared/format/numbers.ts';
import { reportMessages as words } from '../../../../../shared/report/messages.ts';
import type { Compared, StripColumn } from './course.ts';

/** What a figure of today changed by against yesterday. */
export interface StripDelta {
  /** `+6 %`; without its sign when it is good news, which has a mark instead. */
  text: string;
  good: boolean;
  /** For those who do not see it. */
  spoken: string;
}

/** Beyond this a percentage says only that there was next to nothing before. */
const largestPercent = 999;

/**
 * Whole percent; an amount for a result, which may cross zero, and whole percentage points for ROAS. More spend is no good news.
 * @param sign of the currency
 * @returns `null` while one of the two is not known
 */
export function stripDelta(column: StripColumn, { now, before, estimated }: Compared, sign: string): StripDelta | null {
  if (now === null || before === null) return null;
  const size = sizeOf(column, now, before, sign);
  if (size === 'new') return { text: words.newToday, good: column !== 'spend', spoken: words.nothingYesterday };
  if (!/[1-9]/.test(size)) return { text: size, good: false, spoken: words.asYesterday };
  const up = now > before;
  const good = up && column !== 'spend';
  const prefix = estimated ? '≈ ' : '';
  return {
    text: prefix + (good ? size : `${up ? '+' : '−'}${size}`),
    good,
    spoken: words.comparedToYesterday(up, estimated ? words.about(size) : size),
  };
}

function sizeOf(column: StripColumn, now: number, before: number, sign: string): string {
  const change = Math.abs(now - before);
  if (column.endsWith('_result')) return sign + formatMoney(change);
  if (column.endsWith('_roas')) return `${formatCount(change * 100)} pp`;
  if (before === 0) return now === 0 ? '0 %' : 'new';
  const percent = (change / Math.abs(before)) * 100;
  return percent > largestPercent ? `> ${formatCount(largestPercent)} %` : `${formatCount(percent)} %`;
}
