import { defineQuery } from '@tapwise/infra';
import { z } from 'zod';
import { moneySettings, moneyTables, pricedCharges, withConverted } from './money.queries.ts';

const between = (column: string): string =>
  `${column} >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC') AND ${column} < fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')`;

// Sales of users nobody knows, by purchase; and those of the cohort that the report may show, by first launch.
const concerned = `(
    (install_state = 'unknown' AND ${between('purchased_at')})
    OR (install_state IN ('pending', 'organic') AND ${between('first_launch_at')})
    OR (install_state = 'attributed' AND org_id = {org_id:UInt64} AND ${between('first_launch_at')})
  )`;

const sales = pricedCharges(
  {
    is_unknown: "install_state = 'unknown'",
    untaxed_storefront: "if(is_vat_known OR NOT is_priced, '', toString(storefront))",
  },
  concerned,
);

/** What a report leaves out or cannot know; see `warningOf` for the sentences made of it. */
export const reportOmissions = defineQuery({
  name: 'report-omissions',
  sql: `WITH ${moneyTables}
    SELECT 'sales' AS section, toBool(is_unknown) AS is_unknown, untaxed_storefront, isNotNull(currency) AS has_price,
      if(isNotNull(currency) AND isNull(converted), currency, '') AS unrated_currency, sum(sales) AS number,
      sum(converted) AS micros
    FROM (${withConverted(sales)}) GROUP BY is_unknown, untaxed_storefront, has_price, unrated_currency
    UNION ALL
    SELECT 'users', false, '', false, '', count(), NULL FROM install_current_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND state = 'attributed' AND ${between('first_launch_at')}
      AND org_id NOT IN {linked_org_ids:Array(UInt64)}
    ${moneySettings}`,
  params: z.object({
    ...{ application_id: z.number(), org_id: z.number(), from_ms: z.number(), to_ms: z.number() },
    ...{ currency: z.string(), small_business: z.boolean(), linked_org_ids: z.array(z.number()) },
  }),
  row: z.object({
    section: z.enum(['sales', 'users']),
    is_unknown: z.boolean(),
    untaxed_storefront: z.string(),
    has_price: z.union([z.boolean(), z.number()]).transform(Boolean),
    unrated_currency: z.string(),
    number: z.number(),
    micros: z.number().nullable(),
  }),
});
export type Omission = Awaited<ReturnType<typeof reportOmissions>>[number];
