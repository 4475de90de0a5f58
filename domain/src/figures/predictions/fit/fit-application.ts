import { countRetry, emptyRetryCounts, fitRecovery, type RetryStretch } from '../curves/billing-retry.ts';
import type { ProductModel } from '../prediction.events.ts';
import { type BackTestTerms, backTestOf, isBackTestDue } from './back-test.ts';
import { fitProduct, shapeOf } from './fit-product.ts';
import { countProduct, observedShape } from './product-counts.ts';
import { recordable } from './recordable-model.ts';
import type { SubscriptionLine } from './subscription-line.ts';
import { walkLine } from './walk-line.ts';

const standardHorizonMonths = 24;

export interface FitOptions {
  /** Instant (milliseconds) up to which lines are read. */
  readonly asOf: number;
  /** Horizon of the lifetime value, from the first charge: 24 months by default. */
  readonly horizonMonths?: number;
  /** Whether a renewal that is still on late in its period counts as safer; on by default. */
  readonly withinPeriodUpdate?: boolean;
  /** The models of the fit before, by product: they carry the last back-test. */
  readonly previous?: ReadonlyMap<string, ProductModel>;
}

/**
 * The model of each product of an application, from what its subscriptions did until an instant. Recovery of failed payments
 * is learned from all products together. The same lines, instant and previous models always give the same models.
 */
export function fitApplication(lines: readonly SubscriptionLine[], options: FitOptions): ProductModel[] {
  const { asOf, previous } = options;
  const byProduct = groupByProduct(lines, asOf);
  const plain = fitPlain(byProduct, asOf, options);
  return [...byProduct].map(([productId, productLines], index) => {
    const model = plain[index]?.(false);
    if (model === undefined) throw new RangeError(`No model of ${productId}`);
    const before = previous?.get(productId);
    const terms: BackTestTerms = { asOf, lines: productLines, periodDays: model.period_days, previous: before };
    if (!isBackTestDue(terms)) {
      const fitted = before?.constant_tail === true ? (plain[index]?.(true) ?? model) : model;
      return recordable({ ...fitted, back_test: before?.back_test ?? null });
    }
    const back_test = backTestOf(terms, (cutoff) => modelAt(byProduct, productId, cutoff, options));
    const isTwice = back_test.is_biased && before?.back_test?.is_biased === true;
    const fitted = isTwice ? (plain[index]?.(true) ?? model) : model;
    return recordable({ ...fitted, back_test });
  });
}

type FitWithTail = (constantTail: boolean) => ProductModel;

function fitPlain(
  byProduct: ReadonlyMap<string, readonly SubscriptionLine[]>,
  asOf: number,
  options: FitOptions,
): FitWithTail[] {
  const recovery = fitRecoveryOf(byProduct, asOf);
  return [...byProduct].map(([product_id, productLines]) => {
    const before = options.previous?.get(product_id);
    const shape = shapeOf(observedShape(productLines, asOf), before, options.horizonMonths ?? standardHorizonMonths);
    const counts = countProduct(productLines, asOf, shape, recovery);
    const withinPeriodUpdate = options.withinPeriodUpdate ?? true;
    return (constantTail) =>
      fitProduct(counts, { product_id, asOf, shape, recovery, withinPeriodUpdate, constantTail });
  });
}

/** The product's model as it would have been at an earlier instant; `null` when it had not begun. */
function modelAt(
  byProduct: ReadonlyMap<string, readonly SubscriptionLine[]>,
  productId: string,
  cutoff: number,
  options: FitOptions,
): ProductModel | null {
  const productLines = byProduct.get(productId) ?? [];
  if (!productLines.some((line) => line.started_at <= cutoff)) return null;
  const recovery = fitRecoveryOf(byProduct, cutoff);
  const shape = shapeOf(observedShape(productLines, cutoff), undefined, options.horizonMonths ?? standardHorizonMonths);
  const counts = countProduct(productLines, cutoff, shape, recovery);
  const withinPeriodUpdate = options.withinPeriodUpdate ?? true;
  return fitProduct(counts, {
    product_id: productId,
    asOf: cutoff,
    shape,
    recovery,
    withinPeriodUpdate,
    constantTail: false,
  });
}

function fitRecoveryOf(byProduct: ReadonlyMap<string, readonly SubscriptionLine[]>, asOf: number): number[] {
  const counts = emptyRetryCounts();
  const sink = { retry: (stretch: RetryStretch) => countRetry(counts, stretch) };
  for (const lines of byProduct.values()) for (const line of lines) walkLine(line, asOf, sink);
  return Array.from(fitRecovery(counts));
}

function groupByProduct(lines: readonly SubscriptionLine[], asOf: number): Map<string, SubscriptionLine[]> {
  const byProduct = new Map<string, SubscriptionLine[]>();
  for (const line of lines) {
    if (line.started_at > asOf) continue;
    const productLines = byProduct.get(line.product_id);
    if (productLines === undefined) byProduct.set(line.product_id, [line]);
    else productLines.push(line);
  }
  return new Map([...byProduct].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The model of a product of which nothing is known but its lengths. */
export function builtInModel(product: {
  product_id: string;
  period_days: number;
  intro_hours: number | null;
  /** ISO instant. */
  as_of: string;
  horizon_months?: number;
}): ProductModel {
  const { product_id, period_days, intro_hours } = product;
  const asOf = Date.parse(product.as_of);
  const shape = { period_days, intro_hours, horizon_months: product.horizon_months ?? standardHorizonMonths };
  const recovery = Array.from(fitRecovery(emptyRetryCounts()));
  const counts = countProduct([], asOf, shape, recovery);
  const options = { withinPeriodUpdate: true, constantTail: false };
  return recordable(fitProduct(counts, { product_id, asOf, shape, recovery, ...options }));
}
