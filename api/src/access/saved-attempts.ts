import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '@tapwise/adapters';
import { z } from 'zod';
import { createSignInThrottle, type SavedAttempts, type SignInThrottle } from './sign-in-throttle.ts';

const savedSchema = z.object({
  held: z.array(z.tuple([z.string(), z.number()])),
  failures: z.array(z.tuple([z.string(), z.array(z.number())])),
  addresses: z.array(z.tuple([z.string(), z.array(z.string())])),
});
/** Longest time for which a wrong password is known to this process alone. */
const saveMs = 200;

export interface KeptThrottle {
  readonly throttle: SignInThrottle;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/**
 * A throttle that goes on where an earlier process stopped.
 * @param file made when there is something to keep; without one everything is forgotten with the process.
 */
export async function openSignInThrottle(
  file: string | undefined,
  { now, logger }: { now: () => number; logger: Logger },
): Promise<KeptThrottle> {
  if (file === undefined) return { throttle: createSignInThrottle(now), close: async () => undefined };
  const saved = await readSaved(file, logger);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = (): void => {
    timer = undefined;
    writing = writing
      .then(() => replaceFile(file, JSON.stringify(throttle.saved())))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'Wrong passwords could not be kept for the next start');
      });
  };
  const onChange = (): void => {
    timer ??= setTimeout(write, saveMs);
  };
  const throttle = createSignInThrottle(now, { ...(saved === undefined ? {} : { saved }), onChange });
  return {
    throttle,
    close: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

/** What cannot be read is as if nothing had been kept: a sign-in must not depend on it. */
async function readSaved(file: string, logger: Logger): Promise<SavedAttempts | undefined> {
  try {
    return savedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      logger.warn({ err: error }, 'Wrong passwords of before the start are not known');
    }
    return undefined;
  }
}

async function replaceFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
