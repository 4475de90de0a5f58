import type { ProductCounts, ReportRow, ReportTotals } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { changedProductColumns, productColumn, productsOf, readProductColumn, valueIn } from './product-columns.ts';

const counts = (part: Partial<ProductCounts>): ProductCounts => ({
  count: 0,
  trial: 0,
  trial_canceled: 0,
  billing_issues: 0,
  active: 0,
  canceled: 0,
  refunded: 0,
  current_income: 0,
  predicted_income: null,
  ...part,
});
// The schema's rows are open, so that TypeScript cannot see the products beside the cells.
const row = (products?: Record<string, ProductCounts>) =>
  ({ id: 1, name: 'a', status: null, taps: 3, products }) as unknown as ReportRow;

describe('columns of products', () => {
  it('are named after product and state, whatever the product is called', () => {
    const column = productColumn('com.app:yearly', 'trial_canceled');
    expect(readProductColumn(column)).toMatchObject({
      productId: 'com.app:yearly',
      field: { field: 'trial_canceled' },
    });
    expect(readProductColumn('product:a:unheard_of')).toBeNull();
    expect(readProductColumn('taps')).toBeNull();
  });

  it('have the value of their product, and nothing of one the row did not sell', () => {
    const cells = row({ yearly: counts({ active: 4 }) });
    expect(valueIn(cells, 'product:yearly:active')).toBe(4);
    expect(valueIn(cells, 'product:weekly:active')).toBe(0);
    expect(valueIn(row(), 'product:yearly:active')).toBeUndefined();
    expect(valueIn(cells, 'taps')).toBe(3);
  });

  it('are ordered by what their product brought, each product once', () => {
    const products = { a: counts({ current_income: 5 }), b: counts({ current_income: 9 }) };
    const totals = { products } as unknown as ReportTotals;
    expect(productsOf([row({ c: counts({}) }), row({ a: counts({}) })], totals)).toEqual(['b', 'a', 'c']);
  });

  it('that an update changed are found one by one', () => {
    const before = row({ yearly: counts({ active: 4, trial: 1 }) });
    const after = row({ yearly: counts({ active: 5, trial: 1 }), weekly: counts({ count: 1 }) });
    expect(changedProductColumns(before, after)).toContain('product:yearly:active');
    expect(changedProductColumns(before, after)).not.toContain('product:yearly:trial');
    expect(changedProductColumns(before, after)).toContain('product:weekly:count');
    expect(changedProductColumns(after, after)).toEqual([]);
  });
});
