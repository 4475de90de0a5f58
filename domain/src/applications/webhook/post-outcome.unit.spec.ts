import { describe, expect, it } from 'vitest';
import { postOutcome } from './post-outcome.ts';

const at = Date.parse('2026-11-23T09:40:00.000Z');
const clock = { at, now: at + 70, random: 0, pauses: [5, 60] };
const result = { status: 200, ms: 70, error: null, responseBody: 'taken', retryAfter: null };

describe('the outcome of a post', () => {
  it('is a delivery for a success alone', () => {
    const ended = { at: '2026-11-23T09:40:00.000Z', status: 200, ms: 70, error: null, answer: 'taken' };
    expect(postOutcome(result, 0, clock)).toEqual({ ...ended, state: 'delivered', next_attempt_at: null });
    for (const status of [302, 404, 500]) expect(postOutcome({ ...result, status }, 0, clock).state).toBe('pending');
    expect(postOutcome({ ...result, status: null, error: 'timeout' }, 0, clock).state).toBe('pending');
  });

  it('is another attempt after the pause that follows so many, as late as was asked for, and a failure after the last', () => {
    const later = (tries: number, retryAfter: string | null = null) =>
      postOutcome({ ...result, status: 503, retryAfter }, tries, clock);
    expect(later(0).next_attempt_at).toBe('2026-11-23T09:40:05.070Z');
    expect(later(1).next_attempt_at).toBe('2026-11-23T09:41:00.070Z');
    expect(later(0, '20').next_attempt_at).toBe('2026-11-23T09:40:20.070Z');
    expect(later(2)).toMatchObject({ state: 'failed', next_attempt_at: null });
  });

  it('is a failure at once where the address is gone, and keeps the beginning of the response', () => {
    const gone = postOutcome({ ...result, status: 410, responseBody: 'x'.repeat(9000) }, 0, clock);
    expect(gone).toMatchObject({ state: 'failed', next_attempt_at: null });
    expect(gone.answer).toHaveLength(4096);
  });
});
