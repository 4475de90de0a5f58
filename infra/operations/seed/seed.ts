import { guardCommand, openEventLog, readEnvironment } from '@tapwise/adapters';
import { engineAddresses } from '../addresses/engine-addresses.ts';
import { makeShape } from './make-shape.ts';
import { shapes } from './shapes.ts';

const usage = `npm run seed -- <state>        in the product that runs; --dry-run only says what is made
${Object.entries(shapes)
  .map(([name, { planned }]) => [`  ${name}`, ...planned.map((line) => `      ${line}`)].join('\n'))
  .join('\n')}`;

const args = process.argv.slice(2);
const [name] = args.filter((arg) => !arg.startsWith('--'));
if (name === undefined) {
  console.log(usage);
  process.exit(0);
}
const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
if (shape === undefined) {
  console.error(`There is no state ${name}.\n${usage}`);
  process.exit(2);
}
for (const line of shape.planned) console.log(line);
if (args.includes('--dry-run')) process.exit(0);
try {
  const environment = readEnvironment();
  const { PORT, INGEST_PORT, HOST } = environment;
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  const url = `http://${host}:${PORT}`;
  const log = openEventLog(engineAddresses(environment).EVENTSTORE_URL);
  await guardCommand(log);
  const target = { url, ingestUrl: `http://${host}:${INGEST_PORT}`, log, now: Date.now(), patienceMs: 120_000 };
  const outcome = await makeShape(shape, target);
  const { email, password } = shape.person;
  const words = outcome === 'made' ? 'Made and read back' : 'It exists';
  console.log(`${words}. Sign in at ${url}${shape.path} with ${email} / ${password}`);
  // A stream that was left half way keeps the log's client from ending.
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
