import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import type { ReportScope } from '../report-scope.ts';

const ids = z.object({
  application_id: z.number(),
  adam_id: z.number(),
  org_id: z.number(),
  campaign_id: z.number(),
  ad_group_id: z.number(),
});
const existsRow = z.object({ found: z.union([z.boolean(), z.number()]).transform(Boolean) });

// A campaign the ad service does not show yet is known by its users or its figures.
const campaignExists = `(
    EXISTS (SELECT 1 FROM campaign_current_v1 FINAL
      WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64} AND adam_id = {adam_id:UInt64})
    OR (
      NOT EXISTS (SELECT 1 FROM campaign_current_v1
        WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64})
      AND (
        EXISTS (SELECT 1 FROM install_current_v1 FINAL WHERE application_id = {application_id:UInt64}
          AND state = 'attributed' AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64})
        OR EXISTS (SELECT 1 FROM ads_performance_per_day_v1 WHERE application_id = {application_id:UInt64}
          AND org_id = {org_id:UInt64} AND level = 'campaign' AND campaign_id = {campaign_id:UInt64})
      )
    )
  )`;

const adGroupExists = `(
    EXISTS (SELECT 1 FROM ad_group_current_v1 WHERE org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND ad_group_id = {ad_group_id:UInt64})
    OR EXISTS (SELECT 1 FROM install_current_v1 FINAL WHERE application_id = {application_id:UInt64}
      AND state = 'attributed' AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND ad_group_id = {ad_group_id:UInt64})
    OR EXISTS (SELECT 1 FROM ads_performance_per_day_v1 WHERE application_id = {application_id:UInt64}
      AND org_id = {org_id:UInt64} AND level = 'ad_group' AND campaign_id = {campaign_id:UInt64}
      AND ad_group_id = {ad_group_id:UInt64})
  )`;

const campaignQuery = defineQuery({
  name: 'campaign-of-scope',
  sql: `SELECT ${campaignExists} AS found`,
  params: ids,
  row: existsRow,
});
const adGroupQuery = defineQuery({
  name: 'ad-group-of-scope',
  sql: `SELECT ${campaignExists} AND ${adGroupExists} AS found`,
  params: ids,
  row: existsRow,
});

/** Whether the campaign is one of the scope's application and organization; also one that only its users name. */
export async function campaignOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  campaignId: number,
): Promise<boolean> {
  const rows = await campaignQuery(client, idsOf(scope, campaignId, 0));
  return rows[0]?.found ?? false;
}

/** Whether the ad group belongs to the campaign, and the campaign to the scope; also one that only its users name. */
export async function adGroupOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  campaignId: number,
  adGroupId: number,
): Promise<boolean> {
  const rows = await adGroupQuery(client, idsOf(scope, campaignId, adGroupId));
  return rows[0]?.found ?? false;
}

const idsOf = (scope: ReportScope, campaign_id: number, ad_group_id: number): z.infer<typeof ids> => ({
  application_id: scope.applicationId,
  adam_id: scope.adamId,
  org_id: scope.orgId,
  campaign_id,
  ad_group_id,
});
