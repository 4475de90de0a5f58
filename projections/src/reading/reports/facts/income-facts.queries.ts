import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';
import {
  bucketOfPurchase,
  inNoRow,
  launchedInRange,
  objectOfUser,
  ofApplication,
  onDayOfLaunch,
  parentsOf,
  purchasedInRange,
  sourceCondition,
  userCondition,
} from './fact-conditions.queries.ts';
import { type FactParams, factParams } from './fact-params.ts';

export const incomeParams = z.object({
  ...factParams.shape,
  ...moneyParams.shape,
  /** Which of several parts of the currencies this is, and those that other parts take. */
  part: z.number(),
  other_currencies: z.array(z.string()),
  /** Sales without a price are asked for by themselves. */
  priced_only: z.boolean(),
});
export type IncomeParams = z.infer<typeof incomeParams>;

const incomeRow = z.object({
  object: z.string(),
  bucket: z.string(),
  parent_campaign: z.number(),
  parent_group: z.number(),
  product: z.string(),
  /** Net of tax, fee and refunds in the answer's currency: the known part, and null when none is known. */
  micros: z.number().nullable(),
  /** How many sales there were, and of how many no price is known. */
  sales: z.number(),
  unpriced: z.number(),
  /** Storefronts whose tax and currencies whose rate is not known. */
  untaxed: z.array(z.string()),
  unrated: z.array(z.string()),
  /** Counted from 1970. */
  oldest_day: z.number(),
});
export type IncomeFact = z.infer<typeof incomeRow>;

const unknown = "install_state = 'unknown'";
// Where charges of unknown users lie; without it the engine looks for them everywhere.
const launchUnknown = "first_launch_at = toDateTime64(0, 3, 'UTC')";
function inPart({ part, other_currencies: others }: IncomeParams, currency: string): string {
  if (part > 0) return `${currency} IN {currencies:Array(String)}`;
  return others.length === 0 ? 'true' : `${currency} NOT IN {other_currencies:Array(String)}`;
}

const netOf = ({ small_business: small }: FactParams): string => (small ? 'net_small_business_micros' : 'net_micros');
const keptOf = ({ small_business: small }: FactParams): string => (small ? 'kept_share_small_business' : 'kept_share');

function charges(params: FactParams, condition: string, bucket: string): string {
  const warns = params.of === 'campaign' && params.bucket === null;
  const object = objectOfUser(params, 'install_state');
  const usersCondition = warns
    ? `${ofApplication} AND ((${launchedInRange} AND ${sourceCondition(params, 'install_state')})
          OR (${launchUnknown} AND ${unknown} AND ${purchasedInRange}))`
    : userCondition(params, 'install_state');
  return `
      SELECT ${warns ? `if(${unknown}, ${inNoRow.unknownSales}, ${object})` : object} AS object_key,
        ${bucket} AS bucket_key, campaign_id, ad_group_id, product_id,
        toDate(purchased_at) AS day, currency, is_priced, storefront AS sale_storefront, kind AS sale_kind,
        ${netOf(params)} AS net, ${keptOf(params)} AS kept,
        is_priced AND NOT is_vat_known AS is_untaxed
      FROM cohort_charge_v1 FINAL WHERE NOT is_removed AND ${condition} AND ${usersCondition} ${onDayOfLaunch(params, 'purchased_at')}`;
}

const summed = (params: FactParams, rows: string): string => `
    SELECT toString(object_key) AS object, ${params.bucket === null ? "''" : 'toString(bucket_key)'} AS bucket, ${parentsOf(params)},
      product_id AS product, sum(amount) AS micros, sum(sold) AS sales, sumIf(sold, is_unpriced) AS unpriced,
      groupUniqArrayIf(sale_storefront, is_untaxed) AS untaxed,
      groupUniqArrayIf(currency, NOT is_unpriced AND isNull(amount)) AS unrated, min(toUInt32(day)) AS oldest_day
    FROM (${rows}) GROUP BY object_key, ${params.bucket === null ? '' : 'bucket_key, '}product_id`;

/**
 * Sales of the cohort's users with what they brought in; `amount` is null where it is not known.
 * @param bucket Expression for what they are grouped by beside their object.
 */
export const pricedSales = (params: IncomeParams, bucket: string): string => `
      SELECT object_key, bucket_key, campaign_id, ad_group_id, product_id, day, currency, sale_storefront, is_untaxed, toUInt64(1) AS sold, NOT is_priced AS is_unpriced,
        if(is_priced, ${converted('net', 'day', 'currency')}, NULL) AS amount
      FROM (${charges(params, `${inPart(params, 'currency')}${params.priced_only ? ' AND is_priced' : ''}`, bucket)})`;

/** What the cohort's users brought in, by the product that earned it; sales without a price are only counted. */
export const incomeFacts = defineQuery({
  name: 'report-income',
  sql: (params) => summed(params, pricedSales(params, bucketOfPurchase(params, 'purchased_at'))),
  params: incomeParams,
  row: incomeRow,
});

/**
 * A statement about sales without a price of their own, at the last price before their date, else the first after it; one without a
 * storefront takes the last price of its product in any storefront, which is kept under an empty storefront.
 * @param bucket As of `pricedSales`.
 * @param select Sums up rows like those.
 */
export const ofUnpricedSales = (
  params: IncomeParams,
  bucket: string,
  select: (rows: string) => string,
): string => `WITH prices AS (
      SELECT product_id, storefront, kind, price.1 AS price_day, price.2 AS price_currency, price.3 AS gross FROM (
        SELECT product_id, storefront, kind, arraySort(groupArray((price_day, named.1, named.2))) AS known FROM (
          SELECT toString(product_id) AS product_id, arrayJoin([toString(p.storefront), '']) AS storefront,
            toString(p.kind) AS kind, day AS price_day, argMax((toString(currency), gross_ex_vat_micros), log_position) AS named
          FROM product_price_per_day_v1 AS p FINAL WHERE application_id = {application_id:UInt64}
          GROUP BY product_id, storefront, kind, price_day
        ) GROUP BY product_id, storefront, kind
      ) ARRAY JOIN arrayConcat([(toDate('1970-01-01'), known[1].2, known[1].3)], known) AS price
    )
    ${select(`
      SELECT object_key, bucket_key, campaign_id, ad_group_id, product_id, day, ifNull(price_currency, '') AS currency, sale_storefront, false AS is_untaxed, sold,
        isNull(gross) AS is_unpriced, kept_sum * gross AS brought, ${converted('brought', 'day', "ifNull(price_currency, '')")} AS amount
      FROM (
        SELECT object_key, bucket_key, any(campaign_id) AS campaign_id, any(ad_group_id) AS ad_group_id, product_id, day,
          toString(sale_storefront) AS sale_storefront, toString(sale_kind) AS sale_kind,
          count() AS sold, sum(kept) AS kept_sum
        FROM (${charges(params, 'NOT is_priced', bucket)}) GROUP BY object_key, bucket_key, product_id, day, sale_storefront, sale_kind
      ) AS c
      ASOF LEFT JOIN prices AS p ON toString(c.product_id) = p.product_id AND c.sale_kind = p.kind AND c.sale_storefront = p.storefront
        AND c.day >= p.price_day
      WHERE ${inPart(params, "ifNull(price_currency, '')")}`)}
    SETTINGS join_use_nulls = 1`;

/** The same as `incomeFacts` of sales without a price. */
export const unpricedIncomeFacts = defineQuery({
  name: 'report-income-unpriced',
  sql: (params) => ofUnpricedSales(params, bucketOfPurchase(params, 'purchased_at'), (rows) => summed(params, rows)),
  params: incomeParams,
  row: incomeRow,
});
