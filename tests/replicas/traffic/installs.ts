import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionResponseSchema } from '@tapwise/contract';
import type { Moments } from '../moments.ts';
import type { Tally } from '../tally.ts';
import type { GoingOn } from './going-on.ts';
import { signUp } from './own-writes.ts';
import type { PageContext } from './page.ts';

/** An application of a team of its own, whose installs are posted by this run alone. */
export interface OwnApplication {
  readonly id: number;
  readonly apiKey: string;
}

export async function addApplication(context: PageContext): Promise<OwnApplication> {
  const { page } = await signUp(context);
  const body = { name: 'Replicas', url: `https://apps.apple.com/app/id${randomInt(1_600_000_000, 1_700_000_000)}` };
  await page.persist({ method: 'POST', path: '/api/application', body });
  const { applications } = sessionResponseSchema.parse(
    (await page.persist({ method: 'GET', path: '/api/account' })).body,
  );
  const [application] = applications;
  if (!application?.api_key) throw new Error('The application of just now is not in the account, or without its key');
  return { id: application.id, apiKey: application.api_key };
}

/** Posts first launches, each until it is acknowledged, as the SDK does. @returns their install ids. */
export async function keepPosting(
  url: string,
  { apiKey }: OwnApplication,
  { tally, posts }: { tally: Tally; posts: Moments },
  { signal, rest }: GoingOn,
): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  while (!signal.aborted) {
    const install_id = randomUUID();
    const body = JSON.stringify({ api_key: apiKey, install_id, first_launch_at: new Date().toISOString() });
    while (!(await post(`${url}/sdk/v1/attribution`, body, tally))) await pause(100);
    acknowledged.push(install_id);
    posts.note();
    await rest(50);
  }
  return acknowledged;
}

/** @returns whether the post was acknowledged. */
async function post(url: string, body: string, tally: Tally): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (response.ok) return true;
    if (response.status < 500 && response.status !== 429) tally.fault(`an install: ${response.status} ${text}`);
  } catch {
    // Nobody knows whether it was recorded; it is posted again.
  }
  tally.count('posts of installs without an acknowledgement');
  return false;
}
