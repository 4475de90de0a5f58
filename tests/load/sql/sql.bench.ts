import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { dayInZone } from '@tapwise/domain';
import { askText, type EngineUser } from '../../../api/src/sql/engine/engine-call.ts';
import { scopeName } from '../../../api/src/sql/engine/sql-scopes.ts';
import { findSqlUser, viewScopeOf } from '../../../api/src/sql/users/sql-users.ts';
import { exchange } from '../../contract/clickhouse/http-exchange.ts';
import { startTwoTeams } from '../../sql/two-teams.ts';
import { median, percentile, printRatio } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';

/** SQL for analysts: the gateway against the same statement asked at the engine by the same user, and what it does to reports. */
const times = Number(process.argv[2] ?? 41);
const reports = Number(process.argv[3] ?? 100);

await printMachine();
const world = await startTwoTeams();
const { api, url, sql } = world;
const long = (times: number) => `SELECT sum(cityHash64(number, 1)) FROM numbers(${times})`;
const endless =
  'SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE cityHash64(a.number, b.number) = 1';

const ask = async (body: string, as: { user: string; password: string } = sql) =>
  exchange(url, {
    path: '/clickhouse/',
    headers: { 'X-ClickHouse-User': as.user, 'X-ClickHouse-Key': as.password },
    body,
  });
const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await task();
  return performance.now() - began;
};

/** The engine's user of the scope, as the gateway makes it. */
function engineUser(): EngineUser {
  const sqlUser = findSqlUser(api.deps.directory.state, sql.user);
  if (sqlUser === undefined) throw new Error('The user of SQL is not known');
  const scope = viewScopeOf(api.deps.directory.state, sqlUser, 'tapwise');
  const user = scopeName(sqlUser.team.team_id, scope, api.deps.settings.sql?.seconds ?? 0);
  return {
    url: new URL('/', api.addresses.CLICKHOUSE_URL),
    user,
    password: api.deps.vault.keyedHash('sql-engine', user),
  };
}

/** Processes that serve scopes of this run's node. */
function children(): number[] {
  const parentOf = (pid: string): number =>
    Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const isOurs = (pid: string): boolean => {
    try {
      const isScope = readFileSync(`/proc/${pid}/environ`, 'latin1').includes('SCOPE_DIRECTORY=');
      return isScope && parentOf(String(parentOf(pid))) === process.pid;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}

try {
  console.log(`cold process of a scope: ${(await timed(() => ask('SELECT 1'))).toFixed(0)} ms (aim ≤ 1500)`);
  await gatewayAgainstEngine();
  await reportsBesideAnalysts();
  await wholeMillion();
  await killed();
  await revoked();
} finally {
  await api.stop();
}
process.exit();

async function gatewayAgainstEngine(): Promise<void> {
  const engine = engineUser();
  const direct = (statement: string) =>
    askText(engine, { statement, parameters: new URLSearchParams({ database: sql.database }) });
  let rows = 1_000_000;
  for (let took = 0; took < 50; rows = took < 50 ? Math.ceil(rows * 1.3) : rows)
    took = Math.min(await timed(() => direct(long(rows))), await timed(() => direct(long(rows))));
  for (const [name, statement] of [
    ['statement of 50 ms', long(rows)],
    ['SELECT 1', 'SELECT 1'],
  ] as const) {
    const sides: { ours: number[]; base: number[] } = { ours: [], base: [] };
    for (let turn = 0; turn < times; turn += 1) {
      sides.ours.push(await timed(() => ask(statement)));
      sides.base.push(await timed(() => direct(statement)));
    }
    const ours = median(sides.ours);
    const base = median(sides.base);
    if (name === 'SELECT 1')
      console.log(`SELECT 1: ${ours.toFixed(1)} − ${base.toFixed(1)} = ${(ours - base).toFixed(1)} ms (aim ≤ 8)`);
    else printRatio(`${name}, gateway ÷ the engine's process`, { ours, base, unit: 'ms (median)' }, '≤ 1.2');
  }
}

async function reportsBesideAnalysts(): Promise<void> {
  const { body } = await api.call('GET', '/api/account', { token: world.token });
  const [application] = body.applications as { id: number }[];
  const today = dayInZone(Date.now(), 'UTC');
  const query = new URLSearchParams({
    application_id: String(application?.id),
    asa_organization_id: String(world.mine.orgId),
    from: today,
    to: today,
    token: world.token,
  });
  const report = async () => {
    const response = await exchange(url, { method: 'GET', path: `/api/asa/campaigns?${query}` });
    if (response.status !== 200) throw new Error(response.text);
  };
  const second = await api.call('POST', '/api/sql_user', { token: world.token, body: { label: 'Second' } });
  const other = { user: String(second.body.user), password: String(second.body.password) };
  for (let warm = 0; warm < 10; warm += 1) await report();
  const series = async (): Promise<number> => {
    const durations: number[] = [];
    for (let turn = 0; turn < reports; turn += 1) durations.push(await timed(report));
    return percentile(durations, 0.99);
  };
  const alone = await series();
  let over = false;
  const loops = [sql, sql, other, other].map(async (user) => {
    while (!over) await ask(long(20_000_000), user);
  });
  const beside = await series();
  over = true;
  await Promise.all(loops);
  const again = await series();
  const base = Math.max(alone, again);
  printRatio('report’s p99 with 4 analysts in a loop ÷ alone', { ours: beside, base, unit: 'ms' }, '≤ 1.5');
}

async function wholeMillion(): Promise<void> {
  const statement = 'SELECT number, toString(number) AS text, now() AS at FROM numbers(1000000) FORMAT CSV';
  await ask('SELECT number FROM numbers(200000)');
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  const bytes = await countBytes(statement);
  clearInterval(watch);
  const added = (highest - before) / 1024 ** 2;
  console.log(`1,000,000 rows of CSV (${(bytes / 1e6).toFixed(0)} MB): ${added.toFixed(0)} MB more in api (aim ≤ 50)`);
}

/** Length of an answer, read by a process of its own: what a caller holds is not memory of the API. */
async function countBytes(statement: string): Promise<number> {
  const headers = { 'X-ClickHouse-User': sql.user, 'X-ClickHouse-Key': sql.password, 'Accept-Encoding': 'identity' };
  const request = JSON.stringify({ method: 'POST', headers, body: statement });
  const program = `let bytes = 0;
    const answer = await fetch(process.argv[1], JSON.parse(process.argv[2]));
    for await (const part of answer.body) bytes += part.length;
    console.log(bytes);`;
  const caller = promisify(execFile);
  const { stdout } = await caller(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    `${url}/clickhouse/`,
    request,
  ]);
  return Number(stdout);
}

async function killed(): Promise<void> {
  const durations: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const [child] = children();
    if (child === undefined) throw new Error('No process of a scope was found');
    process.kill(child, 'SIGKILL');
    durations.push(await timed(async () => void (await ask(`SELECT ${turn}`))));
  }
  console.log(`process killed, to the next answer: ${median(durations).toFixed(0)} ms (aim ≤ 1000)`);
}

async function revoked(): Promise<void> {
  const running = ask(endless);
  await ask('SELECT 1');
  const took = await timed(async () => {
    await api.call('DELETE', '/api/sql_user', { token: world.token, body: { user: sql.user } });
    await running;
  });
  const { status, headers } = await running;
  const next = await ask('SELECT 1');
  const code = (response: { headers: typeof headers }) => response.headers['x-clickhouse-exception-code'];
  console.log(
    `revoked, to the end of what ran: ${took.toFixed(0)} ms (aim ≤ 1000); it ended with ${status} ${code({ headers })}, the next one ${code(next)}`,
  );
}
