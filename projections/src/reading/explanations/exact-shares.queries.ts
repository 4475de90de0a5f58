import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { fromWholeTables } from '../whole-tables.ts';

const exactShares = defineQuery({
  name: 'exact-shares',
  sql: `SELECT toString(minIf(day, low_share = high_share AND high_share > 0)) AS first_day,
      countIf(low_share = high_share AND high_share > 0) AS exact, countIf(low_share < high_share AND high_share <= 0.9) AS ranges
    FROM impression_share_per_day_v1 WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}`,
  params: z.object({ application_id: z.number(), org_id: z.number() }),
  row: z.object({ first_day: z.string(), exact: z.number(), ranges: z.number() }),
});

/** The first day whose impression shares are exact, after days of which only ranges of ten hundredths are known; `null`: there is none. */
export const exactSharesSince = fromWholeTables(readFirstDay);

async function readFirstDay(
  client: ClickHouseClient,
  scope: { readonly applicationId: number; readonly orgId: number },
  signal?: AbortSignal,
): Promise<string | null> {
  const [row] = await exactShares(client, { application_id: scope.applicationId, org_id: scope.orgId }, signal);
  return row === undefined || row.exact === 0 || row.ranges === 0 ? null : row.first_day;
}
