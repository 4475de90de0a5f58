import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { type Day, figureNames, type PageFigures } from '@tapwise/domain';
import { z } from 'zod';
import { knownFigures, knownSums, readFigures } from '../unread-figures.ts';

const ofCampaign = `application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND day BETWEEN {from:Date} AND {to:Date}`;
const unread = figureNames.map((name, place) => `if(bitTest(groupBitOr(lost), ${place}), '${name}', '')`);
const sums = `${knownSums}, arrayFilter(name -> name != '', [${unread.join(', ')}]) AS unread`;
const figures = 'ad_group_id, creative_id, impressions, taps, tap_installs, spend_micros, unread';

const rows = defineQuery({
  name: 'page-figures',
  sql: `SELECT toBool(1) AS is_ad, ${figures} FROM (SELECT ad_group_id, creative_id, ${sums}
      FROM (SELECT ad_group_id, creative_id, ${readFigures} FROM ad_performance_per_day_v1 FINAL WHERE ${ofCampaign}) GROUP BY ad_group_id, creative_id)
    UNION ALL
    SELECT toBool(0) AS is_ad, ${figures} FROM (SELECT ad_group_id, toUInt64(0) AS creative_id, ${sums}
      FROM (SELECT ad_group_id, ${readFigures} FROM ads_performance_per_day_v1 FINAL WHERE ${ofCampaign} AND level = 'ad_group') GROUP BY ad_group_id)`,
  params: z.object({
    ...{ application_id: z.number(), org_id: z.number(), campaign_id: z.number() },
    ...{ from: z.string(), to: z.string() },
  }),
  row: z.object({
    is_ad: z.boolean(),
    ...{ ad_group_id: z.number(), creative_id: z.number() },
    ...knownFigures,
    unread: z.array(z.enum(figureNames)),
  }),
});

/** Figures of the ad groups of a campaign, and of the ads in them by creative. @throws the engine's error. */
export async function pageFigures(
  client: ClickHouseClient,
  scope: {
    readonly applicationId: number;
    readonly orgId: number;
    readonly campaignId: number;
    readonly from: Day;
    readonly to: Day;
  },
): Promise<{ readonly adGroups: readonly PageFigures[]; readonly ads: readonly PageFigures[] }> {
  const { applicationId, orgId, campaignId, from, to } = scope;
  const found = await rows(client, { application_id: applicationId, org_id: orgId, campaign_id: campaignId, from, to });
  return { adGroups: found.filter(({ is_ad }) => !is_ad), ads: found.filter(({ is_ad }) => is_ad) };
}
