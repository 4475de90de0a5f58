import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { againstRealServer, type ClickHouseUnderTest, openClickHouse } from './clickhouse-under-test.ts';
import { type Exchange, exchange } from './http-exchange.ts';

const password = 'a password';
const hash = createHash('sha256').update(password).digest('hex');

async function declareScope({ sql, database }: ClickHouseUnderTest, user: string, filter: string): Promise<void> {
  await sql(`CREATE USER OR REPLACE ${user} IDENTIFIED WITH sha256_hash BY '${hash}'`);
  await sql(`CREATE USER OR REPLACE ${user}_reader HOST NONE`);
  await sql(
    `CREATE SETTINGS PROFILE OR REPLACE ${user} SETTINGS max_execution_time = 5 MAX 5, max_threads = 1 CONST TO ${user}`,
  );
  await sql(
    `CREATE ROW POLICY OR REPLACE own ON ${database}.sales AS RESTRICTIVE FOR SELECT USING ${filter} TO ${user}_reader`,
  );
  await sql(`GRANT SELECT ON ${database}.sales TO ${user}_reader`);
  await sql(
    `CREATE OR REPLACE VIEW team_${user}.sales (id UInt64 COMMENT 'Number', total Int64) DEFINER = ${user}_reader SQL SECURITY DEFINER
     AS SELECT id, sum(amount) AS total FROM ${database}.sales FINAL GROUP BY id COMMENT 'Sales'`,
  );
  await sql(`GRANT SELECT ON team_${user}.* TO ${user}`);
}

/** Users, rights and row filters as an application declares them; a real server needs the right to make users for it. */
describe.skipIf(againstRealServer)('users with a scope', () => {
  let server: ClickHouseUnderTest;
  const as = (user: string, body: string, key = password): Promise<Exchange> =>
    exchange(server.url, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': key },
      body,
    });
  const sees = async (user: string, statement: string): Promise<string> => {
    const response = await as(user, statement);
    return response.status === 200 ? response.text.trim() : `${response.headers['x-clickhouse-exception-code']}`;
  };

  beforeAll(async () => {
    server = await openClickHouse();
    await server.sql(
      `CREATE TABLE ${server.database}.sales (id UInt64, amount Int64, position UInt64) ENGINE = ReplacingMergeTree(position)
       ORDER BY id SETTINGS old_parts_lifetime = 480`,
    );
    await server.sql(`INSERT INTO ${server.database}.sales SELECT number, number * 10, 1 FROM numbers(5)`);
    await declareScope(server, 'sql_a', 'id IN (1, 2)');
    await declareScope(server, 'sql_b', 'id IN (3)');
  });
  afterAll(async () => server.close());

  it('see their own rows through the views alone', async () => {
    expect(await sees('sql_a', 'SELECT id, total FROM team_sql_a.sales ORDER BY id')).toBe('1\t10\n2\t20');
    expect(await sees('sql_b', 'SELECT id, total FROM team_sql_b.sales ORDER BY id')).toBe('3\t30');
    expect(await sees('sql_a', `SELECT count() FROM ${server.database}.sales`)).toBe('497');
    expect(await sees('sql_a', 'SELECT * FROM team_sql_b.sales')).toMatch(/^(60|81|497)$/);
    expect(await sees('sql_a', "SELECT DISTINCT database FROM system.tables WHERE database != 'system'")).toBe(
      'team_sql_a',
    );
    expect(await sees('sql_a', "SELECT comment FROM system.columns WHERE name = 'id' AND table = 'sales'")).toBe(
      'Number',
    );
  });

  it('cannot change, connect, or lift a limit', async () => {
    const refused = [
      'CREATE TABLE team_sql_a.x (a UInt8) ENGINE = Memory',
      'DROP VIEW team_sql_a.sales',
      `INSERT INTO ${server.database}.sales SELECT 9, 9, 9`,
      "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      `SELECT * FROM merge('${server.database}', '.*')`,
      'SET readonly = 0',
      'SET max_threads = 8',
      'SET max_execution_time = 60',
      "CREATE USER OR REPLACE sql_c IDENTIFIED WITH sha256_hash BY '".concat(hash, "'"),
    ];
    const codes = await Promise.all(refused.map((statement) => sees('sql_a', statement)));
    for (const [index, code] of codes.entries()) expect(code, refused[index]).toMatch(/^(164|452|497|636)$/);
  });

  it('need the password, and end with their declaration', async () => {
    expect((await as('sql_a', 'SELECT 1', 'another')).status).toBe(403);
    expect((await as('sql_a_reader', 'SELECT 1', '')).status).toBe(403);
    await declareScope(server, 'sql_c', 'id IN (4)');
    expect(await sees('sql_c', 'SELECT total FROM team_sql_c.sales')).toBe('40');
    await server.sql('DROP USER IF EXISTS sql_c');
    expect((await as('sql_c', 'SELECT 1')).status).toBe(403);
  });

  it('take no row filter but lists of whole numbers', async () => {
    const { ask, database } = server;
    for (const filter of ['id IN (1) OR 1', '1 = 1', 'id IN (SELECT 1)', "id IN ('1')", 'id = 1']) {
      const body = `CREATE ROW POLICY OR REPLACE own ON ${database}.sales AS RESTRICTIVE FOR SELECT USING ${filter} TO sql_a_reader`;
      expect((await ask({ body })).status, filter).not.toBe(200);
    }
    expect(await sees('sql_a', 'SELECT count() FROM team_sql_a.sales')).toBe('2');
  });

  it('show no row of a table that was granted without a filter', async () => {
    const { sql, database } = server;
    await sql(`CREATE TABLE ${database}.bare (id UInt64) ENGINE = MergeTree ORDER BY id`);
    await sql(`INSERT INTO ${database}.bare SELECT 7`);
    await sql(`GRANT SELECT ON ${database}.bare TO sql_b_reader`);
    await sql(
      `CREATE OR REPLACE VIEW team_sql_b.bare (id UInt64) DEFINER = sql_b_reader SQL SECURITY DEFINER AS SELECT id FROM ${database}.bare`,
    );
    expect(await sees('sql_b', 'SELECT count() FROM team_sql_b.bare')).toBe('0');
  });

  it('read the table that was put in the place of another', async () => {
    const { sql, database } = server;
    await sql(`CREATE TABLE ${database}.incoming AS ${database}.sales`);
    await sql(`INSERT INTO ${database}.incoming SELECT number, 5, 2 FROM numbers(5)`);
    await sql(`EXCHANGE TABLES ${database}.incoming AND ${database}.sales`);
    expect(await sees('sql_a', 'SELECT id, total FROM team_sql_a.sales ORDER BY id')).toBe('1\t5\n2\t5');
  });

  it.skipIf(process.platform !== 'linux')(
    'have a lower priority than reports in every thread that works for them',
    async () => {
      await sees('sql_a', 'SELECT sum(cityHash64(number)) FROM numbers(1000000)');
      const pids = scopeProcesses(server.node?.process.pid);
      expect(pids.length).toBeGreaterThan(0);
      const priorities = pids.flatMap((pid) =>
        readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread))),
      );
      expect(Math.min(...priorities)).toBe(Math.min(getPriority() + 10, 19));
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'are answered although their process is killed amid a statement',
    async () => {
      const pendingQuery = sees('sql_a', 'SELECT count() FROM numbers(20) WHERE sleepEachRow(0.1) = 0');
      const finished = pendingQuery.then(() => true);
      const pids = scopeProcesses(server.node?.process.pid);
      expect(await Promise.race([finished, pause(300)])).not.toBe(true);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      expect(await pendingQuery).toBe('20');
      expect(scopeProcesses(server.node?.process.pid).filter((pid) => pids.includes(pid))).toEqual([]);
    },
  );
});

describe.skipIf(againstRealServer)('a node without room for the files of a scope', () => {
  it('says so by a number, names no directory, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'without-room-'));
    const removed = mkdtempSync(join(folder, 'removed-'));
    const server = await openClickHouse({ DATA_DIR: join(folder, 'data'), TMPDIR: removed });
    // Removed only now: a node that runs from its sources makes the folder for what its loader compiles.
    rmSync(removed, { recursive: true });
    const { sql, database } = server;
    await sql(`CREATE TABLE ${database}.sales (id UInt64, amount Int64) ENGINE = ReplacingMergeTree ORDER BY id`);
    await declareScope(server, 'sql_d', 'id IN (1)');
    const headers = { 'X-ClickHouse-User': 'sql_d', 'X-ClickHouse-Key': password };
    const response = await exchange(server.url, { method: 'POST', headers, body: 'SELECT 1' });
    expect([response.status, response.headers['x-clickhouse-exception-code']]).toEqual([500, '236']);
    expect(response.text).not.toContain(removed);
    expect(await sql('SELECT 2')).toBe('2\n');
    await server.close();
    rmSync(folder, { recursive: true });
  });
});

/** Processes that a node started, where the system lists them. */
function scopeProcesses(node: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === node)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
