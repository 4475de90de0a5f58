import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../../operations/start/free-port.ts';
import { type BatchNotices, followBatchNotices, serveBatchNotices } from './batch-notices.ts';

const stopped = new AbortController();
let notices: BatchNotices | undefined;
const mustNotFail = (error: unknown): never => expect.fail(String(error));
afterEach(() => {
  stopped.abort();
  notices?.close();
});

/** 0 while nothing listens. */
const statusOf = async (url: string): Promise<number> => {
  const response = await fetch(url).catch(() => undefined);
  return response?.status ?? 0;
};

it('are heard by who listens, also of a process that has started again', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  let heard = 0;
  const followed = followBatchNotices(url, stopped.signal, () => (heard += 1));
  expect(followed.isConnected()).toBe(false);
  for (const round of [1, 2]) {
    const served = serveBatchNotices(url, mustNotFail);
    notices = served;
    await expect.poll(() => followed.isConnected()).toBe(true);
    served.notify();
    await expect.poll(() => heard).toBe(round);
    served.close();
    await expect.poll(() => followed.isConnected()).toBe(false);
  }
});

it('are given at one address alone', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  notices = serveBatchNotices(url, mustNotFail);
  expect(await statusOf(`${url}/metrics`)).toBe(404);
  expect((await fetch(`${url}/batches`, { method: 'POST' })).status).toBe(404);
});

it('that cannot be given are a fault for the log alone', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  notices = serveBatchNotices(url, mustNotFail);
  await expect.poll(() => statusOf(`${url}/`)).toBe(404);
  const fault = await new Promise<unknown>((resolve) => {
    const second = serveBatchNotices(url, (error) => {
      second.close();
      resolve(error);
    });
  });
  expect(fault).toMatchObject({ code: 'EADDRINUSE' });
});
