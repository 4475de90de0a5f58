import { Pool } from 'undici';

/**
 * Posts as fast as answers come back, from a number of callers at once, for a time.
 * @returns Answers per second; throws when one is not 200.
 */
export async function flood(
  url: string,
  options: { path: string; callers: number; seconds: number; body: (number: number) => string },
): Promise<number> {
  const pool = new Pool(url, { connections: options.callers, pipelining: 1 });
  const began = performance.now();
  const until = began + options.seconds * 1000;
  let sent = 0;
  let answered = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      sent += 1;
      const answer = await pool.request({
        method: 'POST',
        path: options.path,
        headers: { 'content-type': 'application/json' },
        body: options.body(sent),
      });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${options.path} answered ${answer.statusCode}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: options.callers }, caller));
  const rate = answered / ((performance.now() - began) / 1000);
  await pool.close();
  return rate;
}
