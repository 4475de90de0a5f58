import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedClickHouseNode, startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { againstRealServer } from './clickhouse-under-test.ts';
import { exchange, until } from './http-exchange.ts';

describe.skipIf(againstRealServer)(
  'the process of the embedded node (a real server is started by its operator)',
  () => {
    let directory: string;
    const nodes: StartedClickHouseNode[] = [];

    beforeEach(() => {
      directory = mkdtempSync(join(tmpdir(), 'lifecycle-contract-'));
    });

    afterEach(async () => {
      await Promise.all(nodes.splice(0).map((node) => node.stop()));
      rmSync(directory, { recursive: true, force: true });
    });

    async function start(env: Record<string, string> = {}): Promise<StartedClickHouseNode> {
      const node = await startClickHouseNode({ dataDirectory: directory, env });
      nodes.push(node);
      return node;
    }

    async function sql(node: StartedClickHouseNode, body: string): Promise<string> {
      return (await exchange(node.url, { body })).text;
    }

    it('ends with 0 on SIGTERM, running queries and all, and finds its data again', async () => {
      const first = await start();
      await sql(first, 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n');
      await sql(first, 'INSERT INTO t VALUES (1), (2)');
      const endless = 'SELECT count() FROM numbers(100000000000000) WHERE sipHash64(number) = 1';
      const queries = [1, 2].map(() => exchange(first.url, { body: endless }).catch(() => undefined));
      await until(async () => (await sql(first, 'SELECT count() FROM system.processes')) === '3\n');
      expect(await first.stop()).toBe(0);
      await Promise.all(queries);
      expect(await sql(await start(), 'SELECT sum(n) FROM t')).toBe('3\n');
    });

    it('loses no acknowledged insert to SIGKILL and takes over at once', async () => {
      const first = await start();
      await sql(first, 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n');
      let acknowledged = 0;
      const writer = (async (): Promise<void> => {
        for (;;) {
          const response = await exchange(first.url, { body: 'INSERT INTO t FORMAT JSONEachRow\n{"n":1}' }).catch(
            () => undefined,
          );
          if (response?.status !== 200) return;
          acknowledged += 1;
        }
      })();
      await until(() => acknowledged >= 20);
      const exited = once(first.process, 'exit');
      first.process.kill('SIGKILL');
      const second = await start();
      await Promise.all([exited, writer]);
      const kept = Number(await sql(second, 'SELECT count() FROM t'));
      expect(kept - acknowledged).toBeGreaterThanOrEqual(0);
      expect(kept - acknowledged).toBeLessThanOrEqual(1);
      expect(readdirSync(join(directory, 'bodies'))).toEqual([]);
    });

    it('refuses a directory that another process holds, with a clear error', async () => {
      const first = await start();
      await expect(startClickHouseNode({ dataDirectory: directory })).rejects.toThrow(
        /ended with code 1: .*already running/s,
      );
      expect(await sql(first, 'SELECT 1')).toBe('1\n');
    });

    it('waits for a predecessor that is just ending', async () => {
      const first = await start();
      const second = start();
      const stopped = first.stop();
      expect(await sql(await second, 'SELECT 1')).toBe('1\n');
      expect(await stopped).toBe(0);
    });

    it('keeps nothing of a directory called :memory:', async () => {
      const node = await startClickHouseNode({ dataDirectory: ':memory:', env: { TMPDIR: directory } });
      expect(readdirSync(directory).some((name) => name.startsWith('clickhouse-node-'))).toBe(true);
      await node.stop();
      expect(readdirSync(directory).filter((name) => name.startsWith('clickhouse-node-'))).toEqual([]);
      expect(existsSync(directory)).toBe(true);
    });

    it('holds all queries together to the memory it was given', async () => {
      const node = await start({ CLICKHOUSE_MAX_MEMORY: '400000000' });
      expect(await sql(node, 'SELECT length(groupArray(number)) FROM numbers(100000000)')).toContain('Code: 241.');
      expect(await sql(node, 'SELECT 1')).toBe('1\n');
    });

    it('ends when the process that guards it is killed', async () => {
      const node = await start({ UV_THREADPOOL_SIZE: '' });
      const [pool] = (await sql(node, "SELECT arrayStringConcat(groupArray(toString(1)), '') FROM numbers(1)")).split(
        '\n',
      );
      expect(pool).toBe('1');
      node.process.kill('SIGKILL');
      await until(async () => (await exchange(node.url, { body: 'SELECT 1' }).catch(() => undefined)) === undefined);
    });

    it('works on twelve statements at once however it was started', async () => {
      const node = await start({ UV_THREADPOOL_SIZE: '' });
      const sleepers = Array.from({ length: 12 }, () => sql(node, 'SELECT sleep(2)'));
      await until(async () => Number(await sql(node, 'SELECT count() FROM system.processes')) >= 12);
      await Promise.all(sleepers);
    });
  },
);
