import { describe, expect, it } from 'vitest';
import { treeMove, treeRows } from './product-tree.ts';

const figures = (total_amount: number | null) => ({
  purchases: 1,
  price: 9.99,
  total_amount,
  trial_conversion: 0.4,
  cltv: 30,
});
const products = [
  { product_id: 'pro.weekly', subscription: true, ...figures(10), countries: [] },
  {
    product_id: 'pro.monthly',
    subscription: true,
    ...figures(50),
    countries: [
      { country: 'DE', ...figures(20) },
      { country: 'US', ...figures(30) },
    ],
  },
  { product_id: 'coins', subscription: false, ...figures(null), countries: [] },
];

describe('the tree of products', () => {
  it('is ordered by what was earned, what is not known last', () => {
    expect(treeRows(products, new Set()).map(({ name }) => name)).toEqual(['pro.monthly', 'pro.weekly', 'coins']);
  });

  it('shows the countries of an open product below it, by the same', () => {
    const rows = treeRows(products, new Set(['pro.monthly']));
    expect(rows.map(({ name, level, position, siblings }) => [name, level, position, siblings])).toEqual([
      ['pro.monthly', 1, 1, 3],
      ['United States', 2, 1, 2],
      ['Germany', 2, 2, 2],
      ['pro.weekly', 1, 2, 3],
      ['coins', 1, 3, 3],
    ]);
  });

  it('is opened with Right and closed with Left, from a country by way of its product', () => {
    const closed = treeRows(products, new Set());
    const open = treeRows(products, new Set(['pro.monthly']));
    expect(treeMove('ArrowRight', closed, 0)).toEqual({ open: 'pro.monthly', on: true });
    expect(treeMove('ArrowRight', open, 0)).toEqual({ to: 1 });
    expect(treeMove('ArrowLeft', open, 2)).toEqual({ to: 0 });
    expect(treeMove('ArrowLeft', open, 0)).toEqual({ open: 'pro.monthly', on: false });
    expect(treeMove('ArrowRight', closed, 1)).toBeNull();
  });

  it('ends at its first and last line', () => {
    const rows = treeRows(products, new Set());
    expect(treeMove('ArrowUp', rows, 0)).toEqual({ to: 0 });
    expect(treeMove('ArrowDown', rows, 2)).toEqual({ to: 2 });
    expect(treeMove('End', rows, 0)).toEqual({ to: 2 });
    expect(treeMove('x', rows, 0)).toBeNull();
  });
});
