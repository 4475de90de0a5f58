import { Pool } from 'undici';

/** Posts installs at a steady rate. @returns when each was sent, in milliseconds since 1970; all have been answered then. */
export async function postInstalls(
  ingestUrl: string,
  apiKey: string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const pool = new Pool(ingestUrl, { connections: 64 });
  const sent: number[] = [];
  const posts: Promise<void>[] = [];
  const began = Date.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = began + (index * 1000) / perSecond;
    while (Date.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    sent.push(Date.now());
    const posted = post(pool, apiKey, `live-${began}-${index}`);
    // Looked at below; until then a failure must not end the process.
    posted.catch(() => undefined);
    posts.push(posted);
  }
  await Promise.all(posts);
  await pool.close();
  return sent;
}

async function post(pool: Pool, apiKey: string, installId: string): Promise<void> {
  const response = await pool.request({
    method: 'POST',
    path: '/sdk/v1/attribution',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      api_key: apiKey,
      install_id: installId,
      first_launch_at: new Date().toISOString(),
      attribution_token: `token-${installId}`,
      device_class: 'iphone',
    }),
  });
  await response.body.text();
  // 202: it is recorded, and Apple is asked again about its attribution.
  if (![200, 202].includes(response.statusCode)) throw new Error(`attribution answered ${response.statusCode}`);
}
