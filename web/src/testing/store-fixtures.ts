import {
  type CountryLtvData,
  countriesLtvAnswerSchema,
  type IapInfoAnswer,
  type InAppPurchase,
  iapInfoAnswerSchema,
  iapPricesAnswerSchema,
} from '@tapwise/contract';

/** Answers about what the store sold, in the contract's form. */

const figures = { purchases: 40, price: 9.99, total_amount: 240, trial_conversion: 0.4, cltv: 25 };

export const purchase = (product_id: string, own: Partial<InAppPurchase> = {}): InAppPurchase => ({
  ...{ product_id, subscription: true, ...figures },
  countries: [
    { country: 'US', ...figures },
    { country: 'DE', ...figures, purchases: 8 },
  ],
  ...own,
});

export const iapPrices = (purchases: InAppPurchase[], last_updated: string | null = '2026-08-23T10:00:00.000Z') =>
  iapPricesAnswerSchema.parse({ status: 'ok', purchases, currency: 'USD', last_updated, set_aside: 0 });

export const countriesLtv = (countries: unknown[], last_updated: string | null = '2026-08-23T10:00:00.000Z') =>
  countriesLtvAnswerSchema.parse({ status: 'ok', countries, currency: 'USD', last_updated, set_aside: 0 });

const hours = Array.from({ length: 73 }, (_, hour) => hour);
const charges = Array.from({ length: 13 }, (_, charge) => charge);

/** One curve with an introduction of three days and monthly charges; without a country, that of the world. */
export const curve = (country?: string): CountryLtvData => ({
  ...(country === undefined ? {} : { country }),
  conversionProbability: hours.map((hour) => 0.4 + hour / 200),
  conversionLow: hours.map((hour) => 0.35 + hour / 200),
  conversionHigh: hours.map((hour) => 0.45 + hour / 200),
  trialsAtHour: hours.map((hour) => 500 - hour),
  ltvForCharge: charges.map((charge) => 20 + charge),
  ltvLow: charges.map((charge) => 18 + charge),
  ltvHigh: charges.map((charge) => 22 + charge),
  paidForCharge: charges.map((charge) => 7 * (charge + 1)),
  subscriptionsForCharge: charges.map((charge) => 400 - 20 * charge),
  ...{ observedCharges: 9, totalAmount: 5000, introDuration: '3 d', confidence: 'high' },
});

export const iapInfo = (own: Partial<IapInfoAnswer> = {}) =>
  iapInfoAnswerSchema.parse({
    ...{ status: 'ok', product_id: 'moon.month', products: ['moon.month', 'moon.year'], currency: 'USD' },
    ...{ period_days: 30, horizon_months: 24, fitted_at: '2026-08-23T09:00:00.000Z', low_confidence: false },
    countries: [curve(), curve('US'), curve('DE')],
    ...own,
  });
