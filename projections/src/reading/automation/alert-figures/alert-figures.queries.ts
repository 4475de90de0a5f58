import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const scope = {
  application_id: z.number(),
  org_id: z.number(),
};
/** Evaluations have time, and reports that wait beside them have not. */
const settings = 'SETTINGS max_threads = 1';

/** Spend and installs of each campaign by day; money in micros of the organization's currency. */
export const campaignDays = defineQuery({
  name: 'alert-campaign-days',
  sql: `SELECT campaign_id, toString(day) AS on_day, sumIf(spend_micros, NOT is_foreign) AS spend,
      sum(tap_installs + view_installs) AS installs, toBool(max(is_foreign OR unread != 0)) AS is_partial
    FROM (
      SELECT *, spend_micros != 0 AND currency != {currency:String} AS is_foreign FROM ads_performance_per_day_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = 'campaign' AND day >= {from:Date}
    ) GROUP BY campaign_id, day ${settings}`,
  params: z.object({ ...scope, currency: z.string(), from: z.string() }),
  row: z.object({
    campaign_id: z.number(),
    on_day: z.string(),
    spend: z.number(),
    installs: z.number(),
    is_partial: z.boolean(),
  }),
});

/** `edges_ms`: instants at which days begin; a user belongs to the last one before the first launch. */
const userParams = z.object({ ...scope, edges_ms: z.array(z.number()), small_business: z.boolean() });
const launchedSince = `first_launch_at >= fromUnixTimestamp64Milli({edges_ms:Array(Int64)}[1], 'UTC')`;
const dayOfLaunch = 'toInt64(roundDown(toUnixTimestamp64Milli(first_launch_at), {edges_ms:Array(Int64)}))';

/** Users of each campaign by the day of their first launch. */
export const userDays = defineQuery({
  name: 'alert-user-days',
  sql: `SELECT campaign_id, ${dayOfLaunch} AS day_ms, count() AS first_launches
    FROM cohort_install_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND ${launchedSince} AND state = 'attributed' AND org_id = {org_id:UInt64}
    GROUP BY campaign_id, day_ms ${settings}`,
  params: userParams,
  row: z.object({ campaign_id: z.number(), day_ms: z.number(), first_launches: z.number() }),
});

/** What these users brought within seven days, by currency; what has no price is only counted. */
export const cohortIncome = defineQuery({
  name: 'alert-cohort-income',
  sql: ({ small_business: small }) => `SELECT campaign_id, ${dayOfLaunch} AS day_ms, toString(currency) AS currency,
      sumIf(${small ? 'net_small_business_micros' : 'net_micros'}, is_priced) AS micros,
      countIf(kind = 'charge') AS charges, countIf(NOT is_priced) AS unpriced
    FROM cohort_charge_v1 FINAL
    WHERE NOT is_removed AND application_id = {application_id:UInt64} AND ${launchedSince}
      AND install_state = 'attributed' AND org_id = {org_id:UInt64} AND purchased_at < first_launch_at + INTERVAL 7 DAY
    GROUP BY campaign_id, day_ms, currency ${settings}`,
  params: userParams,
  row: z.object({
    campaign_id: z.number(),
    day_ms: z.number(),
    currency: z.string(),
    micros: z.number(),
    charges: z.number(),
    unpriced: z.number(),
  }),
});

/** Campaigns of the application as the ad service last showed them. */
export const alertCampaigns = defineQuery({
  name: 'alert-campaigns',
  sql: `SELECT campaign_id, name, toBool(display_status = 'RUNNING') AS is_running, daily_budget_micros
    FROM campaign_current_v1 FINAL
    WHERE org_id = {org_id:UInt64} AND adam_id = {adam_id:UInt64} AND NOT is_deleted ${settings}`,
  params: z.object({ org_id: z.number(), adam_id: z.number() }),
  row: z.object({
    campaign_id: z.number(),
    name: z.string(),
    is_running: z.boolean(),
    daily_budget_micros: z.number().nullable(),
  }),
});

/** When each source of an organization was last pulled whole. */
export const pulledSources = defineQuery({
  name: 'alert-pulled-sources',
  sql: `SELECT toString(source) AS source, max(toUnixTimestamp64Milli(fresh_at)) AS fresh_ms FROM source_freshness_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
      AND source IN ('ads', 'search_terms', 'impression_share') GROUP BY source`,
  params: z.object(scope),
  row: z.object({ source: z.enum(['ads', 'search_terms', 'impression_share']), fresh_ms: z.number() }),
});

/** Days that the ad service was asked about, from the one on that is asked for; the first pull reads them in parts, the newest first. */
export const pulledSpans = defineQuery({
  name: 'alert-pulled-spans',
  sql: `SELECT toString(from_day) AS first, toString(to_day) AS last FROM ads_coverage_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND to_day >= {from:Date} ${settings}`,
  params: z.object({ ...scope, from: z.string() }),
  row: z.object({ first: z.string(), last: z.string() }),
});

/** How much came in since an instant of each. */
export const arrivals = defineQuery({
  name: 'alert-arrivals',
  sql: `SELECT
      (SELECT count() FROM cohort_install_v1 FINAL
        WHERE application_id = {application_id:UInt64} AND state != 'test'
          AND first_launch_at >= fromUnixTimestamp64Milli({launched_since_ms:Int64}, 'UTC')) AS launches,
      (SELECT count() FROM store_notification_v1
        WHERE application_id = {application_id:UInt64}
          AND recorded_at >= fromUnixTimestamp64Milli({notified_since_ms:Int64}, 'UTC')) AS notifications ${settings}`,
  params: z.object({ application_id: z.number(), launched_since_ms: z.number(), notified_since_ms: z.number() }),
  row: z.object({ launches: z.number(), notifications: z.number() }),
});
