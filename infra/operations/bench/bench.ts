import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { childEnvironment } from '@tapwise/adapters';

/**
 * Benchmarks, by the name of their file unless a short one is listed, each in a process of its own; without a name all of them, one after
 * another. What follows a colon is given to the benchmark: `ads-api:faults`.
 */
const files = [
  'ingest/ingest',
  'ingest/ingest-cpu',
  'ingest/telemetry',
  'log/log-read',
  'reports/report',
  'reports/reports-at-size',
  'reports/scheduled-reports',
  'log/rebuild',
  'log/restore',
  'live/live',
  'page/page',
  'page/public-pages',
  'settings-changes/settings-changes',
  'settings-changes/settings-changes-faults',
  'start/recovery',
  'start/start',
  'start/first-minute',
  'ads-api/ads-api',
  'webhooks/webhooks',
  'webhooks/webhooks-faults',
  'rules/rules',
  'rules/own-rules',
  'rules/own-rules-runs',
  'rules/own-rules-backtest',
  'rules/rules-backtest',
  'rules/rules-faults',
  'rules/alerts',
  'accounts/sign-in',
  'accounts/payments-shuffled',
  'sql/sql',
  'sql/sql-attacks',
];
const shortNames = new Map([
  ['settings-changes', 'acting'],
  ['settings-changes-faults', 'acting-faults'],
]);
const benches = new Map(
  files.map((file) => [shortNames.get(basename(file)) ?? basename(file), `tests/load/${file}.bench.ts`]),
);
const requested = process.argv.slice(2).map((argument) => {
  const [name = '', ...parts] = argument.split(':');
  return { name, parts };
});
const unknown = requested.flatMap(({ name }) => (benches.has(name) ? [] : [name]));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Usage: npm run bench -- [${[...benches.keys()].join('|')}] …`);
  process.exit(2);
}

function run(file: string, parts: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const args = ['--import', 'tsx', file, ...parts];
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: childEnvironment({}) });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

let failed = 0;
const all = [...benches.keys()].map((name) => ({ name, parts: [] }));
for (const { name, parts } of requested.length > 0 ? requested : all) {
  const file = benches.get(name);
  if (file !== undefined && (await run(file, parts)) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
