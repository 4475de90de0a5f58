import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, createLogger, serveBatchNotices } from '@tapwise/adapters';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../../infra/operations/start/free-port.ts';
import { createTableClock } from './table-clock.ts';

const stopped = new AbortController();
afterAll(() => {
  vi.useRealTimers();
  stopped.abort();
});

/** Answers every statement with no rows; the engine's own client waits for timers, which stand still here. */
const emptyTables = { exec: async () => ({ stream: Readable.from([]) }) } as unknown as ClickHouseClient;

it('reads the checkpoint when a batch is announced, without waiting for its turn', async () => {
  const batchNoticesUrl = `http://127.0.0.1:${await freePort()}`;
  const faults: unknown[] = [];
  const notices = serveBatchNotices(batchNoticesUrl, (error) => faults.push(error));
  const deps = {
    tables: emptyTables,
    logger: createLogger('spec', 'silent'),
    settings: { demo: false, batchNoticesUrl },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = createTableClock(deps, stopped.signal);
  let reads = 0;
  clock.listen(() => (reads += 1));
  for (let round = 0; round < 500 && reads < 3; round += 1) {
    notices.notify();
    await pause(20);
  }
  expect(reads).toBeGreaterThanOrEqual(3);
  expect(faults).toEqual([]);
  clock.close();
  notices.close();
});
