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

const answerSchema = z.object({
  resultCount: z.number(),
  results: z.array(z.object({ trackId: z.number(), bundleId: z.string(), trackName: z.string() }).partial()),
});

/**
 * @param baseUrl Address before `/lookup`.
 * @param onAsked Takes how each question to the store ended; answers that are remembered ask nothing.
 */
export function createAppLookup(baseUrl: string, onAsked: (fault?: unknown) => void = () => undefined): AppLookup {
  const known = new Map<number, Promise<LookedUpApp | undefined>>();
  return {
    find: (adamId) => {
      const cached = known.get(adamId);
      if (cached !== undefined) return cached;
      const asked = ask(baseUrl, adamId);
      known.set(adamId, asked);
      // Only an answer is remembered; an outage and an app not yet published are asked about again.
      asked.then(
        (app) => {
          onAsked();
          if (app === undefined) known.delete(adamId);
        },
        (error: unknown) => {
          onAsked(error instanceof Error ? error.cause : error);
          known.delete(adamId);
        },
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
    const { statusCode: status } = answer;
    if (status !== 200) throw new OutsideCallError(`The look-up answered ${status}`, { status });
    const found = answerSchema.parse(JSON.parse(text)).results.find((result) => result.trackId === adamId);
    if (found?.bundleId === undefined) return undefined;
    return { bundleId: found.bundleId, name: found.trackName ?? found.bundleId };
  } catch (cause) {
    throw new DomainError('unavailable', { cause });
  }
}
