import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const campaigns = defineQuery({
  name: 'search-campaigns',
  sql: `SELECT org_id, campaign_id AS id, name FROM campaign_current_v1 FINAL
    WHERE org_id IN {org_ids:Array(UInt64)} AND adam_id = {adam_id:UInt64} AND NOT is_deleted
      AND has(supply_sources, 'APPSTORE_SEARCH_RESULTS')
    ORDER BY name, id`,
  params: z.object({ org_ids: z.array(z.number()), adam_id: z.number() }),
  row: z.object({ org_id: z.number(), id: z.number(), name: z.string() }),
});

/** Live search campaigns of an application in these ad organizations, by name. @throws the engine's error. */
export const searchCampaigns = (
  client: ClickHouseClient,
  scope: { readonly orgIds: readonly number[]; readonly adamId: number },
): Promise<{ org_id: number; id: number; name: string }[]> =>
  campaigns(client, { org_ids: [...scope.orgIds], adam_id: scope.adamId });
