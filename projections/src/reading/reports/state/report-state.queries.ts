import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { type AdsProblem, oldestProblems } from '@tapwise/domain';
import { z } from 'zod';
import { furthestBehind, parseCheckpointName, readTablesPosition } from '../../../tables/checkpoint.queries.ts';
import type { AsOf } from '../report.ts';

const sources = [
  'ads',
  'sdk',
  'store',
  'impression_share',
  'search_terms',
  'store_reports',
  'rates',
  'predictions',
  'ads_changes',
] as const;
type Source = (typeof sources)[number];

const stateRows = defineQuery({
  name: 'report-state',
  sql: `SELECT 'checkpoint' AS section, toString(projection_name) AS name, toString(max(log_position)) AS position,
      toInt64(0) AS fresh_ms, '' AS note
    FROM projection_checkpoint_v1 WHERE state = 'done' GROUP BY projection_name
    UNION ALL
    SELECT 'source', toString(source), toString(max(f.log_position)), min(toUnixTimestamp64Milli(fresh_at)), ''
    FROM source_freshness_v1 AS f FINAL
    WHERE application_id IN {application_ids:Array(UInt64)} AND org_id IN {org_ids:Array(UInt64)} GROUP BY source
    UNION ALL
    SELECT 'problem', toString(subject), toString(p.log_position), toUnixTimestamp64Milli(since), concat(state, ' ', reason)
    FROM source_problem_v1 AS p FINAL
    WHERE application_id IN {application_ids:Array(UInt64)} AND org_id IN {org_ids:Array(UInt64)} AND reason != ''
    UNION ALL
    SELECT 'sales', '', toString(max(log_position)), toInt64(0), '' FROM (
      SELECT log_position FROM cohort_charge_v1 WHERE application_id IN {application_ids:Array(UInt64)}
      UNION ALL
      SELECT log_position FROM cohort_subscription_v1 WHERE application_id IN {application_ids:Array(UInt64)}
      UNION ALL
      SELECT log_position FROM parked_stream_v1
    )`,
  params: z.object({
    application_ids: z.array(z.number()),
    org_ids: z.array(z.number()),
  }),
  row: z.object({
    section: z.enum(['checkpoint', 'source', 'problem', 'sales']),
    name: z.string(),
    position: z.string(),
    fresh_ms: z.number(),
    note: z.string(),
  }),
});

/** The checkpoint of the tables and the age of each source; of several organizations the oldest. */
export interface ReportState {
  readonly position: bigint;
  readonly asOf: AsOf;
  /** Positions of the newest rates, fits and store messages that are in the tables; −1 while there are none. */
  readonly ratesPosition: bigint;
  readonly storePosition: bigint;
  readonly fitsPosition: bigint;
  /** Position of the newest change of what the ad service showed; `null` while it is not known to be in the tables whole. */
  readonly adsPosition: bigint | null;
  /** Position of the newest pull of the ad service's figures; `null` while it is not known to be in the tables whole. */
  readonly pulledPosition: bigint | null;
  /** Position of the newest change of what users bought; `null` while it is not known to be in the tables whole. */
  readonly salesPosition: bigint | null;
  /** Whether search terms have ever been pulled. */
  readonly searchTermsPulled: boolean;
  /** What keeps each subject of the ad service from being brought up to date, of several organizations the oldest. */
  readonly adsProblems: readonly AdsProblem[];
}

/**
 * Must be asked before the rows it describes: what is complete now stays complete.
 * @throws the engine's error.
 */
export async function readReportState(
  client: ClickHouseClient,
  applicationIds: readonly number[],
  orgIds: readonly number[],
  signal?: AbortSignal,
): Promise<ReportState> {
  // Application 0 means what concerns all of them, organization 0 for sources that know none.
  const params = { application_ids: [0, ...applicationIds], org_ids: [0, ...orgIds] };
  const rows = await stateRows(client, params, signal);
  const rowOf = (source: Source) => rows.find(({ section, name }) => section === 'source' && name === source);
  const checkpoints = rows.flatMap(({ section, name, position }) => {
    const id = section === 'checkpoint' ? parseCheckpointName(name) : undefined;
    return id === undefined ? [] : [{ ...id, position: BigInt(position) }];
  });
  // Of several versions the newest is the one whose rows are in the tables.
  const newest = new Map(
    checkpoints.sort((a, b) => a.version - b.version).map((checkpoint) => [checkpoint.name, checkpoint]),
  );
  const freshness = (source: Source): string | null => {
    const row = rowOf(source);
    return row === undefined ? null : new Date(row.fresh_ms).toISOString();
  };
  const position = furthestBehind((name) => newest.get(name))?.position ?? 0n;
  const positionOf = (source: Source): bigint => BigInt(rowOf(source)?.position ?? '-1');
  const reached = (newest: bigint): bigint | null => (newest >= 0n && newest <= position ? newest : null);
  // Of a stream that was released, rows can be older than others that are there already; the decision is not.
  const soldAt = BigInt(rows.find(({ section }) => section === 'sales')?.position ?? '0');
  const storePosition = positionOf('store');
  return {
    position,
    adsPosition: reached(positionOf('ads_changes')),
    pulledPosition: reached(positionOf('ads')),
    salesPosition: reached(soldAt > storePosition ? soldAt : storePosition),
    asOf: {
      ads: freshness('ads'),
      sdk: freshness('sdk'),
      store: freshness('store'),
      impression_share: freshness('impression_share'),
    },
    ratesPosition: positionOf('rates'),
    storePosition,
    fitsPosition: positionOf('predictions'),
    searchTermsPulled: rowOf('search_terms') !== undefined,
    adsProblems: oldestProblems(rows.flatMap(problemIn)),
  };
}

interface StateRow {
  readonly section: string;
  readonly name: string;
  readonly fresh_ms: number;
  readonly note: string;
}

function problemIn({ section, name, fresh_ms, note }: StateRow): AdsProblem[] {
  if (section !== 'problem') return [];
  const [state, reason = ''] = note.split(' ');
  const since = new Date(fresh_ms).toISOString();
  return [{ subject: name, since, state: state === 'partial' ? 'partial' : 'failed', reason }];
}

/** The checkpoint of the tables; `undefined` while a projection has written nothing. @throws the engine's error. */
export const tablesPosition = readTablesPosition;

/** Whether a pull of the organization's structure and reports is in the tables. */
export async function firstPullDone(client: ClickHouseClient, applicationId: number, orgId: number): Promise<boolean> {
  return (await readReportState(client, [applicationId], [orgId])).asOf.ads !== null;
}
