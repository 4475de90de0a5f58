import type { Logger, RateLimits } from '@tapwise/adapters';
import { z } from 'zod';
import { keepInFile, readKept } from '../kept-file.ts';
import { createSharedAttempts } from './shared-attempts.ts';
import { createSignInThrottle, type SignInThrottle } from './sign-in-throttle.ts';

const savedSchema = z.object({
  held: z.array(z.tuple([z.string(), z.number()])),
  failures: z.array(z.tuple([z.string(), z.array(z.number())])),
  addresses: z.array(z.tuple([z.string(), z.array(z.string())])),
});

export interface KeptThrottle {
  readonly throttle: SignInThrottle;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

/**
 * A throttle that goes on where an earlier process stopped.
 * @param options.sharedLimits Where other processes count too.
 * @param file made when there is something to keep; without one everything is forgotten with the process.
 */
export async function openSignInThrottle(
  file: string | undefined,
  { now, logger, sharedLimits }: { now: () => number; logger: Logger; sharedLimits?: RateLimits | undefined },
): Promise<KeptThrottle> {
  const shared = sharedLimits === undefined ? {} : { shared: createSharedAttempts(sharedLimits) };
  if (file === undefined) return { throttle: createSignInThrottle(now, shared), close: async () => undefined };
  const saved = await readKept(file, savedSchema, logger);
  const kept = keepInFile(file, () => throttle.saved(), logger);
  const throttle = createSignInThrottle(now, {
    ...shared,
    ...(saved === undefined ? {} : { saved }),
    onChange: () => kept.changed(),
  });
  return { throttle, close: () => kept.close() };
}
