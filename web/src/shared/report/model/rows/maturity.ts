import type { Metric, ReportRow } from '@tapwise/contract';

/** Below this share of its usual 30-day income a cohort is too young to compare. */
const matureFrom = 0.6;

/** How much of its 30-day income a cohort usually has by now, 0 to 1; `null` where that is not known. */
export function maturityOf(cells: Record<string, unknown>): number | null {
  return typeof cells.maturity === 'number' ? cells.maturity : null;
}

/** Whether a row's cohort is too young for its income to be compared. */
export function isImmature(cells: Record<string, unknown>): boolean {
  const maturity = maturityOf(cells);
  return maturity !== null && maturity < matureFrom;
}

export function maturityText(maturity: number): string {
  return `About ${Math.round(maturity * 100)} % of 30-day income received so far`;
}

/** Quantities that keep growing while a cohort ages. */
const growing: ReadonlySet<string> = new Set([
  'conversions',
  'trial_conversions',
  'refunded_conversions',
  'current_income',
  'predicted_income',
]);

/** Whether a column's figure is one that a young cohort does not have yet. */
export function growsWithAge({ from }: Metric): boolean {
  if (from.kind === 'base') return growing.has(from.quantity);
  if (from.kind === 'ratio') return growing.has(from.numerator) || growing.has(from.denominator);
  return from.kind === 'difference' && (growing.has(from.minuend) || growing.has(from.subtrahend));
}

/** Maturity of all rows together: each counts by its installs. `null` where no row says it. */
export function meanMaturity(rows: readonly ReportRow[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const row of rows) {
    const maturity = maturityOf(row);
    if (maturity === null || typeof row.installs !== 'number') continue;
    sum += maturity * row.installs;
    weight += row.installs;
  }
  return weight === 0 ? null : sum / weight;
}
