import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

/** When something last came in for an application, ISO 8601. */
export interface Heard {
  readonly sdk: string | null;
  readonly store: string | null;
}

const heardRows = defineQuery({
  name: 'last-heard',
  sql: `SELECT toInt64(application_id) AS application_id, toString(source) AS source,
      max(toUnixTimestamp64Milli(fresh_at)) AS heard_ms
    FROM source_freshness_v1 FINAL
    WHERE application_id IN {application_ids:Array(UInt64)} AND source IN ('sdk', 'store')
    GROUP BY application_id, source`,
  params: z.object({ application_ids: z.array(z.number()) }),
  row: z.object({ application_id: z.number(), source: z.enum(['sdk', 'store']), heard_ms: z.number() }),
});

/** By application; one that was never heard of is absent. @throws the engine's error. */
export async function lastHeardOf(
  client: ClickHouseClient,
  applicationIds: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, Heard>> {
  const heard = new Map<number, Heard>();
  for (const { application_id, source, heard_ms } of await heardRows(
    client,
    { application_ids: [...applicationIds] },
    signal,
  )) {
    const existing = heard.get(application_id) ?? { sdk: null, store: null };
    heard.set(application_id, { ...existing, [source]: new Date(heard_ms).toISOString() });
  }
  return heard;
}
