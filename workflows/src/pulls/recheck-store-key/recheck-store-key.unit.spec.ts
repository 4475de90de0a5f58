import { createDirectory } from '@tapwise/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runAttempt } from '../../activity/attempt.ts';
import { stepsOnClock } from '../../testing/clock-steps.ts';
import { createRecheckStoreKeyActivities } from './recheck-store-key.activities.ts';
import { nextCheck, type RecheckStoreKeyActivities, type RecheckStoreKeyInput } from './recheck-store-key.contract.ts';
import { recheckStoreKey } from './recheck-store-key.story.ts';

const minuteMs = 60_000;
const submittedAt = Date.parse('2026-11-24T10:00:00Z');
const hours = (from: number) => Array.from({ length: 25 - from }, (_, hour) => 60 * (hour + from));

describe('a key that could not be checked', () => {
  it('is asked about after 1, 5 and 30 minutes, and then each hour of a day', () => {
    const minutes: number[] = [];
    for (let last: number | undefined = submittedAt; last !== undefined; last = nextCheck(submittedAt, last)) {
      minutes.push((last - submittedAt) / minuteMs);
    }
    expect(minutes).toEqual([0, 1, 5, 30, ...hours(1)]);
  });
});

describe('the process that asks about such a key', () => {
  const probe = vi.fn();
  beforeEach(() => {
    probe.mockReset().mockRejectedValue(new Error('away'));
  });

  /** Minutes after the key was given at which the store is asked, by a process that begins at one. */
  async function minutesFrom(begin: number, since: string | null = new Date(submittedAt).toISOString()) {
    const state = createDirectory();
    const store_connection = { vendor_number: '1', key_id: 'K', issuer_id: 'I', private_key: 'v1.x.AA' };
    const application = { application_id: 7, team_id: 7, store_connection, store_unchecked_since: since };
    state.applications.set(7, application as never);
    const options = {
      directory: { state, caughtUp: Promise.resolve() },
      vault: { decrypt: async () => 'pem' },
      log: {},
      logger: { warn: () => undefined },
      storeReports: { probe },
    };
    const { recheckKey } = createRecheckStoreKeyActivities(options as never);
    const minutes: number[] = [];
    const attempt = {
      activity: 'spec',
      number: 1,
      cause: 'spec',
      signal: new AbortController().signal,
    };
    const clock = stepsOnClock<RecheckStoreKeyInput, RecheckStoreKeyActivities>(
      {
        recheckKey: async (key) => {
          const before = probe.mock.calls.length;
          const end = await runAttempt(attempt, () => recheckKey(key));
          if (probe.mock.calls.length > before) minutes.push((clock.now() - submittedAt) / minuteMs);
          return end;
        },
      },
      submittedAt + begin * minuteMs,
    );
    await recheckStoreKey(clock.steps, { application_id: 7, since: submittedAt });
    return minutes;
  }

  it('asks when the time has come, once, and ends after a day', async () => {
    expect(await minutesFrom(0)).toEqual([1, 5, 30, ...hours(1)]);
  });

  it('makes up for what was due while no process looked, once', async () => {
    expect(await minutesFrom(200)).toEqual([200, ...hours(4)]);
    expect(await minutesFrom(3000)).toEqual([3000]);
  });

  it('asks nothing about keys that the store has answered for', async () => {
    expect(await minutesFrom(100, null)).toEqual([]);
  });

  it('asks nothing about a key in whose place another was given', async () => {
    expect(await minutesFrom(0, '2026-11-24T11:00:00Z')).toEqual([]);
  });
});
