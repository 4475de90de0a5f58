import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a task to a program that answers each with one message. @throws Error when its process ends instead. */
export async function askProcess<Reply>(child: ChildProcess, task: object | string): Promise<Reply> {
  const over = new AbortController();
  const { signal } = over;
  const answered = once(child, 'message', { signal });
  const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The process ended')));
  // Whichever does not come is no longer listened for.
  for (const promise of [answered, ended]) promise.catch(() => undefined);
  try {
    child.send(task);
    const [response] = (await Promise.race([answered, ended])) as [Reply];
    return response;
  } finally {
    over.abort();
  }
}
