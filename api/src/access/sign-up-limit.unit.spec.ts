import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignUpLimit, type SignUpLimit } from './sign-up-limit.ts';

let limit: SignUpLimit;
beforeEach(() => {
  vi.useFakeTimers();
  limit = createSignUpLimit();
});
afterEach(() => vi.useRealTimers());

const outcomes = (address: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      limit(address).then(
        () => 'opened',
        (error: { code: string; details: { retry_after: number } }) => `${error.code} ${error.details.retry_after}`,
      ),
    ),
  );

describe('accounts opened by one address', () => {
  it('are sixty at once and then one each ten seconds', async () => {
    expect(new Set(await outcomes('192.0.2.1', 60))).toEqual(new Set(['opened']));
    expect(await outcomes('192.0.2.1', 1)).toEqual(['too_many_requests 10']);
    vi.advanceTimersByTime(10_000);
    expect(await outcomes('192.0.2.1', 2)).toEqual(['opened', 'too_many_requests 10']);
  });

  it('are counted for each address by itself', async () => {
    await outcomes('192.0.2.1', 61);
    expect(await outcomes('192.0.2.2', 1)).toEqual(['opened']);
  });
});
