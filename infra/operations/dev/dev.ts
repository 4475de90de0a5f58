import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childEnvironment, readEnvironment } from '@tapwise/adapters';
import { answersOk } from '../start/probes.ts';

/** The dashboard with hot reload, against the product that runs on `PORT`. */
const { PORT, HOST } = readEnvironment();
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const product = `http://${host}:${PORT}`;
if (!(await answersOk(`${product}/healthz`).catch(() => false))) {
  console.error(`No product answers at ${product}. Run npm start in another terminal, or set PORT to where it runs.`);
  process.exit(1);
}
console.log(`API and live figures come from ${product}`);
const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '..', 'bin', 'vite.js');
const child = spawn(process.execPath, [vite, 'web', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: childEnvironment({ TAPWISE_API: product }),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 0));
