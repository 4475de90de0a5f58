import { DomainError } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { createSignInThrottle } from './sign-in-throttle.ts';

const wrong = async () => false;
const right = async () => true;

function throttle() {
  const clock = { now: 1_000_000 };
  const { attempt } = createSignInThrottle(() => clock.now);
  return { clock, attempt };
}

/** Seconds to wait, or whether the password was right. */
async function outcome(attempt: Promise<boolean>): Promise<boolean | number> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'too_many_attempts') throw error;
    return Number(error.details.retry_after);
  }
}

describe('the sign-in throttle', () => {
  it('lets five wrong passwords pass and holds from the sixth on, for 1 s that doubles up to 60 s', async () => {
    const { clock, attempt } = throttle();
    for (let count = 0; count < 5; count += 1) expect(await outcome(attempt('a', wrong))).toBe(false);
    const waits: unknown[] = [];
    for (let count = 0; count < 8; count += 1) {
      const wait = await outcome(attempt('a', wrong));
      waits.push(wait);
      clock.now += Number(wait) * 1000;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('refuses the right password too while it holds, without verifying it, and takes it afterwards', async () => {
    const { clock, attempt } = throttle();
    for (let count = 0; count < 6; count += 1) await outcome(attempt('a', wrong));
    let verified = 0;
    const verify = async () => {
      verified += 1;
      return true;
    };
    expect(await outcome(attempt('a', verify))).toBe(1);
    expect(verified).toBe(0);
    clock.now += 1000;
    expect(await outcome(attempt('a', verify))).toBe(true);
  });

  it('counts only what went wrong within 15 minutes', async () => {
    const { clock, attempt } = throttle();
    for (let count = 0; count < 5; count += 1) await outcome(attempt('a', wrong));
    clock.now += 15 * 60_000;
    for (let count = 0; count < 5; count += 1) expect(await outcome(attempt('a', wrong))).toBe(false);
    expect(await outcome(attempt('a', wrong))).toBe(1);
  });

  it('does not forget wrong passwords because a right one came in between', async () => {
    const { attempt } = throttle();
    for (let count = 0; count < 5; count += 1) await outcome(attempt('a', wrong));
    expect(await outcome(attempt('a', right))).toBe(true);
    expect(await outcome(attempt('a', wrong))).toBe(1);
  });

  it('verifies guesses that arrive at once one after the other', async () => {
    const { attempt } = throttle();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => outcome(attempt('a', wrong))));
    expect(outcomes.filter((result) => result === false)).toHaveLength(5);
    expect(outcomes.filter((result) => result === 1)).toHaveLength(7);
  });

  it('holds one account from one address, not the others', async () => {
    const { attempt } = throttle();
    for (let count = 0; count < 6; count += 1) await outcome(attempt('account 1 from here', wrong));
    expect(await outcome(attempt('account 1 from there', right))).toBe(true);
    expect(await outcome(attempt('account 2 from here', right))).toBe(true);
  });
});
