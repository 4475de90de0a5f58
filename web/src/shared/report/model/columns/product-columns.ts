import type { MetricMode, ProductCounts, ReportRow, ReportTotals } from '@tapwise/contract';

type ProductField = keyof ProductCounts;

/** What is counted per product, in the order of the columns. */
export const productFields: readonly {
  field: ProductField;
  label: string;
  definition: string;
  unit: 'count' | 'money';
  mode: MetricMode | null;
}[] = [
  countOf('count', 'Count', 'Subscriptions and purchases of the product in any state.'),
  countOf('trial', 'Trial', 'Running introductory offers.'),
  countOf('trial_canceled', 'Trial canceled', 'Introductory offers that ended or will end without a charge.'),
  countOf('billing_issues', 'Billing issues', 'Subscriptions whose charge failed and is tried again.'),
  countOf('active', 'Active', 'Paid subscriptions that run, and purchases not refunded.'),
  countOf('canceled', 'Canceled', 'Paid subscriptions that ended.'),
  countOf('refunded', 'Refunded', 'Subscriptions and purchases whose latest charge was refunded.'),
  {
    field: 'current_income',
    label: 'Income',
    definition: 'Proceeds the product brought in until now; what upgrades in mid-period take back is estimated.',
    unit: 'money',
    mode: 'current',
  },
  {
    field: 'predicted_income',
    label: 'Pred. income',
    definition: 'Income received, and what running trials and subscriptions of the product are expected to bring.',
    unit: 'money',
    mode: 'predicted',
  },
];

function countOf(field: ProductField, label: string, definition: string) {
  return { field, label, definition, unit: 'count' as const, mode: null };
}

/** Name of the column of one figure of one product. */
export function productColumn(productId: string, field: ProductField): string {
  return `product:${productId}:${field}`;
}

/** The product and figure of a column; `null` for any other column. */
export function readProductColumn(column: string): { productId: string; field: (typeof productFields)[number] } | null {
  const match = /^product:(.+):([a-z_]+)$/.exec(column);
  const field = productFields.find((candidate) => candidate.field === match?.[2]);
  return match?.[1] === undefined || field === undefined ? null : { productId: match[1], field };
}

export type Cells = { products?: Record<string, ProductCounts> | undefined } & Record<string, unknown>;

/** The value a row or the totals have in a column, those of products included. A product not named there has nothing. */
export function valueIn(cells: Cells, column: string): unknown {
  const product = column.startsWith('product:') ? readProductColumn(column) : null;
  if (product === null) return cells[column];
  if (cells.products === undefined) return undefined;
  const counts = cells.products[product.productId];
  return counts === undefined ? 0 : counts[product.field.field];
}

/** The products an answer counts, those that brought most first. */
export function productsOf(rows: readonly ReportRow[], totals: ReportTotals): string[] {
  const ids = new Set(Object.keys(totals.products ?? {}));
  for (const row of rows) for (const id of Object.keys(row.products ?? {})) ids.add(id);
  const income = (id: string) => totals.products?.[id]?.current_income ?? 0;
  return [...ids].sort((first, second) => income(second) - income(first) || (first < second ? -1 : 1));
}

/** Columns of products whose figure differs between two states of a row. */
export function changedProductColumns(before: Cells, after: Cells): string[] {
  const old = before.products ?? {};
  const now = after.products ?? {};
  const ids = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...ids].flatMap((id) =>
    productFields
      .filter(({ field }) => old[id]?.[field] !== now[id]?.[field])
      .map(({ field }) => productColumn(id, field)),
  );
}
