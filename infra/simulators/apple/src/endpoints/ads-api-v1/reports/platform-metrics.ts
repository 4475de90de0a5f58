import { type Figures, isEmpty } from '../../../market/activity/metrics.ts';
import { metricFields } from '../../advertising/figures/metric-fields.ts';

/** Metrics that the Platform API calls otherwise. */
const NAMES: Readonly<Record<string, string>> = { avgCPT: 'cpt', avgCPM: 'cpm' };
const MONEY = new Set(['localSpend', 'avgCPT', 'avgCPM', 'tapInstallCPI', 'totalAvgCPI']);
/** Absent where there is nothing to divide by. */
const RATIOS = new Set([
  'ttr',
  'tapInstallRate',
  'totalInstallRate',
  'avgCPT',
  'avgCPM',
  'tapInstallCPI',
  'totalAvgCPI',
]);

/** The metrics by the Platform API's names, as numbers; what rows are sorted by. */
export function platformMetrics(figures: Figures): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(metricFields(figures)).map(([name, value]) => [NAMES[name] ?? name, value]));
}

/**
 * The metrics as the inside of a JSON object, written by hand because a report has thousands of them. Spends have four decimals,
 * as sums of taps have.
 */
export function platformMetricsJson(figures: Figures, currency: string): string {
  const fields = metricFields(figures);
  let text = '';
  for (const name in fields) {
    const value = fields[name] as number;
    if (value === 0 && RATIOS.has(name)) continue;
    const rounded = Math.round(value * 10_000) / 10_000;
    const valueText = MONEY.has(name) ? `{"amount":"${rounded}","currency":"${currency}"}` : value;
    text += `${text === '' ? '' : ','}"${NAMES[name] ?? name}":${valueText}`;
  }
  return text;
}

/** A bucket's figures, and the country if it is named here; null for a day without activity that is left out. */
export function bucketJson(
  date: string,
  figures: Figures | undefined,
  { currency, country, zeroDays }: BucketSite,
): string | null {
  const named = country === null ? `"date":"${date}"` : `"date":"${date}","countryOrRegion":"${country}"`;
  if (figures !== undefined && !isEmpty(figures)) return `{${named},${platformMetricsJson(figures, currency)}}`;
  if (zeroDays === 'absent') return null;
  if (zeroDays === 'date_only') return `{${named}}`;
  const spend = `"localSpend":{"amount":"0","currency":"${currency}"}`;
  return `{${named},"impressions":0,"taps":0,"tapInstalls":0,"viewInstalls":0,"totalInstalls":0,${spend}}`;
}

export interface BucketSite {
  readonly currency: string;
  /** Null: the row says it, or nobody does. */
  readonly country: string | null;
  readonly zeroDays: 'date_only' | 'zeros' | 'absent';
}
