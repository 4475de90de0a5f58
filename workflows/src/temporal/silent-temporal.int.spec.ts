import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tapwise/adapters';
import { requireTemporal, temporalServerCommand } from '@tapwise/temporal-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/product/product.ts';
import { startPull } from '../starter/start-workflow.ts';
import { type Activities, runWorkers } from '../worker.ts';
import { type Driver, driveWork } from './drive-work.ts';
import {
  closeTemporal,
  createTemporalConnector,
  isTemporalResponding,
  type TemporalConnection,
} from './temporal-connection.ts';

const logger = createLogger('spec', 'silent');
const silenceMs = 120_000;

let server: ChildProcess | undefined;
let folder: string;
let address: string;
const stopping = new AbortController();

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const at = probe.address();
      probe.close(() => resolve(at !== null && typeof at === 'object' ? at.port : 0));
    });
  });
}

/** Pulls that count their rounds and call no service. */
function countingActivities(): { activities: Activities; rounds: () => number } {
  let rounds = 0;
  const idle = { pause_seconds: 3600 };
  const activities: Activities = {
    pullStructure: async () => {
      rounds += 1;
      return { today: '2026-01-01' };
    },
    pullReports: async () => ({ pause_seconds: 1 }),
    pullMonths: async () => ({ done: true, pause_seconds: 0 }),
    pullSearchTerms: async () => idle,
    orderShares: async () => ({ report_id: null, ...idle }),
    collectShares: async () => ({ state: 'failed', ...idle }),
    pullStoreReports: async () => idle,
    refitWhenDue: async () => ({ fitted: null, ...idle }),
    askForAttribution: async () => ({ settled: true }),
    applyChange: async () => ({ done: true }),
    createCampaign: async () => ({ done: true }),
    deliverWebhooks: async () => ({ done: true }),
    applyChangeSet: async () => ({ done: true }),
    syncCreatives: async () => ({ done: true }),
    runAutomation: async () => ({ done: true }),
  };
  return { activities, rounds: () => rounds };
}

describe('a Temporal that falls silent', () => {
  beforeAll(async () => {
    const binary = await requireTemporal();
    folder = mkdtempSync(join(tmpdir(), 'silent-temporal-'));
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    const dbFile = join(folder, 'temporal.db');
    const { command, args } = temporalServerCommand({ binary, ip: '127.0.0.1', port, dbFile });
    server = spawn(command, args, { stdio: 'ignore' });
  });
  afterAll(() => {
    server?.kill('SIGKILL');
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it(
    'is replaced by the loop without harm to the process, and takes over again when it answers',
    async () => {
      const { activities, rounds } = countingActivities();
      const drivers: Driver[] = [];
      const driving = driveWork<TemporalConnection>({
        connect: createTemporalConnector({ address, namespace: 'default' }, folder, {
          logger,
          signal: stopping.signal,
        }),
        isResponding: isTemporalResponding,
        close: closeTemporal,
        runLoop: (stop) => new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true })),
        runTemporal: async ({ native: connection, bundle, client }, stop) => {
          await startPull(client, { application_id: 1, org_id: 2 });
          await runWorkers({
            connection,
            namespace: 'default',
            activities,
            writes: activities,
            graceMs: 100,
            workflows: { workflowBundle: { codePath: bundle } },
            logger,
            signal: stop,
          });
        },
        onDriver: (driver) => void drivers.push(driver),
        // On a busy machine its answers take seconds too; that is no silence.
        logger,
        signal: stopping.signal,
        awayMs: 12_000,
        lookMs: 200,
      });
      await eventually(
        async () => rounds(),
        (count) => count > 1,
        { timeoutMs: silenceMs },
      );
      server?.kill('SIGSTOP');
      await eventually(
        async () => drivers.at(-1),
        (driver) => driver === 'loop',
        { timeoutMs: silenceMs },
      );
      server?.kill('SIGCONT');
      const before = rounds();
      await eventually(
        async () => rounds(),
        (count) => count > before + 1,
        { timeoutMs: silenceMs },
      );
      stopping.abort();
      await driving;
      expect(drivers.slice(0, 4)).toEqual(['loop', 'temporal', 'loop', 'temporal']);
    },
    2 * silenceMs,
  );
});
