import { describe, expect, it } from 'vitest';
import { createFigureGrowth } from './figure-growth.ts';

const row = (id: number, spend: number | null) => ({ id, name: '', status: null, spend });

describe('figures that outgrow their columns', () => {
  it.each([
    ['a digit more, for which there is room', 99, 999, 0],
    ['two digits more', 99, 1000, 1],
    ['a ratio from 99 to over 1,000 percent', 0.99, 12.3068, 1],
    ['a ratio from 5 to 50 percent', 0.05, 0.5, 0],
    ['a loss', 12, -1200, 1],
    ['a smaller one', 5000, 4, 0],
    ['the first figure of a column', 0, 3, 1],
  ])('%s', (_what, first, then, count) => {
    const growth = createFigureGrowth({ rows: [row(1, first)], totals: {} });
    growth.take(row(1, then), ['spend']);
    expect(growth.count()).toBe(count);
    // The column is as wide as that now.
    growth.take(row(1, then), ['spend']);
    expect(growth.count()).toBe(count);
  });

  it('are looked for in the totals and in columns that had none, and never in ids', () => {
    const growth = createFigureGrowth({ rows: [row(1, null)], totals: { spend: 50 } });
    growth.take(row(2_000_000, null), ['id', 'name', 'spend']);
    expect(growth.count()).toBe(0);
    growth.take({ spend: 5000, taps: 7 }, ['spend', 'taps']);
    expect(growth.count()).toBe(2);
  });
});
