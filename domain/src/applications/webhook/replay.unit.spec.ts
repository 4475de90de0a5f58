import { describe, expect, it } from 'vitest';
import { mostReplays, readReplay, replayableDeliveries } from './replay.ts';

const from = '2026-11-23T09:00:00.000Z';
const to = '2026-11-24T09:00:00.000Z';

describe('deliveries that are to be posted again', () => {
  it('are some, once each, or those of a time', () => {
    expect(readReplay({ ids: ['a', 'b', 'a'] })).toEqual({ kind: 'ids', ids: ['a', 'b'] });
    expect(readReplay({ from, to })).toEqual({ kind: 'range', fromMs: Date.parse(from), toMs: Date.parse(to) });
  });

  it.each([
    ['nothing', {}],
    ['both', { ids: ['a'], from, to }],
    ['one end of a time', { from }],
    ['the other end', { to }],
    ['ids and one end', { ids: ['a'], to }],
  ])('are refused with %s', (_, requested) => {
    expect(() => readReplay(requested)).toThrow('Give either ids, or from and to.');
  });

  const deliveries = [{ endpoint_id: 'called' }, { endpoint_id: 'closed' }];

  it('leave out those to an address that is not called any more', () => {
    expect(replayableDeliveries({ kind: 'ids', ids: ['a', 'b'] }, deliveries, ['called'])).toEqual([
      { endpoint_id: 'called' },
    ]);
  });

  it('are refused as a whole when one is unknown, when they are too many, and without an address', () => {
    const ids = { kind: 'ids' as const, ids: ['a', 'b', 'c'] };
    expect(() => replayableDeliveries(ids, deliveries, ['called'])).toThrow('This delivery was not found.');
    const many = Array.from({ length: mostReplays + 1 }, () => ({ endpoint_id: 'called' }));
    const range = { kind: 'range' as const, fromMs: 0, toMs: 1 };
    expect(() => replayableDeliveries(range, many, ['called'])).toThrow(
      expect.objectContaining({ code: 'too_many_rows' }),
    );
    expect(replayableDeliveries(range, many.slice(1), ['called'])).toHaveLength(mostReplays);
    expect(() => replayableDeliveries(range, [], [])).toThrow('There is no active endpoint.');
  });
});
