import { z } from 'zod';
import type { ClickHouseClient } from './client.ts';
import { onCluster } from './cluster.ts';
import { defineQuery } from './define-query.ts';

const versionQuery = defineQuery({
  name: 'doctor-version',
  sql: 'SELECT version() AS version',
  params: z.object({}),
  row: z.object({ version: z.string() }),
});

const replicaQuery = defineQuery({
  name: 'doctor-replicas',
  sql: 'SELECT toUInt32(count()) AS replicas, toUInt32(uniqExact(shard_num)) AS shards FROM system.clusters WHERE cluster = {cluster:String}',
  params: z.object({ cluster: z.string() }),
  row: z.object({ replicas: z.number(), shards: z.number() }),
});

/** @returns such as `24.8.4.13`. */
export async function readServerVersion(client: ClickHouseClient): Promise<string> {
  const [row] = await versionQuery(client, {});
  return row?.version ?? '';
}

/** How many servers a cluster has, in how many shards; none where the server does not know it. */
export async function readClusterShape(
  client: ClickHouseClient,
  cluster: string,
): Promise<{ readonly replicas: number; readonly shards: number }> {
  const [row] = await replicaQuery(client, { cluster });
  return row ?? { replicas: 0, shards: 0 };
}

/** Does what migrations and rebuilds do, in a database of its own. @throws the server's error where its user may not. */
export async function makeAndDrop(client: ClickHouseClient, database: string): Promise<void> {
  const table = (name: string) =>
    `CREATE TABLE ${database}.${name} {cluster} (id UInt64, position UInt64) ENGINE = {engine}(position) ORDER BY id`;
  const drop = `DROP DATABASE IF EXISTS ${database} {cluster} SYNC`;
  const statements = [
    drop,
    `CREATE DATABASE ${database} {cluster}`,
    table('current'),
    table('shadow'),
    `INSERT INTO ${database}.shadow VALUES (1, 1)`,
    `EXCHANGE TABLES ${database}.current AND ${database}.shadow {cluster}`,
  ];
  try {
    for (const query of statements) await client.command({ query: onCluster(client, query) });
  } finally {
    await client.command({ query: onCluster(client, drop) });
  }
}
