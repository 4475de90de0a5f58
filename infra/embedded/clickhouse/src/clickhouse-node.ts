import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Engine } from './engine/engine.ts';
import { createHttpServer } from './http/http-server.ts';
import { QueryEndpoint } from './http/query-endpoint.ts';
import type { NodeOptions } from './node-options.ts';
import { BodyFiles } from './query/body-files.ts';
import { QueryRunner } from './query/query-runner.ts';
import { RunningQueries } from './query/running-queries.ts';
import { SessionRegistry } from './query/session-registry.ts';

/** Four threads of libuv's sixteen stay free for files, compression and KILL QUERY. */
const STATEMENTS_AT_ONCE = 12;

/** Beyond these, requests are refused with 202. */
const QUERIES_IN_HAND = 100;

/** A process that was just told to end needs a moment to let go of its directory. */
const LOCK_PATIENCE_MS = 5_000;

export interface RunningNode {
  readonly port: number;
  /** Ends running queries and stops listening, on the calling thread; what is left ends with the process. */
  stop(): void;
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
    statementsAtOnce: STATEMENTS_AT_ONCE,
    lockPatienceMs: LOCK_PATIENCE_MS,
  });
  const bodies = new BodyFiles(join(directory, 'bodies'));
  const runner = new QueryRunner(engine, bodies, new SessionRegistry(engine), new RunningQueries(QUERIES_IN_HAND));
  const server = createHttpServer(new QueryEndpoint({ engine, bodies, runner, users: options.users }));
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port, options.host, listening);
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    stop: () => {
      server.close();
      server.closeAllConnections();
      engine.killAll();
      if (temporary) rmSync(directory, { recursive: true, force: true });
    },
  };
}
