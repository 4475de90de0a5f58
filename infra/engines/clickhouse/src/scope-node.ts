import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, type EngineOptions } from './engine/engine.ts';
import { createHttpServer } from './http/http-server.ts';
import { QueryEndpoint } from './http/query-endpoint.ts';
import { BodyFiles } from './query/body-files.ts';
import { QueryRunner } from './query/query-runner.ts';
import { RunningQueries } from './query/running-queries.ts';
import { SessionRegistry } from './query/session-registry.ts';

const LOCK_TIMEOUT_MS = 5_000;
const CHILD_MEMORY = 900_000_000;
const MOST_QUERIES = 16;
/** Threads of the pool that stay free for compression and files. */
const STATEMENTS_AT_ONCE = 5;

/**
 * Serves one scope: makes its tables and views with every right, opens them again with the rights of the scope and listens on a
 * socket in the directory, which only the process that made it can reach.
 */
export async function startScopeNode(directory: string): Promise<void> {
  const options = {
    path: join(directory, 'engine'),
    maxMemoryBytes: CHILD_MEMORY,
    statementsAtOnce: STATEMENTS_AT_ONCE,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  };
  await makeTables(directory, options);
  const engine = await Engine.open({ ...options, configFile: join(directory, 'users.engine.xml') });
  const bodies = new BodyFiles(join(directory, 'bodies'));
  const runner = new QueryRunner(engine, bodies, new SessionRegistry(engine), new RunningQueries(MOST_QUERIES));
  const users = [{ name: 'default', password: '' }];
  const server = createHttpServer(new QueryEndpoint({ engine, bodies, runner, users, publicMessage }));
  await new Promise<void>((listening) => server.listen(join(directory, 'socket'), listening));
}

/** Without paths of this machine, and without the names of users that only exist inside. */
function publicMessage(message: string): string {
  return message
    .replace(/(?:\/[\w.@-]+){2,}\/?/g, '…')
    .replace(/^default: /, '')
    .replace(/\b\w+_reader\b/g, 'reader');
}

async function makeTables(directory: string, options: EngineOptions): Promise<void> {
  const engine = await Engine.open({ ...options, configFile: join(directory, 'making-users.engine.xml') });
  const statements: string[] = JSON.parse(readFileSync(join(directory, 'statements.json'), 'utf8'));
  const connection = engine.connect();
  for (const statement of statements) connection.runNow(statement);
  connection.close();
  engine.close();
}
