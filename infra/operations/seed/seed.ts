import { readEnvironment } from '@tapwise/adapters';
import { sdkOnly } from './sdk-only.ts';
import type { Seeded, Target } from './target.ts';

/** Data shapes by name: each makes its own team in the running product and reads it back. */
const shapes: Readonly<Record<string, (target: Target) => Promise<Seeded>>> = { 'sdk-only': sdkOnly };

const { PORT, INGEST_PORT, HOST } = readEnvironment();
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const args = process.argv.slice(2);
const [name = ''] = args.filter((arg) => !arg.startsWith('--'));
const shape = shapes[name];
if (shape === undefined) {
  console.error(`Usage: npm run seed -- ${Object.keys(shapes).join('|')} [--dry-run]`);
  process.exit(2);
}
const target: Target = {
  url: `http://${host}:${PORT}`,
  ingestUrl: `http://${host}:${INGEST_PORT}`,
  dryRun: args.includes('--dry-run'),
  now: Date.now(),
};
try {
  const { planned, email, password, path } = await shape(target);
  for (const line of planned) console.log(line);
  if (!target.dryRun) console.log(`Read back as planned. Sign in at ${target.url}${path} with ${email} / ${password}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
