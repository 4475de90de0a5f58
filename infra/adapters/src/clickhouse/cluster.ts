import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';

/** Where the tables are. */
export interface TablesAddress {
  /** `http://user:password@host:8123/database`, as the client understands it. */
  readonly url: string;
  /** Its name, when the tables are replicated by a cluster. */
  readonly cluster: string | undefined;
}

/**
 * Reads an address that may end with `?cluster=<name>`.
 * @throws Error for a name with other characters than letters, digits, `_`, `-` and `.`.
 */
export function readTablesAddress(address: string): TablesAddress {
  const url = new URL(address);
  const cluster = url.searchParams.get('cluster') ?? undefined;
  if (cluster !== undefined && !/^[\w.-]{1,100}$/.test(cluster))
    throw new Error('"cluster" is not the name of a cluster');
  url.searchParams.delete('cluster');
  return { url: url.toString(), cluster };
}

/**
 * Rows and the checkpoint that speaks for them are on most replicas before an insert is acknowledged, and a replica that has not all of
 * them yet refuses to answer. Both need that inserts into a table come one after another.
 */
export const clusterSettings: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: 20_000,
  select_sequential_consistency: '1',
  distributed_ddl_task_timeout: '25',
};

const clusterOf = new WeakMap<ClickHouseClient, string>();

/** Notes that a client's tables are replicated. */
export function noteCluster(client: ClickHouseClient, cluster: string): void {
  clusterOf.set(client, cluster);
}

/**
 * Fills the placeholders of a statement that makes, changes or drops tables: `{cluster}` behind their name, and `{engine}` for the kind of
 * table that all of ours are.
 */
export function onCluster(client: ClickHouseClient, statement: string): string {
  const cluster = clusterOf.get(client);
  return statement
    .replaceAll(' {cluster}', cluster === undefined ? '' : ` ON CLUSTER \`${cluster}\``)
    .replaceAll('{engine}', `${cluster === undefined ? '' : 'Replicated'}ReplacingMergeTree`);
}

/** A replica is behind what was acknowledged; the insert before this one is not on most replicas yet. */
const passingCodes: ReadonlySet<unknown> = new Set(['289', '286']);
/** Milliseconds. */
const pauses = [50, 100, 200, 400, 800, 1600];

/**
 * Repeats what a replica refuses because it is behind, for some three seconds.
 * @param task May be repeated: a question, or an insert with a token.
 */
export async function untilReplicated<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (const ms of pauses) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Error) || !passingCodes.has((error as Error & { code?: unknown }).code)) throw error;
    }
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  }
  return await task();
}
