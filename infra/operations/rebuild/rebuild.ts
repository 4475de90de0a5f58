import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment, programFlags, readEnvironment } from '@tapwise/adapters';
import { engineAddresses } from '../addresses/engine-addresses.ts';

/** Rebuilds tables beside the running product: `npm run rebuild -- [<projection> …] [--accept-differences] [--measure]`. */
const program = fileURLToPath(new URL('../../../projections/src/writing/rebuild.ts', import.meta.url));
const environment = readEnvironment();
try {
  const child = spawn(process.execPath, [...programFlags(program), program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: childEnvironment({ LOG_LEVEL: environment.LOG_LEVEL, ...engineAddresses(environment) }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.once('close', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
