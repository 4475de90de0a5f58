import { type ExplanationResponse, type IncomePart, type Metric, metricsOf } from '@tapwise/contract';
import { formatCount, formatExact, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { valueView } from '../columns/cell-views.ts';

/** One line of how a figure is made: what, from what, and how much. */
export interface LedgerLine {
  key: string;
  label: string;
  detail: string;
  amount: string;
  /** A sum of the lines above, or the figure itself. */
  sum?: boolean;
}

const moneyQuantities: ReadonlySet<string> = new Set(['spend', 'current_income', 'predicted_income']);

/** Quantities that are no column of their own. */
const ownLabels: Record<string, string> = {
  predicted_income: 'Predicted income',
  conversions: 'Conversions',
  trial_conversions: 'Conversions after a trial',
  refunded_conversions: 'Refunded conversions',
  matched_impressions: 'Impressions of the keyword itself',
  shared_impressions: 'Impressions won',
  available_impressions: 'Available impressions',
  week_shared_impressions: 'Impressions won, 7 days',
  week_available_impressions: 'Available impressions, 7 days',
  all_slots_shared_impressions: 'Impressions won, all slots',
  all_slots_available_impressions: 'Available impressions, all slots',
  ranked_impressions: 'Impressions with a rank',
  rank_impressions: 'Impressions × rank',
};

/** What a quantity is called: as its column, where it has one. */
export function quantityLabel(quantity: string): string {
  const label = ownLabels[quantity];
  if (label !== undefined) return label;
  const column = metricsOf('keyword').find(({ from }) => from.kind === 'base' && from.quantity === quantity);
  return column?.label ?? quantity.replaceAll('_', ' ');
}

export function quantityText(quantity: string, value: number | null): string {
  return moneyQuantities.has(quantity) ? formatMoney(value) : formatCount(value);
}

/** The column's title: predicted ones say so, as two columns may carry one label. */
export function figureTitle(metric: Pick<Metric, 'label' | 'mode'>): string {
  return metric.mode === 'predicted'
    ? `Predicted ${/^[A-Z]{2}/.test(metric.label) ? metric.label : metric.label.toLowerCase()}`
    : metric.label;
}

/** "Income ÷ Spend", "Income − Spend", "Spend ÷ Impressions × 1000"; `null` for what is simply counted. */
export function formulaText({ from }: Metric): string | null {
  if (from.kind === 'difference') return `${quantityLabel(from.minuend)} − ${quantityLabel(from.subtrahend)}`;
  if (from.kind !== 'ratio') return null;
  const scale = from.scale === 1 ? '' : ` × ${from.scale}`;
  return `${quantityLabel(from.numerator)} ÷ ${quantityLabel(from.denominator)}${scale}`;
}

/** The figure with its unit: what the ledger ends with. */
export function figureText(metric: Metric, value: number | null): string {
  const { text } = valueView(metric, value);
  return metric.unit === 'percent' && value !== null ? `${text} %` : text;
}

const partLabels: Record<IncomePart['kind'], string> = {
  intro: 'Intro offers',
  one_time: 'One-time purchases',
  ended: 'Cancelled subscriptions',
  active: 'Active × LTV at charge',
  trial: 'Trials × chance × LTV',
  billing_issues: 'Billing issues × chance × LTV',
};

/** The lines from what was counted to the figure; each sum is the sum of the lines above it. */
export function ledgerOf(metric: Metric, response: ExplanationResponse): LedgerLine[] {
  const predicted = metric.mode === 'predicted';
  const lines = response.parts.map((part) => partLine(part, predicted));
  const terms = new Map(response.terms.map(({ quantity, value }) => [quantity, value]));
  const term = (quantity: string, operator: string): LedgerLine => ({
    key: quantity,
    label: quantityLabel(quantity),
    detail: '',
    amount: operator + quantityText(quantity, terms.get(quantity) ?? null),
    sum: lines.length > 0 && moneyQuantities.has(quantity) && operator === '',
  });
  const { from } = metric;
  const figure: LedgerLine = {
    key: 'figure',
    label: figureTitle(metric),
    sum: true,
    detail: from.kind === 'ratio' && from.scale !== 1 ? `× ${from.scale}` : '',
    amount: figureText(metric, response.value),
  };
  if (from.kind === 'ratio') return [...lines, term(from.numerator, ''), term(from.denominator, '÷ '), figure];
  if (from.kind === 'difference') return [...lines, term(from.minuend, ''), term(from.subtrahend, '− '), figure];
  return [...lines, figure];
}

function partLine(part: IncomePart, predicted: boolean): LedgerLine {
  const { kind, received, remaining } = part;
  const amount = predicted ? sumDefined(received, remaining) : received;
  return { key: kind, label: partLabels[kind], detail: partDetail(part, predicted), amount: formatMoney(amount) };
}

function partDetail({ count, received, remaining }: IncomePart, predicted: boolean): string {
  if (count === 0) return 'none';
  if (!predicted || remaining === null || remaining === 0) return `${formatCount(count)}, already paid`;
  return `${formatCount(count)}: ${formatMoney(received)} paid + ${formatMoney(remaining)} to come`;
}

function sumDefined(first: number | null, second: number | null): number | null {
  return first === null && second === null ? null : (first ?? 0) + (second ?? 0);
}

/** Where a predicted figure is in its band, as parts of the track from 0 to 1. */
export interface BandView {
  low: number;
  high: number;
  point: number;
  /** Where money comes back: 100 % for ROAS, 0 for the result; `null` for figures without such a point. */
  breakEven: number | null;
}

/** Room left at both ends of the track. */
const margin = 0.2;

/** Lays a band on its track, wide enough for the figure and the break-even point. */
export function bandView(metric: Metric, response: ExplanationResponse): BandView | null {
  if (response.band === null || response.value === null) return null;
  const { low, high } = response.band;
  const even = breakEvenOf(metric);
  const marks = [low, high, response.value, ...(even === null ? [] : [even])];
  const least = Math.min(...marks);
  const most = Math.max(...marks);
  const width = most - least || Math.abs(most) || 1;
  const from = least - width * margin;
  const positionOf = (value: number) => (value - from) / (width * (1 + 2 * margin));
  return {
    low: positionOf(low),
    high: positionOf(high),
    point: positionOf(response.value),
    breakEven: even === null ? null : positionOf(even),
  };
}

export const breakEvenText = (metric: Pick<Metric, 'unit'>): string =>
  metric.unit === 'percent' ? 'break-even 100 %' : 'break-even 0';

function breakEvenOf(metric: Pick<Metric, 'name'>): number | null {
  if (metric.name.endsWith('_roas')) return 1;
  return metric.name.endsWith('_result') ? 0 : null;
}

/** "15 %, 30 %": the store's fees that were applied. */
export function feesText(fees: readonly number[]): string {
  return fees.map((fee) => `${formatPercent(fee)} %`).join(', ');
}

/** "DE 19 %, US 0 %". */
export function vatText(vat: ExplanationResponse['vat']): string {
  return vat.map(({ country, rate }) => `${country} ${formatExact(Math.round(rate * 10_000) / 100)} %`).join(', ');
}
