import { describe, expect, it } from 'vitest';
import { freezeLog } from './frozen-log.ts';

/**
 * As shipped, an append is given up after 10 s, and a silent log noticed after two keepalive times of 10 s; `npm run bench -- recovery`
 * freezes it for 30 s with these. Here all four times are a fifth, with 2 s more for a busy machine: the same things happen in the same
 * order. Appends that wait reach their deadline (2 s); those that took their places wait as the connection is dropped (4 s); a new
 * connection gets no answer either and new appends wait on it until the log goes on (8 s).
 */
const connection = '&defaultDeadline=2000&keepAliveInterval=2000&keepAliveTimeout=2000';
const frozenMs = 8000;

describe('a log that falls silent while appends wait', () => {
  it('kills no process; every call is answered, 503 with Retry-After where it is not recorded, and nothing is lost', async () => {
    const { refused, longestMs, posts, repeated, ...faults } = await freezeLog({ connection, frozenMs });
    expect(refused).toBeGreaterThan(0);
    expect(faults).toEqual({ withoutRetryAfter: 0, otherwise: 0, ended: undefined, notOnce: 0 });
  }, 120_000);
});
