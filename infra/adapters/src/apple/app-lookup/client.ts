import { DomainError } from '@tapwise/domain';
import { request } from 'undici';
import { z } from 'zod';

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

const answerSchema = z.object({
  resultCount: z.number(),
  results: z.array(z.object({ trackId: z.number(), bundleId: z.string(), trackName: z.string() }).partial()),
});

/** @param baseUrl Address before `/lookup`. */
export function createAppLookup(baseUrl: string): AppLookup {
  const known = new Map<number, Promise<LookedUpApp | undefined>>();
  return {
    find: (adamId) => {
      const cached = known.get(adamId);
      if (cached !== undefined) return cached;
      const asked = ask(baseUrl, adamId);
      known.set(adamId, asked);
      // Only an answer is remembered; an outage and an app not yet published are asked about again.
      asked.then(
        (app) => app === undefined && known.delete(adamId),
        () => known.delete(adamId),
      );
      return asked;
    },
  };
}

async function ask(baseUrl: string, adamId: number): Promise<LookedUpApp | undefined> {
  try {
    const answer = await request(`${baseUrl}/lookup?id=${adamId}`, {
      headersTimeout: 3000,
      bodyTimeout: 3000,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The look-up answered ${answer.statusCode}`);
    const found = answerSchema.parse(JSON.parse(text)).results.find((result) => result.trackId === adamId);
    if (found?.bundleId === undefined) return undefined;
    return { bundleId: found.bundleId, name: found.trackName ?? found.bundleId };
  } catch (cause) {
    throw new DomainError('unavailable', { cause });
  }
}
