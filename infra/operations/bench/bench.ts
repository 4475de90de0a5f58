import { spawn } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';

/** Every benchmark in turn, each in a process of its own; each prints both sides of its ratio. */
const benches = ['ingest', 'report', 'reports-at-size', 'rebuild', 'live', 'page'].map(
  (name) => `tests/load/${name}.bench.ts`,
);

function run(file: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit', env: childEnvironment({}) });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

let failed = 0;
for (const bench of benches) if ((await run(bench)) !== 0) failed += 1;
process.exit(failed === 0 ? 0 : 1);
