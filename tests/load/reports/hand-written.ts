import { arrayBuffer } from 'node:stream/consumers';
import type { ClickHouseClient } from '@tapwise/adapters';

/** What an analyst would ask for: rows by an object, over a condition on the objects' ids. */
export interface HandWritten {
  /** Column, or '' for the whole. */
  readonly object: 'campaign_id' | 'ad_group_id' | 'keyword_id' | 'country' | "''";
  /** What a row is about beside its object: a day or the first of a month, if anything. */
  readonly bucket: 'day' | 'month' | null;
  readonly level: 'campaign' | 'ad_group' | 'keyword';
  readonly where: string;
  readonly from: string;
  readonly to: string;
  readonly applicationId: number;
  readonly orgId: number;
}

/**
 * The aggregation of a report without the product: figures, users, subscriptions by product and state with what each live one
 * is, and income by product at the day's rate. Four statements at once over the tables that the product reads, answered in the
 * format that costs the engine least.
 */
export async function askByHand(client: ClickHouseClient, question: HandWritten): Promise<void> {
  const { object, level, bucket, where, from, to, applicationId, orgId } = question;
  const bucketOf = (day: string): string =>
    bucket === null ? "''" : bucket === 'day' ? `toDate(${day})` : `toStartOfMonth(${day})`;
  const scope = `application_id = ${applicationId} AND org_id = ${orgId} ${where}`;
  const launched = `first_launch_at >= toDateTime64('${from} 00:00:00', 3, 'UTC') AND first_launch_at < toDateTime64('${to} 00:00:00', 3, 'UTC') + INTERVAL 1 DAY`;
  const rates = `(SELECT r.day AS day, r.currency AS currency, any(usd.units_per_euro) / any(r.units_per_euro) AS factor
    FROM exchange_rate_per_day_v1 AS r FINAL
    INNER JOIN (SELECT day, units_per_euro FROM exchange_rate_per_day_v1 FINAL WHERE currency = 'USD') AS usd ON usd.day = r.day
    GROUP BY day, currency) AS rates`;
  const statements = [
    `SELECT ${object} AS object, ${bucketOf('figures.day')} AS bucket, sum(impressions), sum(taps), sum(tap_installs), sum(view_installs), sum(spend * factor) FROM (
       SELECT ${object === "''" ? "'' AS nothing" : object}, currency, day, sum(impressions) AS impressions, sum(taps) AS taps, sum(tap_installs) AS tap_installs,
         sum(view_installs) AS view_installs, sum(spend_micros) AS spend
       FROM ads_performance_per_day_v1 FINAL WHERE ${scope} AND level = '${level}' AND day BETWEEN '${from}' AND '${to}'
       GROUP BY ALL) AS figures
     INNER JOIN ${rates} ON rates.day = figures.day AND rates.currency = figures.currency GROUP BY object, bucket`,
    `SELECT ${object} AS object, ${bucketOf('first_launch_at')} AS bucket, count() FROM cohort_install_v1 FINAL WHERE ${scope} AND state = 'attributed' AND ${launched} GROUP BY object, bucket`,
    `SELECT ${object} AS object, ${bucketOf('first_launch_at')} AS bucket, product_id, status, count(), countIf(intro != 'none'), countIf(is_converted), countIf(is_trial_conversion), countIf(is_refunded),
       groupArrayIf((toString(storefront), line_charge_count, paid_service_days, next_price_ex_vat_micros, period_started_at), status IN ('trial', 'active', 'billing_issues'))
     FROM cohort_subscription_v1 FINAL WHERE NOT is_removed AND ${scope} AND install_state = 'attributed' AND ${launched} GROUP BY object, bucket, product_id, status`,
    `SELECT ${object} AS object, ${bucketOf('first_launch_at')} AS bucket, product_id, sum(net_micros * factor) FROM cohort_charge_v1 AS c FINAL
     INNER JOIN ${rates} ON rates.day = toDate(c.purchased_at) AND rates.currency = c.currency
     WHERE NOT is_removed AND ${scope} AND install_state = 'attributed' AND ${launched} GROUP BY object, bucket, product_id`,
  ];
  const settings = { do_not_merge_across_partitions_select_final: 1 } as const;
  await Promise.all(
    statements.map(async (statement) => {
      const query = `${statement} FORMAT Native`;
      const { stream } = await client.exec({ query, clickhouse_settings: settings });
      await arrayBuffer(stream);
    }),
  );
}
