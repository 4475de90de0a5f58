import { describe, expect, it } from 'vitest';
import { outcomeOf, type Reply, waitOrHold } from './replies.ts';

const ok = { status: 'ok', attribution: { campaign_id: 7 } };

describe('a reply', () => {
  it('is an answer when it is 200 and an object that says "ok", and nothing else is', () => {
    expect(outcomeOf({ status: 200, body: ok })).toEqual({ kind: 'done', attribution: { campaign_id: 7 } });
    expect(outcomeOf({ status: 200, body: { status: 'ok' } })).toEqual({ kind: 'done', attribution: null });
    const oddBodies = ['<html>Welcome</html>', '', null, {}, [], { status: 'error' }];
    const oddStatuses = [201, 204, 206, 301, 302, 308, 408, 425, 429, 500, 503];
    const pages: Reply[] = oddBodies.map((body) => ({ status: 200, body }));
    const failures: Reply[] = oddStatuses.map((status) => ({ status, body: ok }));
    for (const reply of [undefined, { status: 202, body: {} }, ...pages, ...failures])
      expect(outcomeOf(reply), JSON.stringify(reply)).toMatchObject({ kind: 'again' });
    expect(outcomeOf({ status: 202, body: { status: 'pending' } })).toMatchObject({ kind: 'pending' });
  });

  it.each([400, 401, 403, 404, 413, 422])('of %i refuses', (status) => {
    expect(outcomeOf({ status, body: ok })).toEqual({ kind: 'refused', status });
  });

  it.each([
    [{ retry_after: 7 }, '9', 7],
    [{ retry_after: 0 }, undefined, 0],
    [{}, '9', 9],
    [{ retry_after: '5' }, '9', 9],
    [{ retry_after: -1 }, undefined, undefined],
    [{ retry_after: Number.NaN }, 'nan', undefined],
    [{ retry_after: Number.POSITIVE_INFINITY }, '-3', undefined],
    ['a page', 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('with %o and the header %s advises %s', (body, retryAfter, advice) => {
    expect(outcomeOf({ status: 503, body, retryAfter })).toEqual({ kind: 'again', advice });
  });
});

describe('the next post', () => {
  const next = (advice: number | undefined, posts: number, random = 0.5) =>
    waitOrHold({ kind: 'again', advice }, posts, () => random);

  it('comes after 2, 4, 8 and 16 seconds, a fifth more or less, and there are five', () => {
    expect([1, 2, 3, 4].map((posts) => next(undefined, posts).wait)).toEqual([2, 4, 8, 16]);
    expect(next(undefined, 4, 0).wait).toBeCloseTo(12.8);
    expect(next(undefined, 4, 1).wait).toBeCloseTo(19.2);
    expect(next(undefined, 5)).toEqual({});
  });

  it('comes when the service wants it, a second later at least, and for more than a minute not in this launch', () => {
    expect([0, 0.3, 5, 60].map((advice) => next(advice, 1))).toEqual([
      { wait: 1 },
      { wait: 1 },
      { wait: 5 },
      { wait: 60 },
    ]);
    expect([61, 1e9].map((advice) => next(advice, 5))).toEqual([{ hold: 61 }, { hold: 86_400 }]);
  });

  it('does not come for an hour with a refused key, and for a day after another refusal', () => {
    const refused = (status: number) => waitOrHold({ kind: 'refused', status }, 1, () => 0.5);
    expect([refused(401), refused(400)]).toEqual([{ hold: 3600 }, { hold: 86_400 }]);
  });
});
