/** A question analysts ask often, and its statement. */
export interface SqlExample {
  readonly title: string;
  /** One sentence about what the answer holds. */
  readonly about: string;
  readonly text: string;
}

/** Shown in the docs and on the query page. */
export const sqlExamples: readonly SqlExample[] = [
  {
    title: 'CPA by week',
    about: 'What an install cost, by calendar week, in the currency of the application.',
    text: `SELECT toMonday(day) AS week, sum(spend) AS cost, sum(installs) AS users,
  round(cost / nullIf(users, 0), 2) AS cpa
FROM ads_by_day
WHERE day >= today() - 84
GROUP BY week
ORDER BY week`,
  },
  {
    title: 'ROAS of cohorts by age',
    about:
      'Income of the users of a month so far, divided by the spend of that month, after 1, 2, 3 … periods of 30 days.',
    text: `WITH
  earned AS (
    SELECT toStartOfMonth(cohort_day) AS cohort, intDiv(dateDiff('day', cohort_day, toDate(purchased_at)), 30) + 1 AS age,
      sum(income) AS money
    FROM charges
    WHERE install_state = 'attributed'
    GROUP BY cohort, age
  ),
  spent AS (SELECT toStartOfMonth(day) AS cohort, sum(spend) AS cost FROM ads_by_day GROUP BY cohort)
SELECT cohort, age, round(sum(money) OVER (PARTITION BY cohort ORDER BY age) / nullIf(cost, 0), 3) AS roas
FROM earned INNER JOIN spent USING (cohort)
ORDER BY cohort, age`,
  },
  {
    title: 'Keywords without a conversion',
    about: 'Keywords that cost money in the last 90 days and brought no user who was ever charged.',
    text: `SELECT k.text AS keyword, k.match_type AS match, round(sum(a.spend), 2) AS cost, sum(a.installs) AS users
FROM ads_by_day_keyword AS a
INNER JOIN keywords AS k USING (org_id, campaign_id, ad_group_id, keyword_id)
WHERE a.day >= today() - 90 AND a.keyword_id NOT IN (SELECT keyword_id FROM subscriptions WHERE is_converted)
GROUP BY keyword, match
HAVING cost > 0
ORDER BY cost DESC
LIMIT 50`,
  },
  {
    title: 'Trial conversion by country',
    about: 'Free trials that began at least 14 days ago, and the share of them that was charged.',
    text: `SELECT country, count() AS trials, countIf(is_trial_conversion) AS converted, round(converted / trials, 3) AS share
FROM subscriptions
WHERE intro = 'free' AND started_at < now() - INTERVAL 14 DAY
GROUP BY country
ORDER BY trials DESC`,
  },
  {
    title: 'Changes before a rise of spend',
    about: 'Changed settings of campaigns whose spend of the 7 days after was a fifth above that of the 7 days before.',
    text: `SELECT c.changed_at AS changed, c.name AS object, c.setting AS what, c.before AS old, c.after AS new,
  sumIf(a.spend, a.day >= toDate(changed) - 7 AND a.day < toDate(changed)) AS cost_before,
  sumIf(a.spend, a.day > toDate(changed) AND a.day <= toDate(changed) + 7) AS cost_after
FROM changes AS c
INNER JOIN ads_by_day AS a ON a.org_id = c.org_id AND a.campaign_id = c.campaign_id
GROUP BY changed, object, what, old, new
HAVING cost_after > cost_before * 1.2
ORDER BY cost_after - cost_before DESC
LIMIT 50`,
  },
  {
    title: 'Search terms that are no keywords yet',
    about: 'What people searched for in the last 30 days before they installed, where no keyword has that text.',
    text: `SELECT search_term, sum(impressions) AS shown, sum(taps) AS tapped, sum(installs) AS users
FROM search_terms_by_day
WHERE day >= today() - 30 AND search_term != ''
  AND lower(search_term) NOT IN (SELECT lower(text) FROM keywords WHERE NOT is_deleted)
GROUP BY search_term
HAVING users > 0
ORDER BY users DESC
LIMIT 100`,
  },
  {
    title: 'Refunds by product',
    about: 'Payments of the last 90 days, how many were given back, and their share.',
    text: `SELECT product_id, storefront, count() AS payments, countIf(refunded_share > 0 AND NOT is_refund_estimated) AS refunded,
  round(refunded / payments, 4) AS share
FROM charges
WHERE purchased_at >= now() - INTERVAL 90 DAY
GROUP BY product_id, storefront
ORDER BY refunded DESC, payments DESC
LIMIT 100`,
  },
  {
    title: 'Payments as a Parquet file',
    about: 'Every payment of the last 30 days with the keyword it came from, for a notebook or a warehouse.',
    text: `SELECT *
FROM charges
WHERE purchased_at >= now() - INTERVAL 30 DAY
FORMAT Parquet`,
  },
];
