import { describe, expect, it } from 'vitest';
import { assignSlots, seriesLook } from './series-look.ts';

describe('colours of lines', () => {
  it('stay with their lines while those stay drawn', () => {
    const first = assignSlots(new Map(), ['a', 'b', 'c']);
    const second = assignSlots(first, ['b', 'c']);
    expect([...second]).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('that became free go to the next line', () => {
    const before = assignSlots(new Map(), ['a', 'b', 'c']);
    expect(assignSlots(before, ['b', 'c', 'd']).get('d')).toBe(0);
  });

  it('are never given to two lines', () => {
    const before = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const slots = [...assignSlots(before, ['a', 'b', 'c']).values()];
    expect(new Set(slots).size).toBe(3);
  });

  it('are helped by dash and symbol from the fourth on', () => {
    expect([0, 1, 2].map((slot) => seriesLook(slot))).toEqual(Array(3).fill({ dash: 'solid', symbol: 'none' }));
    expect(seriesLook(3)).toEqual({ dash: 'dashed', symbol: 'diamond' });
    expect(seriesLook(4).dash).toBe('dotted');
  });
});
