import { productStates, unitsFromMicros } from '@tapwise/domain';
import type { ObjectFacts } from './gather-facts.ts';
import type { ProductCounts } from './report.ts';

const isState = (status: string): status is (typeof productStates)[number] =>
  (productStates as readonly string[]).includes(status);

/** Subscriptions and purchases by their present product; income by the product that earned it. */
export function productCells(facts: ObjectFacts): Record<string, ProductCounts> {
  const products: Record<string, ProductCounts> = {};
  const productOf = (id: string): ProductCounts => {
    products[id] ??= noProduct();
    return products[id];
  };
  for (const { product_id, status, count } of facts.subscriptions) {
    const product = productOf(product_id);
    product.count += count;
    if (isState(status)) product[status] += count;
  }
  for (const { product_id, micros } of facts.income) {
    productOf(product_id).current_income = micros === null ? null : unitsFromMicros(micros);
  }
  return products;
}

/** Adds products up over rows; income is the known part, and null when none is known. */
export function sumProducts(rows: readonly Record<string, ProductCounts>[]): Record<string, ProductCounts> {
  const sums: Record<string, ProductCounts> = {};
  for (const row of rows) {
    for (const [id, product] of Object.entries(row)) {
      const known = sums[id];
      if (known === undefined) {
        sums[id] = { ...product };
        continue;
      }
      for (const column of ['count', ...productStates] as const) known[column] += product[column];
      const incomes = [known.current_income, product.current_income].filter((income) => income !== null);
      known.current_income = incomes.length === 0 ? null : incomes.reduce((sum, income) => sum + income, 0);
    }
  }
  return sums;
}

function noProduct(): ProductCounts {
  const states = { trial: 0, trial_canceled: 0, billing_issues: 0, active: 0, canceled: 0, refunded: 0 };
  return { count: 0, ...states, current_income: 0 };
}
