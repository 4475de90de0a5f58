import { defineQuery } from '@tapwise/infra';
import { z } from 'zod';
import { valueParams, valueTables, withRemaining } from '../predictions/value.queries.ts';

const now = "fromUnixTimestamp64Milli({now_ms:Int64}, 'UTC')";
const statusNow = `multiIf(ifNull(ended_at <= ${now}, false), toString(ended_status),
      ifNull(billing_issues_at <= ${now}, false), 'billing_issues', toString(status))`;

/** Trials by storefront, and what live subscriptions are still expected to bring (micros of the answer's currency). */
export const countryPeople = defineQuery({
  name: 'country-people',
  sql: `WITH ${valueTables(false)}
    SELECT storefront AS country, countIf(intro != 'none') AS trials, sum(ifNull(remaining, 0)) AS remaining
    FROM (${withRemaining(
      ['storefront', 'intro'],
      `SELECT toString(product_id) AS product, ${statusNow} AS status_now, intro, kind, toString(storefront) AS storefront,
          line_charge_count, period_started_at, period_expires_at, trial_started_at, retry_since, paid_service_days,
          toFloat64(next_price_ex_vat_micros) AS own_price, toString(next_price_currency) AS own_currency
        FROM subscription_current_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND kind = 'subscription'
          AND ({device_class:String} = '' OR device_class = {device_class:String})`,
      false,
    )})
    GROUP BY country`,
  params: z.object({
    ...{ application_id: z.number(), now_ms: z.number(), small_business: z.boolean(), device_class: z.string() },
    ...valueParams.shape,
  }),
  row: z.object({ country: z.string(), trials: z.number(), remaining: z.number() }),
});
