import { defineQuery } from '@tapwise/adapters';
import { figureNames } from '@tapwise/domain';
import { z } from 'zod';

/** More terms than a run can judge; what is left out is what had least impressions. */
const most = 200_000;

/** Search terms of some campaigns over a year, by the keyword that brought them; `null` impressions could not be read. */
export const termsOfCampaigns = defineQuery({
  name: 'search-terms-of-campaigns',
  sql: `SELECT campaign_id, ad_group_id, keyword_id, text,
      if(bitTest(unread, ${figureNames.indexOf('impressions')}), NULL, impressions) AS shown
    FROM search_term_total_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
      AND campaign_id IN {campaign_ids:Array(UInt64)} AND text != '' AND (impressions > 0 OR unread != 0)
    ORDER BY impressions DESC, campaign_id, ad_group_id, keyword_id, text LIMIT ${most}`,
  params: z.object({ application_id: z.number(), org_id: z.number(), campaign_ids: z.array(z.number()) }),
  row: z.object({
    campaign_id: z.number(),
    ad_group_id: z.number(),
    keyword_id: z.number(),
    text: z.string(),
    shown: z.number().nullable(),
  }),
});
