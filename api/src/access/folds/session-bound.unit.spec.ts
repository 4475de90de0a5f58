import {
  createDirectory,
  type DomainEvent,
  dayMs,
  evolveDirectory,
  findSession,
  openSessionsOf,
} from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { createSessionBound } from './session-bound.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const account_id = 1;
const instant = (ms: number): string => new Date(ms).toISOString();

function opened(token_hash: string, at: number, lifetimeMs: number): DomainEvent {
  const data = { token_hash, account_id, opened_at: instant(at), expires_at: instant(at + lifetimeMs), client: null };
  return { type: 'SessionOpened', data };
}

/** A directory whose sessions are bounded, on a clock of its own. */
function boundDirectory() {
  const directory = createDirectory();
  const clock = { now: start };
  const bound = createSessionBound(() => clock.now);
  const record = (event: DomainEvent): void => {
    evolveDirectory(directory, event, { position: directory.position + 1n });
    bound(directory);
  };
  return { directory, clock, record };
}

describe('the sessions in memory', () => {
  it('are those that can be used, and no more than as many again, however many people ever signed in', () => {
    const { directory, clock, record } = boundDirectory();
    let most = 0;
    for (let day = 0; day < 100; day += 1) {
      clock.now = start + day * dayMs;
      for (let visitor = 0; visitor < 600; visitor += 1) record(opened(`visitor ${day} ${visitor}`, clock.now, dayMs));
      most = Math.max(most, directory.sessions.size);
    }
    // Of two days 1,200 are left: one in which they can be used, and one for clocks that differ.
    expect(most).toBeLessThanOrEqual(2 * 1200 + 1);
    expect(openSessionsOf(directory, account_id)).toHaveLength(directory.sessions.size);
  });

  it('stay while they are used, and for a day after their end', () => {
    const { directory, clock, record } = boundDirectory();
    record(opened('in use', start, 180 * dayMs));
    record(opened('unused', start, 180 * dayMs));
    record({ type: 'SessionSeen', data: { token_hash: 'in use', account_id, seen_at: instant(start + 20 * dayMs) } });
    clock.now = start + 31 * dayMs;
    record(opened('of yesterday', clock.now - 1.5 * dayMs, dayMs));
    for (let visitor = 0; visitor < 1000; visitor += 1) record(opened(`visitor ${visitor}`, clock.now, dayMs));
    const isThere = (hash: string): boolean => findSession(directory, hash) !== undefined;
    expect(['in use', 'unused', 'of yesterday'].map(isThere)).toEqual([true, false, true]);
  });
});
