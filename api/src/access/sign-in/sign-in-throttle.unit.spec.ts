import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createRateLimits, type RateLimit, type RateLimits } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { openSignInThrottle } from './saved-attempts.ts';
import { createSharedAttempts } from './shared-attempts.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

const wrong = async () => false;
const right = async () => true;

function throttle() {
  const clock = { now: 1_000_000 };
  const { attempt, saved } = createSignInThrottle(() => clock.now);
  /** `account address`; the address may be left out. */
  const by = (caller: string, check: () => Promise<boolean>) => attempt(whoOf(caller), check);
  return { clock, attempt: by, saved };
}

function whoOf(caller: string) {
  const [account = '', address = 'here'] = caller.split(' ');
  return { account, address };
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

  it('holds nobody for a day because the clock was put back by one', async () => {
    const { clock, attempt } = throttle();
    for (let count = 0; count < 6; count += 1) await outcome(attempt('a', wrong));
    clock.now -= 86_400_000;
    expect(await outcome(attempt('a', right))).toBe(true);
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
    for (let count = 0; count < 6; count += 1) await outcome(attempt('one here', wrong));
    expect(await outcome(attempt('one there', right))).toBe(true);
    expect(await outcome(attempt('two here', right))).toBe(true);
  });

  it('holds an address after 50 wrong passwords for whatever accounts, until 15 minutes have passed', async () => {
    const { clock, attempt } = throttle();
    for (let count = 0; count < 50; count += 1) expect(await outcome(attempt(`a${count} here`, wrong))).toBe(false);
    expect(await outcome(attempt('owner here', right))).toBe(900);
    expect(await outcome(attempt('owner there', right))).toBe(true);
    clock.now += 900_000;
    expect(await outcome(attempt('owner here', right))).toBe(true);
  });

  it('lets no more through when guesses for many accounts come at once', async () => {
    const { attempt } = throttle();
    const guesses = Array.from({ length: 80 }, (_, count) => outcome(attempt(`a${count} here`, wrong)));
    expect((await Promise.all(guesses)).filter((result) => result === false)).toHaveLength(50);
  });

  it('holds off addresses that never signed in after 100 wrong passwords for an account, and no owner', async () => {
    const { clock, attempt } = throttle();
    expect(await outcome(attempt('owner home', right))).toBe(true);
    for (let count = 0; count < 100; count += 1)
      expect(await outcome(attempt(`owner from${count}`, wrong))).toBe(false);
    expect(await outcome(attempt('owner elsewhere', right))).toBe(3600);
    expect(await outcome(attempt('owner home', right))).toBe(true);
    expect(await outcome(attempt('other elsewhere', right))).toBe(true);
    clock.now += 3_600_000;
    expect(await outcome(attempt('owner elsewhere', right))).toBe(true);
  });
});

describe('a throttle of a process that is started again', () => {
  it('knows what was wrong, what is held, and from where people signed in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapwise-attempts-'));
    const clock = { now: 1_000_000 };
    const open = () =>
      openSignInThrottle(join(folder, 'api', 'attempts.json'), {
        now: () => clock.now,
        logger: createLogger('test', 'silent'),
      });
    const first = await open();
    for (let count = 0; count < 6; count += 1) await outcome(first.throttle.attempt(whoOf('a'), wrong));
    await outcome(first.throttle.attempt(whoOf('owner home'), right));
    for (let count = 0; count < 100; count += 1) await outcome(first.throttle.attempt(whoOf(`owner x${count}`), wrong));
    await first.close();
    const second = await open();
    expect(await outcome(second.throttle.attempt(whoOf('a'), right))).toBe(1);
    clock.now += 1000;
    expect(await outcome(second.throttle.attempt(whoOf('a'), wrong))).toBe(2);
    expect(await outcome(second.throttle.attempt(whoOf('owner elsewhere'), right))).toBe(3599);
    expect(await outcome(second.throttle.attempt(whoOf('owner home'), right))).toBe(true);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});

describe('throttles of two processes with one store', () => {
  /** One counter for each name, whichever process asks for it. */
  function oneStore(): RateLimits {
    const made = new Map<string, RateLimit>();
    const limits = createRateLimits();
    return {
      limit: (name, window) => {
        const limit = made.get(name) ?? limits.limit(name, window);
        made.set(name, limit);
        return limit;
      },
      close: () => limits.close(),
    };
  }
  const two = () => {
    const store = oneStore();
    const process = () => createSignInThrottle(Date.now, { shared: createSharedAttempts(store) });
    const processes = [process(), process()];
    return (index: number, caller: string, check: () => Promise<boolean>) =>
      outcome((processes[index % 2] ?? process()).attempt(whoOf(caller), check));
  };

  it('hold from the sixth wrong password on, whichever process it came to, and verify nothing meanwhile', async () => {
    const attempt = two();
    for (let count = 0; count < 5; count += 1) expect(await attempt(count, 'a', wrong)).toBe(false);
    expect(await attempt(1, 'a', wrong)).toBe(1);
    expect(await attempt(0, 'a', right)).toBe(1);
    expect(await attempt(1, 'a', right)).toBe(1);
    expect(await attempt(0, 'b', right)).toBe(true);
  });

  it('hold an address after 50 wrong passwords for whatever accounts', async () => {
    const attempt = two();
    for (let count = 0; count < 50; count += 1) expect(await attempt(count, `a${count} here`, wrong)).toBe(false);
    expect(await attempt(0, 'owner here', right)).toBe(900);
    expect(await attempt(1, 'owner here', right)).toBe(900);
    expect(await attempt(1, 'owner there', right)).toBe(true);
  });

  it('hold off addresses that never signed in after 100 wrong passwords for an account, at the other process too', async () => {
    const attempt = two();
    expect(await attempt(0, 'owner home', right)).toBe(true);
    for (let count = 0; count < 100; count += 1) expect(await attempt(count, `owner from${count}`, wrong)).toBe(false);
    expect(await attempt(0, 'owner elsewhere', right)).toBe(3600);
    expect(await attempt(1, 'owner elsewhere', right)).toBe(3600);
  });

  it('know an owner by the sign-ins at the other process', async () => {
    const store = oneStore();
    const first = createSignInThrottle(Date.now, { shared: createSharedAttempts(store) });
    expect(await outcome(first.attempt(whoOf('owner home'), right))).toBe(true);
    for (let count = 0; count < 100; count += 1) await outcome(first.attempt(whoOf(`owner from${count}`), wrong));
    const second = createSignInThrottle(Date.now, { shared: createSharedAttempts(store) });
    expect(await outcome(second.attempt(whoOf('owner home'), right))).toBe(true);
    expect(await outcome(second.attempt(whoOf('owner elsewhere'), right))).toBe(3600);
  });
});
