import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Engine } from './engine/engine.ts';
import { createHttpServer } from './http/http-server.ts';
import { QueryEndpoint } from './http/query-endpoint.ts';
import type { NodeOptions } from './node-options.ts';
import { BodyFiles } from './query/body-files.ts';
import { QueryRunner } from './query/query-runner.ts';
import { RunningQueries } from './query/running-queries.ts';
import { SessionRegistry } from './query/session-registry.ts';
import { Scopes } from './scopes/scopes.ts';

/** Threads of libuv's pool that stay free for files, compression and KILL QUERY. */
const SPARE_THREADS = 4;

/** Beyond these, requests are refused with 202. */
const MAX_QUERIES = 100;

/** Longest wait for running queries at the end, and the pause between two attempts to kill them. */
const STOP_TIMEOUT_MS = 3_000;
const KILL_AGAIN_MS = 50;

/** A process that was just asked to end needs a moment to release its directory. */
const LOCK_TIMEOUT_MS = 5_000;

export interface RunningNode {
  readonly port: number;
  /**
   * Stops listening, ends running queries and closes the engine, within three seconds. False when a query could not be
   * ended: the process would then wait for it on its way out.
   */
  stop(): Promise<boolean>;
}

/**
 * Opens the directory and listens.
 *
 * @throws ClickHouseError 76 when another process holds the directory
 */
export async function startNode(options: NodeOptions): Promise<RunningNode> {
  const temporary = options.dataDirectory === ':memory:';
  const directory = temporary ? mkdtempSync(join(tmpdir(), 'clickhouse-node-')) : resolve(options.dataDirectory);
  mkdirSync(directory, { recursive: true });
  const engine = await Engine.open({
    path: join(directory, 'engine'),
    maxMemoryBytes: options.maxMemoryBytes,
    statementsAtOnce: Math.max(1, options.threads - SPARE_THREADS),
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  const bodies = new BodyFiles(join(directory, 'bodies'));
  const runner = new QueryRunner(engine, bodies, new SessionRegistry(engine), new RunningQueries(MAX_QUERIES));
  const scopes = new Scopes(engine, directory);
  const server = createHttpServer(new QueryEndpoint({ engine, bodies, runner, users: options.users, scopes }));
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port, options.host, listening);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await scopes.close();
      const ended = await endQueries(engine);
      if (ended) engine.close();
      if (temporary) rmSync(directory, { recursive: true, force: true });
      return ended;
    },
  };
}

/** The process could not exit while a query runs, and a query that is only starting is not found by one KILL. */
async function endQueries(engine: Engine): Promise<boolean> {
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; ; ) {
    engine.killAll();
    await delay(KILL_AGAIN_MS);
    if (engine.statementsRunning === 0) return true;
    if (Date.now() > deadline) return false;
  }
}
