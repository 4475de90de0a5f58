import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from '@tapwise/adapters';
import { closedOutside } from '../../operations/addresses/closed-outside.ts';
import { freePort } from '../../operations/start/free-port.ts';
import { type Entry, makeRoot, missingHere, runInside, startInside } from './container.ts';
import { contextFiles } from './context-files.ts';
import { commandsOf, lastWords, readDockerfile, type Stage, type Step, variablesOf } from './read-dockerfile.ts';

/**
 * Builds and runs the image without a daemon: each stage is a folder, this machine's Node and system are the base image's, and the last
 * stage is run read-only but for its volume and `/tmp`. Ends with 0 when the image's health check held and the product ended in order.
 */
const readyMs = 300_000;
const endMs = 15_000;

const missing = missingHere();
if (missing !== undefined) {
  console.log(`skipped: ${missing}`);
  process.exit(0);
}
const root = process.cwd();
const stages = readDockerfile(readFileSync('infra/compose/Dockerfile', 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'tapwise-image-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const folderOf = (stage: Stage): string => join(work, String(stages.indexOf(stage)));
const textOf = ({ steps }: Stage, keyword: string): string =>
  steps.findLast((step) => step.keyword === keyword)?.text ?? '';
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

function copy(stage: Stage, step: Step): void {
  const to = join(folderOf(stage), textOf(stage, 'WORKDIR'));
  mkdirSync(to, { recursive: true });
  const from = stages.find(({ name }) => name !== undefined && name === step.flags.get('from'));
  const [source = ''] = step.text.split(/\s+/);
  const copied =
    from === undefined
      ? spawnSync('cp', ['-a', '--parents', ...contextFiles(root), to], { cwd: root, stdio: 'inherit' })
      : spawnSync('cp', ['-a', `${join(folderOf(from), source)}/.`, to], { stdio: 'inherit' });
  if (copied.status !== 0) throw new Error(`COPY ${step.text} failed`);
}

function build(stage: Stage): void {
  makeRoot(folderOf(stage));
  for (const step of stage.steps.filter(({ keyword }) => keyword === 'COPY' || keyword === 'RUN')) {
    const began = Date.now();
    if (step.keyword === 'COPY') copy(stage, step);
    else for (const command of commandsOf(step)) runInside({ ...entryOf(stage), words: command.split(/\s+/) });
    console.log(`${step.keyword} ${step.text}: ${seconds(began)}`);
  }
}

const entryOf = (stage: Stage): Omit<Entry, 'words'> => ({
  folder: folderOf(stage),
  workdir: textOf(stage, 'WORKDIR'),
  environment: Object.fromEntries(variablesOf(stage)),
});

/** Runs the stage as a container with a read-only root, under an address that it was not built for. */
async function serve(stage: Stage): Promise<void> {
  const volume = textOf(stage, 'VOLUME');
  const data = join(work, 'volume');
  spawnSync('cp', ['-a', join(folderOf(stage), volume), data]);
  const port = String(await freePort());
  const ports = { PORT: port, INGEST_PORT: String(await freePort()), SQL_PORT: 'off' };
  const outside = { ...closedOutside, TEMPORAL_ADDRESS: '127.0.0.1:1', ...ports, DEMO: 'off' };
  const entry = entryOf(stage);
  const child = startInside({
    ...entry,
    words: [...lastWords(stage, 'ENTRYPOINT'), ...lastWords(stage, 'CMD')],
    environment: { ...entry.environment, ...outside, HOST: '127.0.0.1', PUBLIC_URL: 'https://tapwise.example' },
    confined: { user: textOf(stage, 'USER'), volume, data },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const began = Date.now();
  const [program = '', ...args] = lastWords(stage, 'HEALTHCHECK');
  const isHealthy = (): boolean => spawnSync(program, args, { env: childEnvironment({ PORT: port }) }).status === 0;
  let ready = false;
  while (!ready && child.exitCode === null && Date.now() - began < readyMs) {
    await pause(500);
    ready = isHealthy();
  }
  if (ready) console.log(`healthy after ${seconds(began)}: ${await textAt(`http://127.0.0.1:${port}/readyz`)}`);
  const namesAddress = ready && (await textAt(`http://127.0.0.1:${port}/`)).includes('https://tapwise.example');
  const stopping = Date.now();
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), endMs);
  const code = await ended;
  clearTimeout(killer);
  console.log(`ended with ${code} after ${seconds(stopping)}; the volume holds ${readdirSync(data).join(', ')}`);
  if (!ready || code !== 0) throw new Error('The image does not run');
  if (!namesAddress) throw new Error('The public pages do not name PUBLIC_URL');
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

try {
  for (const stage of stages) build(stage);
  const last = stages.at(-1);
  if (last !== undefined) await serve(last);
  console.log('the image can be built and run');
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
}
