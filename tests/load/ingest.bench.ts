import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { handleCommand, openEventLog } from '@tapwise/adapters';
import { applicationDecider, applicationStream, createApplication } from '@tapwise/domain';
import { asTest } from '../support/acting.ts';
import { spawnEventStore } from '../support/eventstore-node.ts';
import { eventually } from '../support/product.ts';
import { median, printRatio } from './figures.ts';
import { flood } from './flood.ts';

/** Durable attribution posts per second, against the same route doing nothing. One run, alternating, median of three. */
const repetitions = 3;
const seconds = Number(process.argv[2] ?? 6);
const callers = 128;
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const run = `${Date.now()}`;

const body = (number: number) =>
  JSON.stringify({
    api_key: 'bench-key',
    install_id: `${run}-${number}-${Math.random().toString(36).slice(2)}`,
    first_launch_at: new Date().toISOString(),
    attribution_token: null,
    sdk_version: '1.4.0',
    app_version: '3.2.1',
    os_version: '19.1',
    device_class: 'iphone',
    locale: 'en_US',
  });

const eventStore = await spawnEventStore(join(folder, 'eventstore'));
const log = openEventLog(eventStore.url);
await handleCommand(log, {
  stream: applicationStream(900),
  decider: applicationDecider,
  cause: 'bench',
  context: asTest,
  decide: (state) =>
    createApplication(state, {
      application_id: 900,
      account_id: 1,
      team_id: 1,
      name: 'Bench',
      url: 'https://apps.apple.com/app/id1500000900',
      api_key: 'bench-key',
      created_at: new Date().toISOString(),
    }),
});
await log.close();

const ingestPort = 20_000 + Math.floor(Math.random() * 20_000);
const ingest = spawn(process.execPath, ['--import', 'tsx', join(root, 'sdk-ingest/src/server.ts')], {
  env: {
    ...process.env,
    INGEST_PORT: String(ingestPort),
    EVENTSTORE_URL: eventStore.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  },
  stdio: 'inherit',
});
const noOp = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'no-op-service.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [line] = (await once(createInterface(noOp.stdout), 'line')) as [string];
  const noOpUrl = `http://127.0.0.1:${/\d+/.exec(line)?.[0]}`;
  const ingestUrl = `http://127.0.0.1:${ingestPort}`;
  await eventually(
    () => fetch(`${ingestUrl}/readyz`),
    (answer) => answer.ok,
  );
  const shared = { path: '/sdk/v1/attribution', callers, seconds, body };
  for (const url of [ingestUrl, noOpUrl]) await flood(url, { ...shared, seconds: 2 });
  const durable: number[] = [];
  const nothing: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    durable.push(await flood(ingestUrl, shared));
    nothing.push(await flood(noOpUrl, shared));
  }
  printRatio(
    'durable attribution posts ÷ same route doing nothing',
    { ours: median(durable), base: median(nothing), unit: 'posts/s' },
    '≥ 0.5',
  );
} finally {
  ingest.kill('SIGTERM');
  noOp.kill('SIGTERM');
  await eventStore.stop('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
