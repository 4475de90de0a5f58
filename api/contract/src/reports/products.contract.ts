import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { pastInstantField } from './past-view.contract.ts';

const money = z.number().nullable();
const share = z.number().nullable();
const applicationQuery = {
  application_id: z.string().max(20).optional(),
  as_of: pastInstantField,
  token: z.string().max(200).optional(),
};

export const iapPricesPath = '/api/application/iap_prices';
export const iapPricesQuerySchema = z.object(applicationQuery);
const productFigures = {
  purchases: z.number(),
  /** Latest price before tax was taken out, in the answer's currency. */
  price: money,
  /** Proceeds so far, net. */
  total_amount: money,
  trial_conversion: share,
  cltv: money,
};
/** Products of an app as the store sold them. `trial_conversion` is the chance of a fresh trial, `cltv` the value of a first charge. */
export const iapPricesResponseSchema = okSchema.extend({
  purchases: z.array(
    z.object({
      product_id: z.string(),
      subscription: z.boolean(),
      ...productFigures,
      countries: z.array(z.object({ country: z.string(), ...productFigures })),
    }),
  ),
  currency: z.string(),
  last_updated: z.string().nullable(),
  /** Rows of the store's reports that are not counted. */
  set_aside: z.number(),
  /** What of the store's reports is not counted, with its money, and which days are missing. */
  warning: z.string().optional(),
});
export type IapPricesResponse = z.infer<typeof iapPricesResponseSchema>;
export type InAppPurchase = IapPricesResponse['purchases'][number];

export const iapInfoPath = '/api/application/iap_info';
export const iapInfoQuerySchema = z.object({ ...applicationQuery, product_id: z.string().max(200).optional() });
/** What the model knows of a product in one country; `country` is absent for the world. */
export const countryLtvDataSchema = z.object({
  country: z.string().optional(),
  /** Chance to convert at hours 0, 1, … of the introduction; empty without one. */
  conversionProbability: z.array(z.number()),
  /** Expected proceeds within the horizon once charge 1, 2, … was made. */
  ltvForCharge: z.array(z.number()),
  totalAmount: money,
  introDuration: z.string().nullable().meta({ description: 'A number and h, d or w.' }),
  /** Subscriptions behind each point of `ltvForCharge`; trials still running at each hour. */
  subscriptionsForCharge: z.array(z.number()),
  trialsAtHour: z.array(z.number()),
  /** 80 % range of each point of `conversionProbability`, and of `ltvForCharge`. */
  conversionLow: z.array(z.number()),
  conversionHigh: z.array(z.number()),
  ltvLow: z.array(z.number()),
  ltvHigh: z.array(z.number()),
  /** Received on average up to charge 1, 2, … */
  paidForCharge: z.array(z.number()),
  /** Charges from this number on were seen by fewer than 20 payers. */
  observedCharges: z.number(),
  confidence: z.enum(['high', 'medium', 'low']),
});
export type CountryLtvData = z.infer<typeof countryLtvDataSchema>;
export const iapInfoResponseSchema = okSchema.extend({
  product_id: z.string(),
  products: z.array(z.string()),
  currency: z.string(),
  period_days: z.number().nullable(),
  horizon_months: z.number(),
  fitted_at: z.string().nullable(),
  low_confidence: z.boolean(),
  countries: z.array(countryLtvDataSchema),
});
export type IapInfoResponse = z.infer<typeof iapInfoResponseSchema>;

export const countriesLtvPath = '/api/application/countries_ltv';
export const storeDevices = [
  'iPhone',
  'iPad',
  'Desktop',
  'Apple TV',
  'Apple Vision',
  'Apple Watch',
  'iPod touch',
] as const;
export const countriesLtvQuerySchema = z.object({ ...applicationQuery, device: z.string().max(40).optional() });
export const countriesLtvResponseSchema = okSchema.extend({
  countries: z.array(
    z.object({
      country: z.string(),
      installs: z.number(),
      current_income: money,
      predicted_income: money,
      install_to_trial: share,
      ltv: money,
    }),
  ),
  currency: z.string(),
  last_updated: z.string().nullable(),
  /** Rows of the store's reports that are not counted. */
  set_aside: z.number(),
  /** What of the store's reports is not counted, with its money, and which days are missing. */
  warning: z.string().optional(),
});
export type CountriesLtvResponse = z.infer<typeof countriesLtvResponseSchema>;
