import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'undici';

export interface MeasuredPost {
  readonly path: string;
  readonly body: string;
}

/** Posts at a steady rate and waits for all answers. @throws Error where one is not 200. */
export async function postAtRate(pool: Pool, posts: readonly MeasuredPost[], perSecond: number): Promise<void> {
  const statuses: Array<Promise<number>> = [];
  const began = performance.now();
  for (const [index, { path, body }] of posts.entries()) {
    const wait = began + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await pause(wait);
    const headers = { 'content-type': 'application/json' };
    statuses.push(
      pool.request({ method: 'POST', path, headers, body }).then(async (response) => {
        await response.body.dump();
        return response.statusCode;
      }),
    );
  }
  const failed = (await Promise.all(statuses)).filter((status) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} were answered ${failed[0]}`);
}
