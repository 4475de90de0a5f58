import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { logPositionHeader } from '@tapwise/contract';
import { askEngine, type EngineUser } from './engine/engine-call.ts';
import type { Verdict } from './gate/gate.ts';
import { checkFormat } from './gate/statement-tail.ts';
import { allowedSettings } from './settings-policy.ts';
import { SqlError } from './sql-error.ts';
import type { SqlRequest } from './sql-request.ts';
import type { SqlWorld } from './sql-world.ts';
import type { SqlSession } from './users/sql-sessions.ts';
import { type KnownSqlUser, viewScopeOf } from './users/sql-users.ts';

interface Asked {
  readonly known: KnownSqlUser;
  readonly asked: SqlRequest;
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
export async function answerStatement(
  world: SqlWorld,
  one: Asked,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outcome: Outcome = { code: 0, rows: 0, bytes: 0, waitMs: 0 };
  const askedAt = world.deps.now();
  try {
    await run(world, one, outcome, request, response);
  } catch (error) {
    outcome.code = error instanceof SqlError ? error.code : 236;
    throw error;
  } finally {
    const { known, asked, address } = one;
    world.audit.record(known.team.team_id, {
      user: known.user.user,
      address,
      client: asked.client,
      query_id: asked.queryId,
      text: asked.statement,
      code: outcome.code,
      rows: outcome.rows,
      bytes: outcome.bytes,
      wait_ms: outcome.waitMs,
      ms: world.deps.now().getTime() - askedAt.getTime(),
      asked_at: askedAt.toISOString(),
    });
  }
}

async function run(
  world: SqlWorld,
  one: Asked,
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { known, asked } = one;
  const { team, user } = known;
  const database = `team_${team.team_id}`;
  checkDatabase(asked.database, database);
  const session = world.sessions.of(user.user, asked.session);
  response.setHeader('X-ClickHouse-Query-Id', asked.queryId);
  if (asked.format !== undefined) checkFormat(asked.format);
  const scope = viewScopeOf(world.deps.directory.state, known, world.settings.tables);
  await world.turns.run({ team: team.team_id, user: user.user }, async (waitedMs) => {
    outcome.waitMs = waitedMs;
    const engine = await world.scopes.userOf(team.team_id, scope);
    const verdict = await verdictOf(world, engine, database, asked);
    if (verdict.kind !== 'run') return answerOwn(world, verdict, { ...one, session, database }, response);
    await runOnEngine(world, { ...one, engine, verdict, session, database }, outcome, request, response);
  });
  world.sessions.close(user.user, asked.session);
}

async function verdictOf(world: SqlWorld, engine: EngineUser, database: string, asked: SqlRequest): Promise<Verdict> {
  if (driverHello.test(asked.statement) && asked.passedOn.has('client_protocol_version')) {
    return { kind: 'run', text: asked.statement, format: undefined, settings: new Map() };
  }
  try {
    return await world.gate.verdict(engine, database, asked.statement);
  } catch (error) {
    // The engine has lost its users, for instance with its directory.
    if (error instanceof SqlError && (error.code === 516 || error.code === 192)) world.scopes.forget(engine.user);
    throw error;
  }
}

function answerOwn(
  world: SqlWorld,
  verdict: Exclude<Verdict, { kind: 'run' }>,
  { known, session, database }: Asked & { session: SqlSession; database: string },
  response: ServerResponse,
): void {
  if (verdict.kind === 'kill') world.running.kill(known.user.user, verdict.queryId);
  if (verdict.kind === 'use') checkDatabase(verdict.database, database);
  if (verdict.kind === 'set') {
    for (const [name, value] of allowedSettings(verdict.settings, world.settings.seconds))
      session.settings.set(name, value);
  }
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': 0 }).end();
}

interface Running extends Asked {
  readonly engine: EngineUser;
  readonly verdict: Extract<Verdict, { kind: 'run' }>;
  readonly session: SqlSession;
  readonly database: string;
}

async function runOnEngine(
  world: SqlWorld,
  one: Running,
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { known, asked, engine, verdict } = one;
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const finished = world.running.add({ user: known.user.user, queryId: asked.queryId, scope: engine.user, abort });
  try {
    const position = await world.positions.present();
    const answer = await askEngine(engine, {
      statement: verdict.text,
      parameters: parametersOf(world, one),
      headers: passedHeaders(request),
      signal: abort.signal,
    });
    response.setHeader(logPositionHeader, position.toString());
    await passOn(answer, response, outcome);
  } catch (error) {
    throw abort.signal.reason instanceof SqlError ? abort.signal.reason : error;
  } finally {
    finished();
  }
}

function parametersOf(world: SqlWorld, { asked, verdict, session, database }: Running): URLSearchParams {
  const settings = new Map([...session.settings, ...asked.settings, ...verdict.settings]);
  const format = verdict.format ?? asked.format;
  return new URLSearchParams([
    ['database', database],
    ['query_id', randomUUID()],
    ...Object.entries(format === undefined ? {} : { default_format: format }),
    ...asked.passedOn,
    ...asked.params,
    ...allowedSettings(settings, world.settings.seconds),
    // They count rows of neighbours.
    ['output_format_write_statistics', '0'],
  ]);
}

const passedHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  headers['accept-encoding'] === undefined ? {} : { 'Accept-Encoding': [headers['accept-encoding']].flat().join(', ') };

const shownHeaders = [
  'content-type',
  'content-encoding',
  'content-length',
  'x-clickhouse-format',
  'x-clickhouse-timezone',
  'x-clickhouse-exception-code',
  'x-clickhouse-exception-tag',
];

async function passOn(answer: IncomingMessage, response: ServerResponse, outcome: Outcome): Promise<void> {
  for (const name of shownHeaders) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  const summary = ownSummary([answer.headers['x-clickhouse-summary']].flat()[0]);
  outcome.rows = Number(summary.result_rows);
  outcome.code = Number(answer.headers['x-clickhouse-exception-code'] ?? 0);
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary));
  response.writeHead(answer.statusCode ?? 500);
  answer.on('data', (part: Buffer) => {
    outcome.bytes += part.length;
  });
  await pipeline(answer, response).catch(() => {
    // An answer that broke off must be seen to.
    outcome.code ||= 236;
    response.destroy();
  });
}

/** What was read counts rows of neighbours, so it is said to be what came out. */
function ownSummary(text: string | undefined): Record<string, string> {
  const said: Record<string, string> = text === undefined ? {} : JSON.parse(text);
  const { result_rows = '0', result_bytes = '0', elapsed_ns = '0' } = said;
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
function checkDatabase(asked: string, own: string): void {
  if (asked === '' || asked === 'default' || asked === own) return;
  throw new SqlError(81, 'UNKNOWN_DATABASE', `Database ${asked.slice(0, 100)} does not exist`);
}
