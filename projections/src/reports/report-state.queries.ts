import { type ClickHouseClient, defineQuery } from '@tapwise/infra';
import { z } from 'zod';
import { projectionName, readCheckpoint } from '../runner/checkpoint.queries.ts';
import type { AsOf } from './report.ts';

const stateRows = defineQuery({
  name: 'report-state',
  sql: `SELECT 'position' AS section, toString(max(log_position)) AS position, toInt64(0) AS fresh_ms
    FROM projection_checkpoint_v1 WHERE projection_name = {projection_name:String} AND state = 'done'
    UNION ALL
    SELECT toString(source), '', min(toUnixTimestamp64Milli(fresh_at)) FROM source_freshness_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id IN {org_ids:Array(UInt64)} GROUP BY source`,
  params: z.object({ projection_name: z.string(), application_id: z.number(), org_ids: z.array(z.number()) }),
  row: z.object({
    section: z.enum(['position', 'ads', 'sdk', 'store']),
    position: z.string(),
    fresh_ms: z.number(),
  }),
});

/** How far the tables are and how fresh each source is; of several organizations the one heard of longest ago. */
export interface ReportState {
  readonly position: bigint;
  readonly asOf: AsOf;
}

/**
 * Must be asked before the rows it describes: what is complete now stays complete.
 * @throws the engine's error.
 */
export async function readReportState(
  client: ClickHouseClient,
  applicationId: number,
  orgIds: readonly number[],
  signal?: AbortSignal,
): Promise<ReportState> {
  // Organization 0 stands for sources that know none.
  const params = { projection_name: projectionName, application_id: applicationId, org_ids: [0, ...orgIds] };
  const rows = await stateRows(client, params, signal);
  const freshness = (source: 'ads' | 'sdk' | 'store'): string | null => {
    const row = rows.find((one) => one.section === source);
    return row === undefined ? null : new Date(row.fresh_ms).toISOString();
  };
  return {
    position: BigInt(rows.find((row) => row.section === 'position')?.position ?? '0'),
    asOf: { ads: freshness('ads'), sdk: freshness('sdk'), store: freshness('store'), impression_share: null },
  };
}

/** How far the tables are; `undefined` while nothing has been projected. */
export async function tablesPosition(
  client: ClickHouseClient,
): Promise<{ position: bigint; recordedAt: Date } | undefined> {
  return (await readCheckpoint(client)).done;
}

/** Whether a pull of the organization's structure and reports is in the tables. */
export async function firstPullDone(client: ClickHouseClient, applicationId: number, orgId: number): Promise<boolean> {
  return (await readReportState(client, applicationId, [orgId])).asOf.ads !== null;
}
