import {
  type Figures,
  IMPRESSIONS,
  SPEND,
  TAP_NEW_DOWNLOADS,
  TAP_REDOWNLOADS,
  TAPS,
  VIEW_NEW_DOWNLOADS,
  VIEW_REDOWNLOADS,
} from '../../../market/activity/metrics.ts';

/** Metric fields that are sums of money or ratios with money. */
const MONEY_FIELDS = new Set(['localSpend', 'avgCPT', 'avgCPM', 'tapInstallCPI', 'totalAvgCPI']);

/** All metric fields of a report by name; money in units of the organization's currency, ratios as fractions. */
export function metricFields(figures: Figures): Readonly<Record<string, number>> {
  const at = (metric: number) => figures[metric] as number;
  const spend = at(SPEND) / 10_000;
  const tapInstalls = at(TAP_NEW_DOWNLOADS) + at(TAP_REDOWNLOADS);
  const viewInstalls = at(VIEW_NEW_DOWNLOADS) + at(VIEW_REDOWNLOADS);
  const totalInstalls = tapInstalls + viewInstalls;
  return {
    impressions: at(IMPRESSIONS),
    taps: at(TAPS),
    ttr: ratio(at(TAPS), at(IMPRESSIONS)),
    tapInstalls,
    tapNewDownloads: at(TAP_NEW_DOWNLOADS),
    tapRedownloads: at(TAP_REDOWNLOADS),
    viewInstalls,
    viewNewDownloads: at(VIEW_NEW_DOWNLOADS),
    viewRedownloads: at(VIEW_REDOWNLOADS),
    totalInstalls,
    totalNewDownloads: at(TAP_NEW_DOWNLOADS) + at(VIEW_NEW_DOWNLOADS),
    totalRedownloads: at(TAP_REDOWNLOADS) + at(VIEW_REDOWNLOADS),
    tapPreOrdersPlaced: 0,
    viewPreOrdersPlaced: 0,
    totalPreOrdersPlaced: 0,
    avgCPT: ratio(spend, at(TAPS)),
    avgCPM: ratio(spend * 1000, at(IMPRESSIONS)),
    localSpend: spend,
    tapInstallCPI: ratio(spend, tapInstalls),
    tapInstallRate: ratio(tapInstalls, at(TAPS)),
    totalAvgCPI: ratio(spend, totalInstalls),
    totalInstallRate: ratio(totalInstalls, at(TAPS)),
  };
}

/**
 * The metric fields as the inside of a JSON object. Written by hand because a report has thousands of them;
 * money is text with at most four decimals.
 */
export function metricsJson(figures: Figures, currency: string): string {
  const fields = metricFields(figures);
  let text = '';
  for (const name in fields) {
    const value = fields[name] as number;
    const valueText = MONEY_FIELDS.has(name) ? `{"amount":"${fourDecimals(value)}","currency":"${currency}"}` : value;
    text += text === '' ? `"${name}":${valueText}` : `,"${name}":${valueText}`;
  }
  return text;
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : fourDecimals(part / whole));

const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
