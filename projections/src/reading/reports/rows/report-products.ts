import { productStates, unitsFromMicros } from '@tapwise/domain';
import type { ObjectFacts } from '../facts/gather-facts.ts';
import type { ProductCounts } from '../report.ts';

const counts = ['count', ...productStates] as const;
const states: ReadonlySet<string> = new Set(productStates);
const isState = (status: string): status is (typeof productStates)[number] => states.has(status);

/** Subscriptions and purchases by their present product; income by the product that earned it. */
export function productCells(facts: Pick<ObjectFacts, 'subscriptions' | 'income'>): Record<string, ProductCounts> {
  const products: Record<string, ProductCounts> = {};
  for (const { product, micros } of facts.income) {
    products[product] ??= { ...noProduct };
    const cells = products[product];
    const income = unitsFromMicros(micros ?? 0);
    cells.current_income = (cells.current_income ?? 0) + income;
    cells.predicted_income = (cells.predicted_income ?? 0) + income;
  }
  for (const { product, status, count, remaining } of facts.subscriptions) {
    products[product] ??= { ...noProduct };
    const cells = products[product];
    cells.count += count;
    if (isState(status)) cells[status] += count;
    if (cells.predicted_income !== null) cells.predicted_income += unitsFromMicros(remaining);
  }
  return products;
}

/** Adds products up over rows. */
export function sumProducts(rows: readonly Record<string, ProductCounts>[]): Record<string, ProductCounts> {
  const sums: Record<string, ProductCounts> = {};
  for (const row of rows) {
    for (const [id, product] of Object.entries(row)) {
      const existing = sums[id];
      if (existing === undefined) {
        sums[id] = { ...product };
        continue;
      }
      for (const column of counts) existing[column] += product[column];
      existing.current_income = sumOrNull(existing.current_income, product.current_income);
      existing.predicted_income = sumOrNull(existing.predicted_income, product.predicted_income);
    }
  }
  return sums;
}

function sumOrNull(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return a + b;
}

const noProduct: Readonly<ProductCounts> = {
  count: 0,
  trial: 0,
  trial_canceled: 0,
  billing_issues: 0,
  active: 0,
  canceled: 0,
  refunded: 0,
  current_income: 0,
  predicted_income: 0,
};
