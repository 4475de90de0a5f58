import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import type { RuleFiguresScope } from './rule-figures.queries.ts';

const ofOrganization = 'application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}';
const ofCampaigns = 'org_id = {org_id:UInt64} AND campaign_id IN {campaign_ids:Array(UInt64)}';
/** The last seven days whose shares are known; the service needs two days to complete one. */
const week = `(SELECT DISTINCT day FROM impression_share_per_day_v1 WHERE ${ofOrganization} AND day <= {today:Date} - 2
      ORDER BY day DESC LIMIT 7)`;
const exact = (columns: string): string =>
  `SELECT ${columns} FROM keyword_current_v1 FINAL WHERE ${ofCampaigns} AND match_type = 'EXACT'`;

/**
 * What share of the impressions for its searches each keyword won over a week, as the column of the reports has it: an exact keyword is
 * matched by its own text, others by what people searched for before they saw their ads.
 */
const shares = defineQuery({
  name: 'rule-shares',
  sql: `SELECT campaign_id, ad_group_id, keyword_id, sum(impressions) AS shared, sum(impressions / s.share) AS available
    FROM (
      SELECT campaign_id, ad_group_id, keyword_id, toString(country) AS country, day, k.term AS term, impressions
      FROM ads_performance_per_day_v1 AS a FINAL INNER JOIN (${exact('keyword_id, lowerUTF8(text) AS term')}) AS k ON a.keyword_id = k.keyword_id
      WHERE level = 'keyword' AND ${ofOrganization} AND ${ofCampaigns} AND day IN ${week}
      UNION ALL
      SELECT campaign_id, ad_group_id, keyword_id, toString(country) AS country, day, lowerUTF8(text) AS term, impressions
      FROM search_term_per_day_v1 FINAL
      WHERE keyword_id > 0 AND ${ofOrganization} AND ${ofCampaigns} AND day IN ${week} AND keyword_id NOT IN (${exact('keyword_id')})
    ) AS seen
    INNER JOIN (
      SELECT toString(country) AS country, search_term, day, (low_share + high_share) / 2 AS share
      FROM impression_share_per_day_v1 FINAL WHERE ${ofOrganization} AND high_share > 0 AND day IN ${week}
    ) AS s ON seen.country = s.country AND seen.term = s.search_term AND seen.day = s.day
    GROUP BY campaign_id, ad_group_id, keyword_id`,
  params: z.object({
    application_id: z.number(),
    org_id: z.number(),
    campaign_ids: z.array(z.number()),
    today: z.string(),
  }),
  row: z.object({
    campaign_id: z.number(),
    ad_group_id: z.number(),
    keyword_id: z.number(),
    shared: z.number(),
    available: z.number(),
  }),
});

/** Impression shares of a rule's keywords over the last week that is known, in millionths, by key; those that are unknown are absent. */
export async function ruleShares(
  client: ClickHouseClient,
  {
    applicationId,
    orgId,
    campaignIds,
    today,
  }: Pick<RuleFiguresScope, 'applicationId' | 'orgId' | 'campaignIds' | 'today'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await shares(client, {
    application_id: applicationId,
    org_id: orgId,
    campaign_ids: [...campaignIds],
    today,
  });
  return new Map(
    rows.flatMap(({ campaign_id, ad_group_id, keyword_id, shared, available }) =>
      available > 0
        ? [[`${campaign_id}:${ad_group_id}:${keyword_id}`, Math.round((shared / available) * 1_000_000)] as const]
        : [],
    ),
  );
}
