import { describe, expect, it } from 'vitest';
import { MovedPositions } from './moved-positions.ts';

/** Events that were at 10, 20 and 40 are at 1, 2 and 3; others point to these positions. */
function moved(...positions: bigint[]): MovedPositions {
  const all = new MovedPositions(positions);
  for (const [before, after] of [
    [10n, 1n],
    [20n, 2n],
    [40n, 3n],
  ] as const)
    all.appended(before, after);
  return all;
}
const through = (position: number) => ({
  type: 'WebhooksQueued',
  data: JSON.stringify({ lane: 'webhook', through: position }),
});
const skipped = (position: string) => ({ type: 'ParkedEventSkipped', data: JSON.stringify({ position }) });

describe('a position in an event', () => {
  it('is where the same event is', () => {
    const all = moved(20n);
    expect(JSON.parse(all.move(through(20)))).toEqual({ lane: 'webhook', through: 2 });
    expect(JSON.parse(all.move(skipped('20')))).toEqual({ position: '2' });
  });

  it('is that of the event before where none is in the copy', () => {
    expect(JSON.parse(moved(5n, 30n, 50n).move(through(30)))).toMatchObject({ through: 2 });
    expect(JSON.parse(moved(5n, 30n, 50n).move(through(5)))).toMatchObject({ through: 0 });
    expect(JSON.parse(moved(5n, 30n, 50n).move(through(50)))).toMatchObject({ through: 3 });
  });

  it('names no event rather than another one', () => {
    expect(JSON.parse(moved(30n).move(skipped('30')))).toEqual({ position: '0' });
  });

  it('may be missing, and other events have none', () => {
    const answered = { type: 'WriteCallAnswered', data: '{"log_position":null}' };
    expect(moved().move(answered)).toBe(answered.data);
    expect(moved().move({ type: 'CreationAdvanced', data: '{"position":7}' })).toBe('{"position":7}');
  });
});
