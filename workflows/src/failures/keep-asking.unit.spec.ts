import { SearchAdsError } from '@tapwise/adapters';
import { describe, expect, it } from 'vitest';
import { keepAsking } from './keep-asking.ts';

const refused = new SearchAdsError('refused', { retry: false, status: 403 });
const away = new SearchAdsError('away', { retry: true, status: 503 });

/** Pauses between questions that end so, in order. @param wokenAfter Pauses that something ends early. */
async function pausesAfter(outcomes: readonly (Error | 'ok')[], wokenAfter: readonly number[] = []): Promise<number[]> {
  const stopping = new AbortController();
  const pauses: number[] = [];
  const warned: string[] = [];
  await keepAsking({
    ask: async () => {
      const outcome = outcomes[pauses.length] ?? 'ok';
      if (outcome !== 'ok') throw outcome;
    },
    wait: async (ms) => {
      pauses.push(ms);
      if (pauses.length === outcomes.length) stopping.abort();
      return wokenAfter.includes(pauses.length);
    },
    intervalMs: 60_000,
    retryMs: 15_000,
    failing: 'cannot be asked',
    signal: stopping.signal,
    logger: { warn: (_about: object, message?: string) => void warned.push(message ?? '') } as never,
  });
  expect(warned.length).toBeLessThanOrEqual(wokenAfter.length + 2);
  return pauses;
}

describe('a question that is asked again and again', () => {
  it('is repeated soon while the service is away, and regularly when it answers', async () => {
    expect(await pausesAfter([away, away, 'ok', away])).toEqual([15_000, 15_000, 60_000, 15_000]);
  });

  it('is asked ever more rarely, up to once an hour, while it is refused', async () => {
    const pauses = await pausesAfter(Array.from({ length: 11 }, () => refused));
    expect(pauses.slice(0, 3)).toEqual([15_000, 30_000, 60_000]);
    expect(pauses.slice(-2)).toEqual([3_600_000, 3_600_000]);
  });

  it('is asked as at the beginning again after a step of a person', async () => {
    expect(await pausesAfter([refused, refused, refused, refused, refused], [3])).toEqual([
      15_000, 30_000, 60_000, 15_000, 30_000,
    ]);
  });
});
