import { describe, expect, it } from 'vitest';
import { freezeLog } from './frozen-log.ts';

/**
 * What happens to appends while the log is silent, after how long, as shipped and here: callers are answered 503 (4 s and 4 s),
 * appends reach their deadline (10 s and 5 s), the connection is dropped with those that still wait (10 to 20 s and 5.5 to 6 s), new ones
 * wait on one that is not answered either, and the log goes on (30 s in `npm run bench -- recovery`, and 8 s). The order is the same,
 * so are the paths; each only begins sooner.
 */
const connection = '&defaultDeadline=5000&keepAliveInterval=500&keepAliveTimeout=5500';
const frozenMs = 8000;

describe('a log that falls silent while appends wait', () => {
  it('kills no process; every call is answered, 503 with Retry-After where it is not recorded, and nothing is lost', async () => {
    const { refused, longestMs, posts, repeated, ...faults } = await freezeLog({ connection, frozenMs });
    expect(refused).toBeGreaterThan(0);
    expect(faults).toEqual({ withoutRetryAfter: 0, otherwise: 0, ended: undefined, notOnce: 0 });
  });
});
