import { defineSums } from '@tapwise/adapters';
import { z } from 'zod';
import { incomeParams, ofUnpricedSales, pricedSales } from '../../reports/facts/income-facts.queries.ts';
import { inTheBackground } from './ads-sums.queries.ts';
import { columnParams, isInColumn } from './sum-columns.ts';

const params = z.object({
  ...columnParams.shape,
  ...incomeParams.shape,
  /** For how many days after its first launch the income of a user counts in each column; 0: for ever. */
  column_days: z.array(z.number()),
});
type Params = z.infer<typeof params>;

const row = z.object({
  object: z.string(),
  parent_campaign: z.number(),
  parent_group: z.number(),
  unpriced: z.number(),
  unrated: z.array(z.string()),
  /** Counted from 1970. */
  oldest_day: z.number(),
});
/**
 * Net of tax, fee and refunds in the application's currency, the known part (`micros`); sales, and those of which a price and its rate are
 * known.
 */
const sums = ['micros', 'sales', 'known_sales'] as const;
export type IncomeSum = (typeof sums)[number];

/** The first instant of the part of the cohort a user belongs to, and how many days old the user was at the purchase. */
const bucket = `(roundDown(toUnixTimestamp64Milli(first_launch_at), {edges_ms:Array(Int64)}),
          toUInt8(least(250, greatest(0, intDiv(toUnixTimestamp64Milli(purchased_at) - toUnixTimestamp64Milli(first_launch_at), 86400000)))))`;

function summed({ column_days: days }: Params, rows: string): string {
  const perIncome = (aggregate: (condition: string) => string, name: string): string =>
    `[${days.map((_, index) => aggregate(`in_${index}`)).join(', ')}] AS ${name}`;
  const conditions = days.map((count, index) => {
    const isInCohort = isInColumn('bucket_key.1', index);
    return `${count === 0 ? isInCohort : `${isInCohort} AND bucket_key.2 < {column_days:Array(UInt8)}[${index + 1}]`} AS in_${index}`;
  });
  return `SELECT toString(object_key) AS object, any(campaign_id) AS parent_campaign, any(ad_group_id) AS parent_group,
      ${perIncome((inside) => `sumIf(ifNull(amount, 0), ${inside})`, 'micros')},
      ${perIncome((inside) => `sumIf(sold, ${inside})`, 'sales')},
      ${perIncome((inside) => `sumIf(sold, isNotNull(amount) AND ${inside})`, 'known_sales')},
      sumIf(sold, is_unpriced) AS unpriced, groupUniqArrayIf(currency, NOT is_unpriced AND isNull(amount)) AS unrated,
      min(toUInt32(day)) AS oldest_day
    FROM (SELECT *, ${conditions.join(', ')} FROM (${rows})) GROUP BY object_key`;
}

/** What users of each time range brought in, by object. */
export const incomeSums = defineSums({
  name: 'rule-income',
  sql: (values) => `${summed(values, pricedSales(values, bucket))} ${inTheBackground}`,
  params,
  row,
  sums,
});

/** The same of sales without a price of their own. */
export const unpricedIncomeSums = defineSums({
  name: 'rule-income-unpriced',
  sql: (values) => `${ofUnpricedSales(values, bucket, (rows) => summed(values, rows))}, max_threads = 1`,
  params,
  row,
  sums,
});
