import {
  type ClickHouseClient,
  connectTemporal,
  type Environment,
  makeAndDrop,
  openClickHouse,
  openEventLog,
  openFiles,
  readClusterShape,
  readLogVersion,
  readServerVersion,
  temporalAddress,
  withDatabase,
} from '@tapwise/adapters';
import type { Finding } from './finding.ts';

const responseTimeoutMs = 10_000;

/** Whether the engines that are set answer, are new enough, and let the product do what it does. What is embedded needs no look. */
export async function engineFindings(environment: Environment): Promise<Finding[]> {
  const { EVENTSTORE_URL: log, CLICKHOUSE_URL: tables, FILES_URL: bucket } = environment;
  const sql = environment.SQL_PORT === 'off' ? undefined : (environment.CLICKHOUSE_SQL_URL ?? tables);
  const looks = [
    log === undefined ? [] : logFindings(log),
    tables === undefined ? [] : tableFindings(tables),
    sql === undefined ? [] : sqlFindings(sql),
    environment.TEMPORAL_ADDRESS === undefined ? [] : temporalFindings(environment),
    bucket === undefined ? [] : bucketFindings(environment),
  ];
  return (await Promise.all(looks)).flat();
}

/** A look that found something else than it should. */
const away = (what: string, error: unknown, fix: string): Finding => {
  const words = error instanceof Error ? error.message : String(error);
  // Addresses with passwords are not repeated.
  return { what: `${what}: ${words.replaceAll(/\/\/[^@/\s]+@/g, '//…@').slice(0, 200)}`, ok: false, fix };
};

async function look(what: string, fix: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [away(what, error, fix)];
  }
}

/** Whether a version is at least another; one that is not said is taken for new enough. */
export function isAtLeast(version: string, least: string): boolean {
  const parts = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (version === '') return true;
  const numbers = parts(version);
  for (const [index, part] of parts(least).entries()) {
    const difference = (numbers[index] ?? 0) - part;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The oldest versions with which the product was run. */
const oldest = { log: '23.10', tables: '26.7' };

function versionFinding(engine: string, version: string, least: string): Finding {
  const what = `${engine} ${version === '' ? '(it does not say its version)' : version}`;
  const isNewEnough = isAtLeast(version, least);
  return { what, ok: isNewEnough, optional: true, fix: `use ${least} or newer; older ones were not tried` };
}

function logFindings(url: string): Promise<Finding[]> {
  const what = 'the log at EVENTSTORE_URL';
  return look(what, 'check the address, its TLS and the rights of its user', async () => {
    const log = openEventLog(url);
    try {
      const version = await readLogVersion(url);
      await log.lastPosition();
      await log.probeAppend();
      return [
        versionFinding('EventStoreDB', version, oldest.log),
        { what: 'the log can be read as a whole and takes appends', ok: true, fix: '' },
      ];
    } finally {
      await log.close();
    }
  });
}

async function withTables<Result>(url: string, use: (client: ClickHouseClient) => Promise<Result>): Promise<Result> {
  const client = openClickHouse(withDatabase(url, 'default'), { timeoutMs: responseTimeoutMs });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function tableFindings(url: string): Promise<Finding[]> {
  const fix =
    'check the address, and grant its user CREATE, DROP, ALTER, INSERT and SELECT on the database and on others';
  return look('the tables at CLICKHOUSE_URL', fix, () =>
    withTables(url, async (client) => {
      const version = await readServerVersion(client);
      await makeAndDrop(client, tried);
      return [
        versionFinding('ClickHouse', version, oldest.tables),
        { what: 'databases and tables can be made, written, exchanged and dropped', ok: true, fix: '' },
        ...(await clusterFindings(client, new URL(url).searchParams.get('cluster'))),
      ];
    }),
  );
}

const tried = 'tapwise_doctor';

async function clusterFindings(client: ClickHouseClient, cluster: string | null): Promise<Finding[]> {
  if (cluster === null) return [];
  const { replicas, shards } = await readClusterShape(client, cluster);
  const what = `cluster ${cluster}: ${replicas} replicas in ${shards} shards`;
  if (shards !== 1) return [{ what, ok: false, fix: 'give it one shard, or name another cluster in CLICKHOUSE_URL' }];
  const fix = 'with three replicas one may be away without holding up the projections';
  return [{ what, ok: replicas > 2, optional: true, fix }];
}

function sqlFindings(url: string): Promise<Finding[]> {
  const user = `${tried}_user`;
  return look(
    'users of SQL',
    'let the user of CLICKHOUSE_SQL_URL make users (access_management), or export SQL_PORT=off',
    () =>
      withTables(url, async (client) => {
        await client.command({ query: `CREATE USER OR REPLACE ${user} HOST NONE` });
        await client.command({ query: `DROP USER IF EXISTS ${user}` });
        return [{ what: 'users of SQL can be made', ok: true, fix: '' }];
      }),
  );
}

function temporalFindings(environment: Environment): Promise<Finding[]> {
  const at = temporalAddress(environment);
  if (at === undefined) return Promise.resolve([]);
  return look(
    'Temporal at TEMPORAL_ADDRESS',
    'check the address, its TLS and key; work waits for it meanwhile',
    async () => {
      const { client, close } = await connectTemporal(at, { signal: AbortSignal.timeout(responseTimeoutMs) });
      try {
        const { serverVersion } = await client.workflowService.getSystemInfo({});
        const namespace = `namespace ${at.namespace}`;
        return [
          { what: `Temporal ${serverVersion ?? ''}`, ok: true, fix: '' },
          ...(await look(namespace, `temporal operator namespace create ${at.namespace}`, async () => {
            await client.workflowService.describeNamespace({ namespace: at.namespace });
            return [{ what: `${namespace} is there`, ok: true, fix: '' }];
          })),
        ];
      } finally {
        await close();
      }
    },
  );
}

/** A bucket is tried when it is opened. */
function bucketFindings(environment: Environment): Promise<Finding[]> {
  return look('the bucket at FILES_URL', 'see "Files in a bucket" in docs/configuration.md', async () => {
    await openFiles(environment);
    return [{ what: 'the bucket keeps no versions and takes conditional writes', ok: true, fix: '' }];
  });
}
