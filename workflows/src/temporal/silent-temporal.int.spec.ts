import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tapwise/adapters';
import { requireTemporal, temporalServerCommand } from '@tapwise/temporal-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/product/product.ts';
import { createTemporalLink } from '../engine/temporal-link.ts';
import { pullOrganizationProcess } from '../pulls/pull-organization/pull-organization.contract.ts';
import { idleActivities } from '../testing/idle-activities.ts';
import type { Activities } from './worker.ts';

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
  const activities: Activities = {
    ...idleActivities,
    pullStructure: async () => {
      rounds += 1;
      return { today: '2026-01-01', restated_from: '2025-12-03' };
    },
    pullReports: async () => ({ pause_seconds: 1 }),
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
    'is noticed, and work waits for it and continues when it answers',
    async () => {
      const { activities, rounds } = countingActivities();
      const states: string[] = [];
      const link = createTemporalLink(
        {
          address: { address, namespace: 'default' },
          bundleFolder: folder,
          activities,
          writes: activities,
          graceMs: 100,
          // On a busy machine its answers take seconds too; that is no silence.
          silentAfterMs: 12_000,
          logger,
          signal: stopping.signal,
        },
        { onResponding: async () => void states.push('responding'), onSilent: () => void states.push('silent') },
      );
      const working = link.work();
      const runner = await link.runner();
      await runner?.start(pullOrganizationProcess, { application_id: 1, org_id: 2 });
      await eventually(
        async () => rounds(),
        (count) => count > 1,
        { timeoutMs: silenceMs },
      );
      server?.kill('SIGSTOP');
      await eventually(
        async () => states.at(-1),
        (state) => state === 'silent',
        { timeoutMs: silenceMs },
      );
      server?.kill('SIGCONT');
      const before = rounds();
      await eventually(
        async () => rounds(),
        (count) => count > before + 1,
        { timeoutMs: silenceMs },
      );
      await eventually(
        async () => states.at(-1),
        (state) => state === 'responding',
        { timeoutMs: silenceMs },
      );
      stopping.abort();
      await working;
      expect(states).toEqual(['responding', 'silent', 'responding']);
    },
    2 * silenceMs,
  );
});
