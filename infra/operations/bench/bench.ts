import { spawn } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';

/** Benchmarks by name, each in a process of its own; without a name all of them, one after another. */
const names = [
  'ingest',
  'ingest-cpu',
  'log-read',
  'report',
  'reports-at-size',
  'rebuild',
  'live',
  'page',
  'public-pages',
  'acting',
  'acting-faults',
  'recovery',
  'start',
  'first-minute',
  'webhooks',
  'webhooks-faults',
  'rules',
  'rules-backtest',
  'rules-faults',
  'sign-in',
  'payments-shuffled',
  'sql',
  'sql-attacks',
];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Usage: npm run bench -- [${names.join('|')}] …`);
  process.exit(2);
}

function run(file: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit', env: childEnvironment({}) });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

let failed = 0;
for (const name of asked.length > 0 ? asked : names) {
  if ((await run(`tests/load/${name}.bench.ts`)) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
