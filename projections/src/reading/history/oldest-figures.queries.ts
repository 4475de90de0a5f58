import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { Day } from '@tapwise/domain';
import { z } from 'zod';

const oldestRows = defineQuery({
  name: 'oldest-figures',
  sql: `SELECT minOrNull(day) AS oldest FROM (
      SELECT min(day) AS day FROM ads_performance_per_day_v1 WHERE application_id = {application_id:UInt64}
        HAVING count() > 0
      UNION ALL
      SELECT min(month) AS day FROM ads_performance_per_month_v1 WHERE application_id = {application_id:UInt64}
        HAVING count() > 0
    )`,
  params: z.object({ application_id: z.number() }),
  row: z.object({ oldest: z.string().nullable() }),
});

/** The oldest day or month with ad figures of an application; `null` while there are none. */
export async function oldestFigures(client: ClickHouseClient, applicationId: number): Promise<Day | null> {
  const [row] = await oldestRows(client, { application_id: applicationId });
  return row?.oldest ?? null;
}
