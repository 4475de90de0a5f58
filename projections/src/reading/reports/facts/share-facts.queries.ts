import { defineQuery, type RowOf } from '@tapwise/adapters';
import { z } from 'zod';
import { bucketOfDay, countryCondition, objectOf, ofParent } from './fact-conditions.queries.ts';
import { type FactParams, factParams } from './fact-params.ts';

const shareRow = z.object({
  object: z.string(),
  bucket: z.string(),
  /** Impressions of days and countries whose share is known, and all that were available there. */
  shared: z.number(),
  available: z.number(),
  ranked: z.number(),
  rank_sum: z.number(),
  /** The same over the last seven days that are known. */
  week_shared: z.number(),
  week_available: z.number(),
  /** The same as of the range, of the share in any slot. */
  all_slots_shared: z.number(),
  all_slots_available: z.number(),
});
export type ShareFact = z.infer<typeof shareRow>;

const ofOrganization = 'application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}';
// The service needs two days to complete one.
const settled = 'day <= {today:Date} - 2';
const inWeek = 'has({week_days:Array(Date)}, day)';

/** The last seven days whose shares are known. */
export const shareWeek = defineQuery({
  name: 'impression-share-week',
  sql: `SELECT DISTINCT toString(day) AS known_day FROM impression_share_per_day_v1 WHERE ${ofOrganization} AND ${settled}
    ORDER BY known_day DESC LIMIT 7`,
  params: factParams,
  row: z.object({ known_day: z.string() }),
});

const shareParams = z.object({
  ...factParams.shape,
  /** Days of the second share, `YYYY-MM-DD`; none where it is not shown. */
  week_days: z.array(z.string()),
});

/**
 * Impressions of keywords by day and country with the share and the rank that the service reports. It does so by search: a keyword that
 * matches exactly is matched by its own text, others by what people searched for before they saw their ads.
 * @param days Condition on `day`.
 * @param more Further columns.
 */
export function shareRows(params: FactParams, days: string, more: string): string {
  const condition = `${ofOrganization} ${ofParent(params)} ${countryCondition(params)} AND ${settled}
          AND (${days})`;
  const exact = (columns: string): string => `SELECT ${columns} FROM keyword_current_v1 FINAL
          WHERE org_id = {org_id:UInt64} ${ofParent(params)} AND match_type = 'EXACT'`;
  return `SELECT campaign_id, ad_group_id, keyword_id, toString(seen.country) AS country, seen.day AS day, impressions, s.share AS share, s.rank AS rank, s.all_slots_share AS all_slots_share,
          ${more}
        FROM (
          SELECT campaign_id, ad_group_id, keyword_id, toString(country) AS country, day, k.term AS term, impressions
          FROM ads_performance_per_day_v1 AS a FINAL INNER JOIN (${exact('keyword_id, lowerUTF8(text) AS term')}) AS k ON a.keyword_id = k.keyword_id
          WHERE level = 'keyword' AND ${condition}
          UNION ALL
          SELECT campaign_id, ad_group_id, keyword_id, toString(country) AS country, day, lowerUTF8(text) AS term, impressions
          FROM search_term_per_day_v1 FINAL
          WHERE keyword_id > 0 AND ${condition} AND keyword_id NOT IN (${exact('keyword_id')})
        ) AS seen
        INNER JOIN (
          SELECT toString(country) AS country, search_term, day, (low_share + high_share) / 2 AS share, rank,
            (all_slots_low_share + all_slots_high_share) / 2 AS all_slots_share
          FROM impression_share_per_day_v1 FINAL WHERE ${ofOrganization} ${countryCondition(params)} AND ${settled}
            AND (high_share > 0 OR all_slots_high_share > 0)
            AND (${days})
        ) AS s ON seen.country = s.country AND seen.term = s.search_term AND seen.day = s.day`;
}

/** What share of the impressions for its searches a keyword won, and at what place. */
export const shareFacts = defineQuery({
  name: 'report-impression-share',
  sql: (
    params,
  ) => `SELECT toString(${objectOf(params)}) AS object, toString(${bucketOfDay(params)}) AS bucket, sumIf(impressions, in_range AND share > 0) AS shared,
        sumIf(impressions / share, in_range AND share > 0) AS available,
        sumIf(impressions, in_range AND share > 0 AND rank > 0) AS ranked,
        sumIf(impressions * rank, in_range AND share > 0 AND rank > 0) AS rank_sum,
        sumIf(impressions, in_week AND share > 0) AS week_shared, sumIf(impressions / share, in_week AND share > 0) AS week_available,
        sumIf(impressions, in_range AND all_slots_share > 0) AS all_slots_shared,
        sumIf(impressions / all_slots_share, in_range AND all_slots_share > 0) AS all_slots_available
      FROM (
        ${shareRows(params, `day BETWEEN {from:Date} AND {to:Date} OR ${inWeek}`, `day BETWEEN {from:Date} AND {to:Date} AS in_range, ${inWeek} AS in_week`)}
      )
      GROUP BY object, bucket`,
  params: shareParams,
  row: shareRow,
});

/** Impressions of searches that were the keyword itself; keywords without any search term are left out. */
export const matchFacts = defineQuery({
  name: 'report-match-rate',
  sql: (params) => `SELECT toString(t.keyword_id) AS object, sumIf(impressions, lowerUTF8(t.text) = k.term) AS matched
    FROM search_term_per_day_v1 AS t FINAL
    INNER JOIN (
      SELECT keyword_id, lowerUTF8(text) AS term FROM keyword_current_v1 FINAL WHERE org_id = {org_id:UInt64} ${ofParent(params)}
    ) AS k ON t.keyword_id = k.keyword_id
    WHERE ${ofOrganization} ${ofParent(params)} ${countryCondition(params)} AND day BETWEEN {from:Date} AND {to:Date} AND t.keyword_id > 0
    GROUP BY object`,
  params: factParams,
  row: z.object({ object: z.string(), matched: z.number() }),
});
export type MatchFact = RowOf<typeof matchFacts>;
