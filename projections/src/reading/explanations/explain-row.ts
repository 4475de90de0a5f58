import type { ClickHouseClient } from '@tapwise/adapters';
import {
  type ActiveSubscription,
  type Band,
  type BandMember,
  bandOf,
  dayMs,
  dayOfNumber,
  firstReducedCharge,
  hourMs,
  type ProductModel,
  reducedFee,
  remainingOf,
  standardFee,
  vatRate,
} from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import { presentPrices } from '../predictions/active-subscriptions.queries.ts';
import { createExchange, type Exchange } from '../products/exchange.ts';
import { productModels } from '../products/models.queries.ts';
import { factParamsOf } from '../reports/facts/fact-params.ts';
import type { FactQuestion } from '../reports/facts/fact-question.ts';
import type { Grain } from '../reports/grain.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import { fromWholeTables } from '../whole-tables.ts';
import {
  type RowActiveSubscription,
  type RowReceipt,
  rowActiveSubscriptions,
  rowCounts,
  rowReceipts,
} from './row-parts.queries.ts';

/** Which row of a report is to be explained. */
export interface RowQuestion extends FactQuestion {
  grain: Grain;
  /** The object as facts name it: an id, a country, or nothing for the totals. */
  object: string;
  /** At most so many active subscriptions are added up; 100,000 when absent. */
  activeLimit?: number;
}

const partKinds = ['intro', 'one_time', 'ended', 'active', 'trial', 'billing_issues'] as const;
type PartKind = (typeof partKinds)[number];

/** Subscriptions of one kind: what they paid, and what is still expected; units of the answer's currency. */
export interface IncomePart {
  kind: PartKind;
  count: number;
  received: number;
  remaining: number;
}

export interface RowExplanation {
  parts: IncomePart[];
  /** What upgrades took back of payments that they interrupted, which the parts lack already; `null` where none did. */
  estimated: { charges: number; taken_back: number } | null;
  /** Set when the row has more active subscriptions than were added up: how many were, of how many. */
  cut: { listed: number; live: number } | null;
  /** 80 % band of the predicted income. */
  band: Band;
  /** Models of the products with active subscriptions in the row. */
  models: ProductModel[];
  vat: { country: string; rate: number }[];
  fees: number[];
  rates: { currency: string; rate: number; day: string }[];
}

// Each takes a few hundred bytes here and microseconds of the sum.
const activeLimit = 100_000;

/** What a row's predicted income is made of. Rights are checked by the caller. @throws the engine's error. */
export const explainRow = fromWholeTables(readExplanation);

async function readExplanation(
  client: ClickHouseClient,
  question: RowQuestion,
  signal?: AbortSignal,
): Promise<RowExplanation> {
  const { scope, now } = question;
  const params = { ...factParamsOf(question.grain, question), object: question.object };
  const { ratesPosition } = await readReportState(client, [scope.applicationId], [scope.orgId], signal);
  const [rates, counts, receipts, activeRows, models, prices] = await Promise.all([
    exchangeRates(client, ratesPosition, signal),
    rowCounts(client, params, signal),
    rowReceipts(client, params, signal),
    rowActiveSubscriptions(client, { ...params, limit: question.activeLimit ?? activeLimit }, signal),
    productModels(client, { applicationId: scope.applicationId, now }, signal),
    presentPrices(client, { application_id: scope.applicationId }, signal),
  ]);
  const exchange = createExchange(rates, scope.currency, now);
  const modelsByProduct = new Map(models.map((model) => [model.product_id, model]));
  const named = new Map(prices.flatMap((row) => [[row.product_id, row] as const]));
  for (const row of prices) named.set(`${row.product_id}\t${row.storefront}`, row);
  const members = activeRows.flatMap((row) => {
    const model = modelsByProduct.get(row.product_id);
    if (model === undefined) return [];
    const price = row.price_micros === null ? undefined : { price_micros: row.price_micros, currency: row.currency };
    const effectivePrice = price ?? named.get(`${row.product_id}\t${row.storefront}`) ?? named.get(row.product_id);
    return [
      memberOf(row, model, effectivePrice, { exchange, nowMs: params.now_ms, smallBusiness: scope.smallBusiness }),
    ];
  });
  const parts = partKinds.map((kind): IncomePart => {
    const paid = receipts.filter((row) => row.part === kind);
    const ofKind = members.filter((member) => member.subscription.status === kind);
    return {
      kind,
      count:
        kind === 'intro' ? sumOf(paid.map((row) => row.sales)) : (counts.find((row) => row.part === kind)?.count ?? 0),
      received: sumOf(paid.map((row) => exchange.on(row.day, row.micros, row.currency) ?? 0)),
      remaining: sumOf(ofKind.map((member) => remainingOf(member.subscription, member.model, member.fees).mean)),
    };
  });
  return {
    parts,
    estimated: estimatedOf(receipts, exchange),
    cut: cutOf(activeRows.length, sumOf(counts.map((row) => row.live))),
    band: bandOf(members, sumOf(parts.map((part) => part.received))),
    models: models.filter((model) => activeRows.some((row) => row.product_id === model.product_id)),
    vat: taxesOf(receipts),
    fees: scope.smallBusiness ? [reducedFee] : [standardFee, reducedFee],
    rates: ratesOf(receipts, scope.currency, exchange),
  };
}

function memberOf(
  row: RowActiveSubscription,
  model: ProductModel,
  price: { price_micros: number; currency: string } | undefined,
  options: { exchange: Exchange; nowMs: number; smallBusiness: boolean },
): BandMember {
  const { nowMs } = options;
  const { status_now: status, period_started_ms: began, period_expires_ms: ends, line_charge_count: charges } = row;
  const subscription: ActiveSubscription = {
    status,
    country: row.storefront,
    charges,
    owed_payments: row.owed_payments,
    ends_after_owed: row.ends_after_owed,
    hours_in_trial: row.trial_started_ms === 0 ? 0 : Math.max(0, nowMs - row.trial_started_ms) / hourMs,
    elapsed: began > 0 && ends > began ? Math.min(1, Math.max(0, (nowMs - began) / (ends - began))) : 0,
    retry_days: row.retry_since_ms === 0 ? Number.POSITIVE_INFINITY : Math.max(0, nowMs - row.retry_since_ms) / dayMs,
    price_ex_vat: price === undefined ? 0 : (options.exchange.today(price.price_micros, price.currency) ?? 0),
  };
  const terms = { period_days: model.period_days, small_business: options.smallBusiness };
  const first_reduced_charge = firstReducedCharge({ charges, paid_service_days: row.paid_service_days }, terms);
  return { keyword: String(row.keyword_id), subscription, model, fees: { first_reduced_charge } };
}

function estimatedOf(receipts: readonly RowReceipt[], exchange: Exchange): RowExplanation['estimated'] {
  const interrupted = receipts.filter((row) => row.interrupted > 0);
  if (interrupted.length === 0) return null;
  return {
    charges: sumOf(interrupted.map((row) => row.interrupted)),
    taken_back: sumOf(interrupted.map((row) => exchange.on(row.day, row.taken_back, row.currency) ?? 0)),
  };
}

const cutOf = (listed: number, active: number): RowExplanation['cut'] =>
  listed < active ? { listed, live: active } : null;

/** Each country's rates on the days of its receipts. */
function taxesOf(receipts: readonly { storefront: string; day: number }[]): { country: string; rate: number }[] {
  const taxes = receipts
    .filter(({ storefront }) => storefront !== '')
    .map(({ storefront, day }) => ({ country: storefront, rate: vatRate(storefront, dayOfNumber(day)).rate }));
  const distinct = new Map(taxes.map((tax) => [`${tax.country} ${tax.rate}`, tax]));
  return [...distinct.values()].sort((a, b) => a.country.localeCompare(b.country) || a.rate - b.rate);
}

/** The newest rate that was applied to each foreign currency. */
function ratesOf(
  receipts: readonly { currency: string; day: number }[],
  target: string,
  exchange: Exchange,
): { currency: string; rate: number; day: string }[] {
  const newest = new Map<string, number>();
  for (const { currency, day } of receipts) newest.set(currency, Math.max(day, newest.get(currency) ?? 0));
  return [...newest].flatMap(([currency, day]) => {
    const rate = currency === target ? null : exchange.rate(day, currency);
    return rate === null ? [] : [{ currency, rate, day: dayOfNumber(day) }];
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const parents: Readonly<Record<string, Grain['within']>> = {
  campaigns: 'organization',
  basic_by_countries: 'organization',
  adgroups: 'campaign',
  keywords: 'ad_group',
  all_campaigns_keywords: 'campaigns',
};
const objects: Readonly<Record<string, Grain['of']>> = {
  campaigns: 'campaign',
  basic_by_countries: 'country',
  adgroups: 'ad_group',
  keywords: 'keyword',
  all_campaigns_keywords: 'keyword',
};

/**
 * The grain and the object of the facts of one row of a report call.
 * @param row Its id; `null` for the totals.
 */
export function rowGrain(call: string, row: string | null): Pick<RowQuestion, 'grain' | 'object'> {
  const within = parents[call] ?? 'organization';
  if (row === null) return { grain: { of: 'all', within, bucket: null }, object: '' };
  return { grain: { of: objects[call] ?? 'campaign', within, bucket: null }, object: row };
}
