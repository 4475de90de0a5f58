import {
  metricsOf,
  type ProductCounts,
  type ReportRow,
  type ReportTotals,
  reportRowSchema,
  reportTotalsSchema,
} from '@tapwise/contract';
import { type BaseSums, computeRow, productStates, sumBase, zeroBase } from '@tapwise/domain';

const shape = { level: 'keyword', claimType: 'click' } as const;
const statuses = ['RUNNING', 'RUNNING', 'RUNNING', 'PAUSED', 'CAMPAIGN_ON_HOLD'];
const productIds = ['plus.yearly', 'plus.monthly'];
const words = ['yoga', 'sleep timer', 'budget', 'photo editor', 'learn spanish', 'habit tracker', '=recipes', 'maps'];

/**
 * A keyword report of any length that goes on counting, made like a real one: sums first, columns from sums. Its rows are
 * checked against the contract.
 */
export interface KeywordReport {
  /** Most spend first, so a row's place is its rank under the default sort. */
  readonly rows: readonly ReportRow[];
  totals(): ReportTotals;
  /** A few more impressions, taps, users and charges in each of these rows. @returns the rows as they are now. */
  count(indexes: readonly number[]): ReportRow[];
}

/** The same rows each time: figures come from a seeded generator. */
export function makeKeywordReport(length: number): KeywordReport {
  const random = seededRandom(length);
  const bases = Array.from({ length }, (_, index) => firstBase(index, random));
  const rows = bases.map((base, index) => toRow(index, base, random));
  let sums = sumBase(bases);
  // Products change at no update, so their sums stay.
  const products = productSums(rows);
  return {
    rows,
    totals: () => reportTotalsSchema.parse({ ...computeRow(sums, shape), products }),
    count: (indexes) =>
      indexes.flatMap((index) => {
        const base = bases[index];
        const row = rows[index];
        if (base === undefined || row === undefined) return [];
        const more = moreOf(random);
        const next = sumBase([base, more]);
        bases[index] = next;
        sums = sumBase([sums, more]);
        const changed = reportRowSchema.parse({ ...row, ...computeRow(next, shape) });
        rows[index] = changed;
        return [changed];
      }),
  };
}

function firstBase(index: number, random: () => number): BaseSums {
  const impressions = Math.round(4_000_000 / (index + 20) + random() * 40);
  const taps = Math.round(impressions * (0.03 + random() * 0.08));
  const installs = Math.round(taps * (0.3 + random() * 0.4));
  const trials = Math.round(installs * random() * 0.3);
  const conversions = Math.round(trials * random() * 0.6);
  const spend = Math.round(90_000_000_000 / (index + 20));
  const income = Math.round(spend * random() * 1.6);
  return {
    ...zeroBase(),
    impressions,
    taps,
    trials,
    conversions,
    tap_installs: installs,
    first_launches: Math.round(installs * 0.92),
    trial_conversions: Math.round(conversions * 0.9),
    refunded_conversions: Math.round(conversions * 0.04),
    spend_micros: spend,
    current_income_micros: income,
    predicted_income_micros: Math.round(income * (1 + random())),
    matched_impressions: Math.round(impressions * random()),
    shared_impressions: impressions,
    available_impressions: Math.round(impressions * (1 + random() * 9)),
    week_shared_impressions: Math.round(impressions / 4),
    week_available_impressions: Math.round((impressions / 4) * (1 + random() * 9)),
    ranked_impressions: impressions,
    rank_impressions: Math.round(impressions * (1 + random() * 5)),
  };
}

/** What comes in between two updates; too little spend to change the order of the rows at once. */
function moreOf(random: () => number): BaseSums {
  const taps = 1 + Math.round(random() * 3);
  return {
    ...zeroBase(),
    impressions: taps * 12,
    taps,
    tap_installs: 1,
    first_launches: 1,
    trials: Math.round(random()),
    spend_micros: taps * 1_200,
    current_income_micros: Math.round(random() * 40_000_000),
    predicted_income_micros: Math.round(random() * 80_000_000),
  };
}

/** Every column of the level: the computed ones, settings, and what a row carries besides. */
function toRow(index: number, base: BaseSums, random: () => number): ReportRow {
  const settings = {
    id: 700_000_001 + index,
    name: `${words[index % words.length]} ${index + 1}`,
    status: statuses[Math.floor(random() * statuses.length)] ?? null,
    cpt_bid: Math.round(random() * 500) / 100,
    settings_currency: 'USD',
  };
  const products = Object.fromEntries(productIds.map((id) => [id, productCounts(base, random)]));
  const row = reportRowSchema.parse({
    ...settings,
    campaign_id: 5201,
    ad_group_id: 6201,
    maturity: index % 4 === 0 ? 0.4 : 0.9,
    ...computeRow(base, shape),
    products,
  });
  const lacking = metricsOf('keyword').filter(({ name }) => !(name in row));
  if (lacking.length > 0) throw new Error(`Columns without a value: ${lacking.map(({ name }) => name).join(', ')}`);
  return row;
}

function productCounts(base: BaseSums, random: () => number): ProductCounts {
  const states = productStates.map((state) => [state, Math.floor(random() * ((base.trials ?? 0) + 1))] as const);
  const counts = Object.fromEntries(states) as Record<(typeof productStates)[number], number>;
  const income = (base.current_income_micros ?? 0) / 2e6;
  return {
    ...counts,
    count: states.reduce((sum, [, number]) => sum + number, 0),
    current_income: income,
    predicted_income: income * (1 + random()),
  };
}

const productSums = (rows: readonly ReportRow[]): Record<string, ProductCounts> =>
  Object.fromEntries(productIds.map((id) => [id, rows.reduce((sum, row) => add(sum, row, id), zeroProduct)]));

const zeroProduct: ProductCounts = {
  count: 0,
  trial: 0,
  trial_canceled: 0,
  billing_issues: 0,
  active: 0,
  canceled: 0,
  refunded: 0,
  current_income: 0,
  predicted_income: 0,
};

function add(sum: ProductCounts, row: ReportRow, id: string): ProductCounts {
  const counts = row.products?.[id];
  if (counts === undefined) return sum;
  const names = Object.keys(sum) as (keyof ProductCounts)[];
  return Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0) + (counts[name] ?? 0)])) as ProductCounts;
}

/** Mulberry32: small, well spread, and the same on every machine. @returns numbers from 0 to below 1 */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
