import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { logPositionHeader } from '@tapwise/contract';
import { askEngine, type EngineUser } from '../engine/engine-call.ts';
import type { Verdict } from '../gate/gate.ts';
import { checkFormat } from '../gate/statement-tail.ts';
import { SqlError } from '../sql-error.ts';
import type { SqlWorld } from '../sql-world.ts';
import type { SqlSession } from '../users/sql-sessions.ts';
import { type TeamSqlUser, viewScopeOf } from '../users/sql-users.ts';
import { allowedSettings } from './settings-policy.ts';
import type { SqlRequest } from './sql-request.ts';

interface StatementRequest {
  readonly sqlUser: TeamSqlUser;
  readonly sqlRequest: SqlRequest;
  readonly address: string;
}

/** The outcome of a statement, for its record. */
interface Outcome {
  code: number;
  rows: number;
  bytes: number;
  waitMs: number;
}

/** The first statement of clickhouse-go, which the engine answers in a form of its own. */
const driverHello = /^\s*SELECT\s+displayName\(\),\s*version\(\),\s*revision\(\),\s*timezone\(\)\s*$/;

/** Answers a statement of a known user and records it. @throws SqlError while the answer has not begun. */
export async function respondToStatement(
  world: SqlWorld,
  statementRequest: StatementRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outcome: Outcome = { code: 0, rows: 0, bytes: 0, waitMs: 0 };
  const requestedAt = world.deps.now();
  try {
    await run(world, statementRequest, outcome, request, response);
  } catch (error) {
    outcome.code = error instanceof SqlError ? error.code : 236;
    throw error;
  } finally {
    const { sqlUser, sqlRequest, address } = statementRequest;
    world.audit.record(sqlUser.team.team_id, {
      user: sqlUser.user.user,
      address,
      client: sqlRequest.client,
      query_id: sqlRequest.queryId,
      text: sqlRequest.statement,
      code: outcome.code,
      rows: outcome.rows,
      bytes: outcome.bytes,
      wait_ms: outcome.waitMs,
      ms: world.deps.now().getTime() - requestedAt.getTime(),
      asked_at: requestedAt.toISOString(),
    });
  }
}

async function run(
  world: SqlWorld,
  statementRequest: StatementRequest,
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sqlUser, sqlRequest } = statementRequest;
  const { team, user } = sqlUser;
  const database = `team_${team.team_id}`;
  checkDatabase(sqlRequest.database, database);
  const session = world.sessions.of(user.user, sqlRequest.session);
  response.setHeader('X-ClickHouse-Query-Id', sqlRequest.queryId);
  if (sqlRequest.format !== undefined) checkFormat(sqlRequest.format);
  const scope = viewScopeOf(world.deps.directory.state, sqlUser, world.settings.tables);
  await world.turns.run({ team: team.team_id, user: user.user }, async (waitedMs) => {
    outcome.waitMs = waitedMs;
    const engine = await world.scopes.userOf(team.team_id, scope);
    const verdict = await verdictOf(world, engine, database, sqlRequest);
    if (verdict.kind !== 'run')
      return respondDirectly(world, verdict, { ...statementRequest, session, database }, response);
    await runOnEngine(world, { ...statementRequest, engine, verdict, session, database }, outcome, request, response);
  });
  world.sessions.close(user.user, sqlRequest.session);
}

async function verdictOf(
  world: SqlWorld,
  engine: EngineUser,
  database: string,
  sqlRequest: SqlRequest,
): Promise<Verdict> {
  if (driverHello.test(sqlRequest.statement) && sqlRequest.passedOn.has('client_protocol_version')) {
    return { kind: 'run', text: sqlRequest.statement, format: undefined, settings: new Map() };
  }
  try {
    return await world.gate.verdict(engine, database, sqlRequest.statement);
  } catch (error) {
    // The engine has lost its users, for instance with its directory.
    if (error instanceof SqlError && (error.code === 516 || error.code === 192)) world.scopes.forget(engine.user);
    throw error;
  }
}

function respondDirectly(
  world: SqlWorld,
  verdict: Exclude<Verdict, { kind: 'run' }>,
  { sqlUser, session, database }: StatementRequest & { session: SqlSession; database: string },
  response: ServerResponse,
): void {
  if (verdict.kind === 'kill') world.running.kill(sqlUser.user.user, verdict.queryId);
  if (verdict.kind === 'use') checkDatabase(verdict.database, database);
  if (verdict.kind === 'set') {
    for (const [name, value] of allowedSettings(verdict.settings, world.settings.seconds))
      session.settings.set(name, value);
  }
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': 0 }).end();
}

interface Running extends StatementRequest {
  readonly engine: EngineUser;
  readonly verdict: Extract<Verdict, { kind: 'run' }>;
  readonly session: SqlSession;
  readonly database: string;
}

async function runOnEngine(
  world: SqlWorld,
  runningStatement: Running,
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sqlUser, sqlRequest, engine, verdict } = runningStatement;
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const finished = world.running.add({
    user: sqlUser.user.user,
    queryId: sqlRequest.queryId,
    scope: engine.user,
    abort,
  });
  try {
    const position = await world.positions.current();
    const engineResponse = await askEngine(engine, {
      statement: verdict.text,
      parameters: parametersOf(world, runningStatement),
      headers: passedHeaders(request),
      signal: abort.signal,
    });
    response.setHeader(logPositionHeader, position.toString());
    await passOn(engineResponse, response, outcome);
  } catch (error) {
    throw abort.signal.reason instanceof SqlError ? abort.signal.reason : error;
  } finally {
    finished();
  }
}

function parametersOf(world: SqlWorld, { sqlRequest, verdict, session, database }: Running): URLSearchParams {
  const settings = new Map([...session.settings, ...sqlRequest.settings, ...verdict.settings]);
  const format = verdict.format ?? sqlRequest.format;
  return new URLSearchParams([
    ['database', database],
    ['query_id', randomUUID()],
    ...Object.entries(format === undefined ? {} : { default_format: format }),
    ...sqlRequest.passedOn,
    ...sqlRequest.params,
    ...allowedSettings(settings, world.settings.seconds),
    // They count rows of neighbours.
    ['output_format_write_statistics', '0'],
  ]);
}

const passedHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  headers['accept-encoding'] === undefined ? {} : { 'Accept-Encoding': [headers['accept-encoding']].flat().join(', ') };

const forwardedHeaders = [
  'content-type',
  'content-encoding',
  'content-length',
  'x-clickhouse-format',
  'x-clickhouse-timezone',
  'x-clickhouse-exception-code',
  'x-clickhouse-exception-tag',
];

async function passOn(engineResponse: IncomingMessage, response: ServerResponse, outcome: Outcome): Promise<void> {
  for (const name of forwardedHeaders) {
    const value = engineResponse.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  const summary = ownSummary([engineResponse.headers['x-clickhouse-summary']].flat()[0]);
  outcome.rows = Number(summary.result_rows);
  outcome.code = Number(engineResponse.headers['x-clickhouse-exception-code'] ?? 0);
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary));
  response.writeHead(engineResponse.statusCode ?? 500);
  engineResponse.on('data', (part: Buffer) => {
    outcome.bytes += part.length;
  });
  await pipeline(engineResponse, response).catch(() => {
    // An answer that broke off must be seen to.
    outcome.code ||= 236;
    response.destroy();
  });
}

/** What was read counts rows of neighbours, so it is said to be what came out. */
function ownSummary(text: string | undefined): Record<string, string> {
  const summary: Record<string, string> = text === undefined ? {} : JSON.parse(text);
  const { result_rows = '0', result_bytes = '0', elapsed_ns = '0' } = summary;
  return {
    read_rows: result_rows,
    read_bytes: result_bytes,
    written_rows: '0',
    written_bytes: '0',
    total_rows_to_read: result_rows,
    result_rows,
    result_bytes,
    elapsed_ns,
    memory_usage: '0',
  };
}

/** @throws SqlError 81 for any but the team's own. */
function checkDatabase(requestedDatabase: string, teamDatabase: string): void {
  if (requestedDatabase === '' || requestedDatabase === 'default' || requestedDatabase === teamDatabase) return;
  throw new SqlError(81, 'UNKNOWN_DATABASE', `Database ${requestedDatabase.slice(0, 100)} does not exist`);
}
