import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

/** A process that ended without giving the lock back is recognized after this time. */
const staleMs = 15_000;
const lookAgainMs = 500;

/**
 * Runs `work` while no other process of this user does, as long as all name the same folder.
 * @param options.onWait Called once, when another process has the lock.
 * @returns what `work` returns, or `undefined` when the signal ends the wait.
 */
export async function oneAtATime<T>(
  folder: string,
  options: { signal: AbortSignal; onWait: () => void },
  work: () => Promise<T>,
): Promise<T | undefined> {
  await mkdir(folder, { recursive: true });
  for (let waits = false; !options.signal.aborted; ) {
    const release = await tryLock(folder);
    if (release !== undefined) return work().finally(() => release().catch(() => undefined));
    if (!waits) options.onWait();
    waits = true;
    await pause(lookAgainMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
  return undefined;
}

async function tryLock(folder: string): Promise<(() => Promise<void>) | undefined> {
  // A lock that is lost, as on a machine that slept, only lets two processes do the same work.
  const options = { stale: staleMs, onCompromised: () => undefined };
  return lock(folder, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') return undefined;
    throw error;
  });
}
