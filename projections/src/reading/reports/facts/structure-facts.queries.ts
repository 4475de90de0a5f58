import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { keywordDisplayStatus } from '@tapwise/domain';
import { z } from 'zod';
import { ofParent } from './fact-conditions.queries.ts';
import { type FactParams, factParams } from './fact-params.ts';

const micros = z.number().nullable();
const common = {
  id: z.number(),
  campaign_id: z.number(),
  ad_group_id: z.number(),
  name: z.string(),
  status: z.string(),
  is_deleted: z.boolean(),
};

/** How the ad service last showed an object; fields that its level does not have are absent. */
const structureRow = z.object({
  ...common,
  display_status: z.string().optional(),
  search_match: z.boolean().optional(),
  bid_micros: micros.optional(),
  goal_micros: micros.optional(),
  modified_ms: z.number().nullable().optional(),
  budget_micros: micros.optional(),
  daily_budget_micros: micros.optional(),
  target_cpa_micros: micros.optional(),
  sets_bids: z.boolean().optional(),
  match_type: z.string().optional(),
});
export type StructureFact = z.infer<typeof structureRow>;

/** Whether the ad service sets the bids of an object's campaign. */
const ofSetBids = `toBool(campaign_id IN (SELECT campaign_id FROM campaign_current_v1 FINAL
        WHERE org_id = {org_id:UInt64} AND bidding_strategy = 'MAX_CONVERSIONS')) AS sets_bids`;

const campaigns = defineQuery({
  name: 'report-campaigns',
  sql: `SELECT campaign_id AS id, campaign_id, toUInt64(0) AS ad_group_id, name, toString(status) AS status, is_deleted,
      toString(display_status) AS display_status, budget_micros, daily_budget_micros, target_cpa_micros,
      toBool(bidding_strategy = 'MAX_CONVERSIONS') AS sets_bids
    FROM campaign_current_v1 FINAL WHERE org_id = {org_id:UInt64} AND adam_id = {adam_id:UInt64}`,
  params: factParams,
  row: structureRow,
});

const adGroups = defineQuery({
  name: 'report-ad-groups',
  sql: (params) => `SELECT ad_group_id AS id, campaign_id, ad_group_id, name, toString(status) AS status, is_deleted,
      toString(display_status) AS display_status, search_match, default_bid_micros AS bid_micros, cpa_goal_micros AS goal_micros,
      toUnixTimestamp64Milli(modified_at) AS modified_ms, ${ofSetBids}
    FROM ad_group_current_v1 FINAL WHERE org_id = {org_id:UInt64} ${ofParent(params)}`,
  params: factParams,
  row: structureRow,
});

const keywords = defineQuery({
  name: 'report-keywords',
  sql: (
    params,
  ) => `SELECT keyword_id AS id, campaign_id, ad_group_id, text AS name, toString(status) AS status, is_deleted,
      toString(match_type) AS match_type, bid_micros, ${ofSetBids}
    FROM keyword_current_v1 FINAL WHERE org_id = {org_id:UInt64} ${ofParent(params)}`,
  params: factParams,
  row: structureRow,
});

/** Objects of a question as the ad service last showed them, and the ad groups and campaigns their names need. */
export interface Structure {
  readonly objects: readonly StructureFact[];
  readonly adGroups: readonly StructureFact[];
  readonly campaigns: readonly StructureFact[];
}

// Answers are in this order; what is remembered need not be sorted again each time.
const byName = (a: StructureFact, b: StructureFact): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id;

/** How the objects of a question are set, by name. @throws the engine's error. */
export async function readStructure(
  client: ClickHouseClient,
  params: FactParams,
  signal?: AbortSignal,
): Promise<Structure> {
  if (params.of === 'campaign' || params.of === 'ad_group') {
    const objects = await (params.of === 'campaign' ? campaigns : adGroups)(client, params, signal);
    return { objects: objects.sort(byName), adGroups: [], campaigns: [] };
  }
  if (params.of !== 'keyword') return { objects: [], adGroups: [], campaigns: [] };
  const [objects, parents, above] = await Promise.all([
    keywords(client, params, signal),
    adGroups(client, params, signal),
    params.within === 'campaigns' ? campaigns(client, params, signal) : [],
  ]);
  const groups = new Map(parents.map((parent) => [parent.id, parent]));
  const withStatus = objects.map((keyword) => {
    const display_status = keywordDisplayStatus(keyword, groups.get(keyword.ad_group_id));
    return { ...keyword, display_status, is_deleted: display_status === 'DELETED' };
  });
  return { objects: withStatus.sort(byName), adGroups: parents, campaigns: above };
}

const nameRows = defineQuery({
  name: 'campaign-names',
  sql: `SELECT campaign_id AS id, name, if(is_deleted, 'DELETED', toString(display_status)) AS status
    FROM campaign_current_v1 FINAL
    WHERE org_id = {org_id:UInt64} AND adam_id = {adam_id:UInt64}
      AND (NOT {only_with_keywords:Bool} OR campaign_id IN (SELECT campaign_id FROM keyword_current_v1 FINAL
        WHERE org_id = {org_id:UInt64} AND NOT is_deleted))
    ORDER BY name, id`,
  params: z.object({ org_id: z.number(), adam_id: z.number(), only_with_keywords: z.boolean() }),
  row: z.object({ id: z.number(), name: z.string(), status: z.string() }),
});

/** A campaign as pickers offer it. */
export interface CampaignName {
  id: number;
  name: string;
  status: string;
}

/** The campaigns of a scope by name, deleted ones too; with `onlyWithKeywords` those that have one. @throws the engine's error. */
export const campaignNames = (
  client: ClickHouseClient,
  scope: { orgId: number; adamId: number },
  onlyWithKeywords: boolean,
): Promise<CampaignName[]> =>
  nameRows(client, { org_id: scope.orgId, adam_id: scope.adamId, only_with_keywords: onlyWithKeywords });
