import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, createLogger, serveBatchNotices } from '@tapwise/adapters';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { createTableClock } from './table-clock.ts';

const stopped = new AbortController();
afterAll(() => {
  vi.useRealTimers();
  stopped.abort();
});

/** Answers every statement with no rows; the engine's own client waits for timers, which stand still here. */
const emptyTables = { exec: async () => ({ stream: Readable.from([]) }) } as unknown as ClickHouseClient;

it('looks at the tables when a batch is announced, without waiting for its turn', async () => {
  const batchNoticesUrl = `http://127.0.0.1:${await freePort()}`;
  const faults: unknown[] = [];
  const notices = serveBatchNotices(batchNoticesUrl, (error) => faults.push(error));
  const deps = {
    ...{ tables: emptyTables, logger: createLogger('spec', 'silent') },
    settings: { demo: false, batchNoticesUrl },
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const clock = createTableClock(deps, stopped.signal);
  let looks = 0;
  clock.listen(() => (looks += 1));
  for (let round = 0; round < 500 && looks < 3; round += 1) {
    notices.notify();
    await pause(20);
  }
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(faults).toEqual([]);
  clock.close();
  notices.close();
});
