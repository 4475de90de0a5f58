import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

/** Impressions of each keyword of some campaigns since a day; those without any are left out. */
export const keywordImpressions = defineQuery({
  name: 'keyword-impressions',
  sql: `SELECT keyword_id, sum(impressions) AS impressions FROM ads_performance_per_day_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND level = 'keyword'
      AND campaign_id IN {campaign_ids:Array(UInt64)} AND day >= {from:Date}
    GROUP BY keyword_id HAVING impressions > 0`,
  params: z.object({
    application_id: z.number(),
    org_id: z.number(),
    campaign_ids: z.array(z.number()),
    from: z.string(),
  }),
  row: z.object({ keyword_id: z.number(), impressions: z.number() }),
});
