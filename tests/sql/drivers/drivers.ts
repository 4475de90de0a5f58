import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { startTwoTeams } from '../two-teams.ts';

/**
 * What analysts do with the real drivers, each a program of its own in the driver's language, against SQL of the product. Usage:
 * `npm run sql:drivers [-- node|python|java|go …]`. Drivers are installed below `node_modules/.cache` from their registries.
 */
interface Driver {
  readonly description: string;
  /** What must be on this machine. */
  readonly needs: readonly string[];
  readonly install: readonly (readonly string[])[];
  readonly run: readonly string[];
}

const here = import.meta.dirname;
const cache = join(here, '..', '..', '..', 'node_modules', '.cache', 'tapwise-sql-drivers');
const at = (...parts: string[]): string => join(cache, ...parts);
const python = at('python', 'bin', 'python');
const longest = { installMs: 10 * 60_000, runMs: 3 * 60_000 };

const drivers: Readonly<Record<string, Driver>> = {
  node: {
    description: 'clickhouse-js 1.23.1',
    needs: [],
    install: [],
    run: [process.execPath, '--import', 'tsx', join(here, 'node', 'handshake.ts')],
  },
  python: {
    description: 'clickhouse-connect 1.12.0',
    needs: ['python3'],
    install: [
      ['python3', '-m', 'venv', at('python')],
      [python, '-m', 'pip', 'install', '-q', '-r', join(here, 'python', 'requirements.txt')],
    ],
    run: [python, join(here, 'python', 'handshake.py')],
  },
  java: {
    description: 'JDBC jdbc-v2 0.9.9',
    needs: ['java', 'mvn'],
    install: [
      [
        'mvn',
        '-q',
        '-B',
        '-ntp',
        '-f',
        join(here, 'java', 'pom.xml'),
        `-DbuildDirectory=${at('java')}`,
        'compile',
        'dependency:copy-dependencies',
        `-DoutputDirectory=${at('java', 'lib')}`,
      ],
    ],
    run: ['java', '-cp', `${at('java', 'classes')}:${at('java', 'lib')}/*`, 'Handshake'],
  },
  go: {
    description: 'clickhouse-go 2.50.0',
    needs: ['go'],
    install: [['go', '-C', join(here, 'go'), 'build', '-o', at('go', 'handshake'), '.']],
    run: [at('go', 'handshake')],
  },
};

/** Why a driver cannot be tried here; undefined when it was installed. */
function obstacle({ needs, install }: Driver): string | undefined {
  const missing = needs.find((program) => spawnSync('which', [program]).status !== 0);
  if (missing !== undefined) return `there is no ${missing} on this machine`;
  for (const [program = '', ...rest] of install) {
    const done = spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'pipe'], timeout: longest.installMs });
    if (done.status !== 0) return `it could not be installed: ${String(done.stderr).trim().slice(-300)}`;
  }
  return undefined;
}

function run([program = '', ...rest]: readonly string[], environment: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const { PATH = '' } = process.env;
    const child = spawn(program, rest, { env: { PATH, ...environment }, stdio: 'inherit', timeout: longest.runMs });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

const requested = process.argv.slice(2);
const names = requested.length > 0 ? requested : Object.keys(drivers);
const unknown = names.filter((name) => !(name in drivers));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Usage: npm run sql:drivers -- [${Object.keys(drivers).join('|')}] …`);
  process.exit(2);
}
if (!existsSync(cache)) mkdirSync(cache, { recursive: true });
const sqlPort = await freePort();
const world = await startTwoTeams(sqlPort);
const outcomes: string[] = [];
let failed = 0;
try {
  for (const name of names) {
    const driver = drivers[name];
    if (driver === undefined) continue;
    console.log(`\n${driver.description}`);
    const skipped = obstacle(driver);
    if (skipped !== undefined) {
      outcomes.push(`${driver.description}: skipped, ${skipped}`);
      continue;
    }
    const { user, password, database } = world.sql;
    const works = await run(driver.run, {
      SQL_URL: world.url,
      SQL_PATH: '/clickhouse',
      SQL_HOST: '127.0.0.1',
      SQL_PORT: String(sqlPort),
      SQL_USER: user,
      SQL_PASSWORD: password,
      SQL_DATABASE: database,
      SQL_CAMPAIGN: String(world.mine.campaignId),
    });
    if (!works) failed += 1;
    outcomes.push(`${driver.description}: ${works ? 'works' : 'FAILED'}`);
  }
} finally {
  await world.api.stop();
}
console.log(`\n${outcomes.join('\n')}`);
process.exit(failed === 0 ? 0 : 1);
