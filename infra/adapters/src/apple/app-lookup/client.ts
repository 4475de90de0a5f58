import { DomainError } from '@tapwise/domain';
import { request } from 'undici';
import { z } from 'zod';
import { OutsideCallError } from '../../http/outside-call-error.ts';

/** What the store's public look-up says of an app. */
export interface LookedUpApp {
  readonly bundleId: string;
  readonly name: string;
}

export interface AppLookup {
  /**
   * Bundle id and name of an app; remembered, because neither changes.
   * @returns `undefined` when the store knows no such app.
   * @throws DomainError `unavailable` when the look-up does not answer in time or answers nonsense.
   */
  find(adamId: number): Promise<LookedUpApp | undefined>;
}

const lookupResponseSchema = z.object({
  resultCount: z.number(),
  results: z.array(z.object({ trackId: z.number(), bundleId: z.string(), trackName: z.string() }).partial()),
});

/**
 * @param baseUrl Address before `/lookup`.
 * @param onLookup Takes how each question to the store ended; answers that are remembered ask nothing.
 */
export function createAppLookup(baseUrl: string, onLookup: (fault?: unknown) => void = () => undefined): AppLookup {
  const lookups = new Map<number, Promise<LookedUpApp | undefined>>();
  return {
    find: (adamId) => {
      const cached = lookups.get(adamId);
      if (cached !== undefined) return cached;
      const lookup = ask(baseUrl, adamId);
      lookups.set(adamId, lookup);
      // Only an answer is remembered; an outage and an app not yet published are asked about again.
      lookup.then(
        (app) => {
          onLookup();
          if (app === undefined) lookups.delete(adamId);
        },
        (error: unknown) => {
          onLookup(error instanceof Error ? error.cause : error);
          lookups.delete(adamId);
        },
      );
      return lookup;
    },
  };
}

async function ask(baseUrl: string, adamId: number): Promise<LookedUpApp | undefined> {
  try {
    const response = await request(`${baseUrl}/lookup?id=${adamId}`, {
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const text = await response.body.text();
    const { statusCode: status } = response;
    if (status !== 200) throw new OutsideCallError(`The look-up answered ${status}`, { status });
    const app = lookupResponseSchema.parse(JSON.parse(text)).results.find((result) => result.trackId === adamId);
    if (app?.bundleId === undefined) return undefined;
    return { bundleId: app.bundleId, name: app.trackName ?? app.bundleId };
  } catch (cause) {
    throw new DomainError('unavailable', { cause });
  }
}
