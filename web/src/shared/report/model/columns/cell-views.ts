import { formatMetric, type Metric, type ReportRow } from '@tapwise/contract';
import { dateForm } from '../../../format/date-forms.ts';
import { formatCount, formatGain, formatMoney, formatPercent, unknown } from '../../../format/numbers.ts';
import type { CellView } from '../../../tables/grid/index.ts';
import { reportMessages } from '../../messages.ts';
import { statusChip } from '../scope/report-level.ts';

/** What a cell of a column says about a row, before it is compared with anything. */
export function cellOf(metric: Metric, row: ReportRow, timeZone: string): CellView {
  const value = row[metric.name] as number | string | boolean | null | undefined;
  if (metric.name === 'status') return typeof value === 'string' ? statusChip(value) : { text: '' };
  if (metric.name === 'daily_spend') return paceView(row);
  if (metric.name === 'impression_share') return shareView(row);
  if (metric.name === 'cpt_bid' && row.bids_set_by_apple === true) return setByApple;
  if (typeof value === 'boolean') return { text: value ? 'On' : 'Off', check: value };
  if (metric.unit === 'instant' && typeof value === 'string') return { text: formatInstant(value, timeZone) };
  if (typeof value === 'string') return { text: value };
  return valueView(metric, value ?? null);
}

/** Apple shows 0 for bids that it sets itself, which is none. */
const setByApple: CellView = { text: reportMessages.setByApple, tone: 'unknown' };

function paceView(row: ReportRow): CellView {
  const spent = row.daily_spend;
  const cap = row.daily_cap;
  const view = moneyView(typeof spent === 'number' ? spent : null);
  if (typeof spent !== 'number') return view;
  return { ...view, pace: typeof cap === 'number' && cap > 0 ? spent / cap : null };
}

/** The share as a bar, with a tick at the share of the last seven days. */
function shareView(row: ReportRow): CellView {
  const share = row.impression_share;
  const week = row['7d_impression_share'];
  if (typeof share !== 'number') return { text: unknown, tone: 'unknown' };
  return { text: formatPercent(share), share: { value: share, tick: typeof week === 'number' ? week : null } };
}

/** A figure as a cell shows it, by the unit of its column. */
export function valueView(metric: Pick<Metric, 'name' | 'unit'>, value: number | null): CellView {
  if (value === null) return { text: unknown, tone: 'unknown' };
  if (metric.name.endsWith('_result')) {
    const text = formatGain(value);
    return text.startsWith('+') ? { text, tone: 'gain' } : { text, ...(/[1-9]/.test(text) ? { tone: 'loss' } : {}) };
  }
  if (metric.unit === 'percent') return { text: formatPercent(value) };
  if (metric.unit === 'rank') return { text: formatMetric(value, 'rank') };
  return metric.unit === 'count' ? { text: formatCount(value) } : moneyView(value);
}

function moneyView(value: number | null): CellView {
  return value === null ? { text: unknown, tone: 'unknown' } : { text: formatMoney(value) };
}

const instants = new Map<string, (date: Date) => string>();

function formatInstant(instant: string, timeZone: string): string {
  let format = instants.get(timeZone);
  if (format === undefined) {
    format = dateForm({
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    instants.set(timeZone, format);
  }
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format(date);
}
