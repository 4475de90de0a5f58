import { createDirectory } from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyChecks, nextCheck } from './recheck-keys.ts';

const minuteMs = 60_000;
const submittedAt = Date.parse('2026-11-24T10:00:00Z');

describe('a key that could not be checked', () => {
  it('is asked about after 1, 5 and 30 minutes, and then each hour of a day', () => {
    const minutes: number[] = [];
    for (let last: number | undefined = submittedAt; last !== undefined; last = nextCheck(submittedAt, last)) {
      minutes.push((last - submittedAt) / minuteMs);
    }
    expect(minutes).toEqual([0, 1, 5, 30, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))]);
  });
});

describe('the look at such keys', () => {
  let now: number;
  const probe = vi.fn();
  beforeEach(() => {
    now = submittedAt;
    probe.mockReset().mockRejectedValue(new Error('away'));
  });
  afterEach(() => vi.restoreAllMocks());

  function checks(since: string | null) {
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
      now: () => now,
    };
    return createKeyChecks(options as never);
  }
  const lookAt = async (minutes: number, look: ReturnType<typeof checks>) => {
    now = submittedAt + minutes * minuteMs;
    await look.look(new AbortController().signal);
    return probe.mock.calls.length;
  };

  it('asks when the time has come, once', async () => {
    const look = checks(new Date(submittedAt).toISOString());
    const counts = [];
    for (const minutes of [0.5, 1, 1.1, 4.9, 5, 29, 30, 60, 61, 120]) counts.push(await lookAt(minutes, look));
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 4, 4, 5]);
  });

  it('makes up for what was due while no process looked, once, and ends after a day', async () => {
    const look = checks(new Date(submittedAt).toISOString());
    expect(await lookAt(200, look)).toBe(1);
    expect(await lookAt(200.5, look)).toBe(1);
    expect(await lookAt(240, look)).toBe(2);
    expect(await lookAt(1440, look)).toBe(3);
    expect(await lookAt(3000, look)).toBe(3);
  });

  it('asks nothing about keys that the store has answered for', async () => {
    expect(await lookAt(100, checks(null))).toBe(0);
  });
});
