/** What was counted for a row; `null` is not known. Money in units. */
export interface Counts {
  impressions: number | null;
  taps: number | null;
  tapInstalls: number | null;
  viewInstalls: number | null;
  tapNewDownloads: number | null;
  viewNewDownloads: number | null;
  tapRedownloads: number | null;
  viewRedownloads: number | null;
  tapPreOrders: number | null;
  viewPreOrders: number | null;
  spend: number | null;
  firstLaunches: number;
  trials: number;
  trialConversions: number;
  conversions: number;
  refunded: number;
  /** Of sales whose value is known. */
  income: number;
  /** The income and what is still to come. */
  predicted: number;
  matched: number | null;
  shared: number;
  available: number;
  weekShared: number;
  weekAvailable: number;
  ranked: number;
  rankSum: number;
  allShared: number;
  allAvailable: number;
}

export type Cells = Record<string, number | null>;

/** Every column that follows from counts, written out by hand. */
export function cellsOf(counts: Counts, claimType: 'click' | 'view' | 'total'): Cells {
  const { impressions, taps, spend, trials, conversions, income, predicted } = counts;
  const ofClaim = (tap: number | null, view: number | null) =>
    claimType === 'click' ? tap : claimType === 'view' ? view : plus(tap, view);
  const installs = ofClaim(counts.tapInstalls, counts.viewInstalls);
  return {
    impressions,
    taps,
    installs,
    new_downloads: ofClaim(counts.tapNewDownloads, counts.viewNewDownloads),
    redownloads: ofClaim(counts.tapRedownloads, counts.viewRedownloads),
    pre_orders: ofClaim(counts.tapPreOrders, counts.viewPreOrders),
    spend,
    trials,
    conversions,
    first_launches: counts.firstLaunches,
    current_income: income,
    predicted_income: predicted,
    ttr: over(taps, impressions),
    cr: claimType === 'view' ? null : over(installs, taps),
    ir: over(installs, impressions),
    cpt: over(spend, taps),
    cpa: over(spend, installs),
    cpm: over(spend === null ? null : 1000 * spend, impressions),
    launch_rate: over(counts.firstLaunches, installs),
    install_to_trial: over(trials, installs),
    trial_to_conversion: over(counts.trialConversions, trials),
    install_to_conversion: over(conversions, installs),
    refund_rate: over(counts.refunded, conversions),
    cost_per_trial: over(spend, trials),
    cost_per_conversion: over(spend, conversions),
    current_ltv: over(income, installs),
    predicted_ltv: over(predicted, installs),
    current_result: less(income, spend),
    predicted_result: less(predicted, spend),
    current_roas: over(income, spend),
    predicted_roas: over(predicted, spend),
  };
}

/** Columns that only keywords have. */
export function keywordCells(counts: Counts, isWeek: boolean): Cells {
  return {
    impression_share: over(counts.shared, counts.available),
    all_slots_impression_share: over(counts.allShared, counts.allAvailable),
    rank: over(counts.rankSum, counts.ranked),
    match_rate: over(counts.matched, counts.impressions),
    ...(isWeek ? {} : { '7d_impression_share': over(counts.weekShared, counts.weekAvailable) }),
  };
}

/** Adds counts up: what no row knows stays unknown. */
export function sumCounts(rows: readonly Counts[]): Counts {
  const names = Object.keys(noCounts) as (keyof Counts)[];
  const sums = names.map((name) => {
    const values = rows.flatMap((row) => row[name] ?? []);
    const isUnknown = values.length === 0 && (rows.length > 0 || name === 'matched');
    return [name, isUnknown ? null : values.reduce((sum, value) => sum + value, 0)] as const;
  });
  return Object.fromEntries(sums) as unknown as Counts;
}

export const noCounts: Counts = {
  impressions: 0,
  taps: 0,
  tapInstalls: 0,
  viewInstalls: 0,
  tapNewDownloads: 0,
  viewNewDownloads: 0,
  tapRedownloads: 0,
  viewRedownloads: 0,
  tapPreOrders: 0,
  viewPreOrders: 0,
  spend: 0,
  firstLaunches: 0,
  trials: 0,
  trialConversions: 0,
  conversions: 0,
  refunded: 0,
  income: 0,
  predicted: 0,
  matched: null,
  shared: 0,
  available: 0,
  weekShared: 0,
  weekAvailable: 0,
  ranked: 0,
  rankSum: 0,
  allShared: 0,
  allAvailable: 0,
};

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : a + b);
const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);
const over = (numerator: number | null, denominator: number | null): number | null =>
  numerator === null || denominator === null || denominator === 0 ? null : numerator / denominator;
