import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

const countInstalls = defineQuery({
  name: 'installs-of-month',
  sql: `SELECT count() AS installs FROM first_answer_v1 FINAL
    WHERE application_id IN {application_ids:Array(UInt64)}
      AND answered_at >= toDateTime64(toDate({month:String}), 3, 'UTC')
      AND answered_at < toDateTime64(toDate({month:String}) + INTERVAL 1 MONTH, 3, 'UTC')
      AND (application_id, install_id) NOT IN (
        SELECT application_id, install_id FROM install_current_v1 FINAL
        WHERE application_id IN {application_ids:Array(UInt64)} AND state = 'test')`,
  params: z.object({ application_ids: z.array(z.number()), month: z.string() }),
  row: z.object({ installs: z.coerce.number() }),
});

/** Installs of these applications, tests left out, that got their first answer in a month. @param month its first day; months are UTC. */
export async function installsOfMonth(
  client: ClickHouseClient,
  applicationIds: readonly number[],
  month: string,
): Promise<number> {
  if (applicationIds.length === 0) return 0;
  const [row] = await countInstalls(client, { application_ids: [...applicationIds], month });
  return row?.installs ?? 0;
}
