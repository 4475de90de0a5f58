import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const budgets = defineQuery({
  name: 'budgets-of-day',
  sql: `SELECT present - moved.net AS at_midnight, moved.raised AS raised FROM
    (SELECT toInt64(sum(ifNull(daily_budget_micros, 0))) AS present FROM campaign_current_v1 FINAL
      WHERE org_id = {org_id:UInt64} AND NOT is_deleted) AS now,
    (SELECT toInt64(sum(step)) AS net, toInt64(sum(greatest(step, 0))) AS raised FROM
      (SELECT toInt64OrZero(ifNull(new_value, '')) - toInt64OrZero(ifNull(old_value, '')) AS step FROM setting_change_v1 FINAL
        WHERE org_id = {org_id:UInt64} AND field = 'daily_cap' AND outcome = 'changed'
          AND decided_at >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC'))) AS moved`,
  params: z.object({ org_id: z.number(), from_ms: z.number() }),
  row: z.object({ at_midnight: z.number(), raised: z.number() }),
});

/** Micros: daily budgets of an organization when its day began, and by how much changes of ours raised them since. */
export async function budgetsOfDay(
  client: ClickHouseClient,
  orgId: number,
  midnightMs: number,
): Promise<{ atMidnight: number; raised: number }> {
  const [row] = await budgets(client, { org_id: orgId, from_ms: midnightMs });
  return { atMidnight: row?.at_midnight ?? 0, raised: row?.raised ?? 0 };
}
