import type { ClickHouseClient } from '@tapwise/adapters';
import {
  conversionTable,
  curveOf,
  lastChargeOf,
  ltvForCharge,
  ltvTable,
  type ModelCurve,
  type ProductModel,
} from '@tapwise/domain';
import { fromWholeTables } from '../whole-tables.ts';
import { productModels } from './models.queries.ts';
import { type ProductsQuestion, type ProductTerms, readProductTerms } from './product-terms.ts';

/** What the model of a product says about one country; `country` is empty for the world. */
export interface CountryCurve {
  country: string;
  /** Chance to convert at hours 0, 1, … of the introduction, and trials that were watched at each; empty without one. */
  conversion: number[];
  conversionLow: number[];
  conversionHigh: number[];
  trialsAtHour: number[];
  /** Expected proceeds within the horizon once charge 1, 2, … was made, its 80 % range, and subscriptions behind each. */
  ltv: number[];
  ltvLow: number[];
  ltvHigh: number[];
  subscriptionsForCharge: number[];
  /** Received on average by charge 1, 2, …, as far as seen. */
  paid: number[];
  /** Last charge that came up for renewal often enough to be called observed. */
  observedCharges: number;
  received: number | null;
  confidence: ModelCurve['grade'];
}

export interface ProductCurves {
  productId: string;
  /** Products of the application that have a model. */
  products: string[];
  model: ProductModel;
  countries: CountryCurve[];
}

/** A point is observed while at least so many subscriptions are in it. */
const observedFrom = 20;

/**
 * The curves of one product, the world first; without a product of the one that brought most.
 * @returns `undefined` when the application has no such product.
 * @throws the engine's error.
 */
export const productCurves = fromWholeTables(readProductCurves);

async function readProductCurves(
  client: ClickHouseClient,
  question: ProductsQuestion & { productId?: string },
  signal?: AbortSignal,
): Promise<ProductCurves | undefined> {
  const { applicationId, now } = question;
  const [models, terms] = await Promise.all([
    productModels(client, { applicationId, now }, signal),
    readProductTerms(client, question, signal),
  ]);
  const firstChargeValue = (model: ProductModel): number => terms.received(model.product_id, '') ?? 0;
  const byValue = [...models].sort(
    (a, b) => firstChargeValue(b) - firstChargeValue(a) || (a.product_id < b.product_id ? -1 : 1),
  );
  const model =
    question.productId === undefined
      ? byValue[0]
      : models.find((candidate) => candidate.product_id === question.productId);
  if (model === undefined) return undefined;
  const products = byValue.map((candidate) => candidate.product_id);
  const countries = model.curves.map((curve) => countryCurve(model, curve, terms));
  return { productId: model.product_id, products, model, countries };
}

function countryCurve(model: ProductModel, curve: ModelCurve, terms: ProductTerms): CountryCurve {
  const { country, grade } = curve;
  const trial = conversionTable(model, curve);
  const money = terms.ltvTerms(model, country);
  const ltv = money === undefined ? [] : ltvTable(model, curve, money);
  const counted = Array.from({ length: lastChargeOf(model) }, (_, index) => curve.counted[index] ?? 0);
  return {
    country,
    conversion: trial.map((point) => point.probability),
    conversionLow: trial.map((point) => point.low),
    conversionHigh: trial.map((point) => point.high),
    trialsAtHour: trial.map((point) => point.counted),
    ltv: ltv.map((point) => point.ltv),
    ltvLow: ltv.map((point) => point.low),
    ltvHigh: ltv.map((point) => point.high),
    subscriptionsForCharge: counted,
    paid: [...terms.paid(model.product_id, country)],
    observedCharges: counted.findLastIndex((count) => count >= observedFrom) + 1,
    received: terms.received(model.product_id, country),
    confidence: grade,
  };
}

/** A fresh trial's chance and the value of a first charge in a country; `null` where the product has neither. */
export function firstValues(
  model: ProductModel | undefined,
  terms: ProductTerms,
  country: string,
): { trialConversion: number | null; cltv: number | null } {
  if (model === undefined) return { trialConversion: null, cltv: null };
  const curve = curveOf(model, country);
  const money = terms.ltvTerms(model, country);
  return {
    trialConversion: conversionTable(model, curve)[0]?.probability ?? null,
    cltv: money === undefined ? null : (ltvForCharge(model, curve, money)[0] ?? null),
  };
}
