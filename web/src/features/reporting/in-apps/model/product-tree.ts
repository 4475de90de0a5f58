import type { InAppPurchase } from '@tapwise/contract';
import { countryName } from '../../../../shared/format/country-names.ts';

export interface ProductFigures {
  purchases: number;
  price: number | null;
  total_amount: number | null;
  trial_conversion: number | null;
  cltv: number | null;
}

/** A line of the tree: a product, or a country of an opened product. */
export type TreeRow = ProductFigures & {
  key: string;
  level: 1 | 2;
  name: string;
  product: string;
  subscription: boolean;
  /** Of products: whether their countries are shown; `null` where there are none. */
  open: boolean | null;
  /** Place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
};

/** The visible lines: products by what they earned, the countries of open ones under them by the same. */
export function treeRows(products: readonly InAppPurchase[], open: ReadonlySet<string>): TreeRow[] {
  const sorted = [...products].sort(
    (first, second) => byAmount(first, second) || compare(first.product_id, second.product_id),
  );
  return sorted.flatMap((product, index): TreeRow[] => {
    const { product_id, subscription, countries } = product;
    const isOpen = open.has(product_id);
    const parent: TreeRow = {
      ...figuresOf(product),
      key: product_id,
      level: 1,
      name: product_id,
      product: product_id,
      subscription,
      open: countries.length === 0 ? null : isOpen,
      position: index + 1,
      siblings: sorted.length,
    };
    if (!isOpen) return [parent];
    const named = countries.map((row) => ({ ...row, name: countryName(row.country) }));
    named.sort((first, second) => byAmount(first, second) || compare(first.name, second.name));
    const children = named.map(
      (row, index): TreeRow => ({
        ...figuresOf(row),
        key: `${product_id}/${row.country}`,
        level: 2,
        name: row.name,
        product: product_id,
        subscription,
        open: null,
        position: index + 1,
        siblings: named.length,
      }),
    );
    return [parent, ...children];
  });
}

function figuresOf({ purchases, price, total_amount, trial_conversion, cltv }: ProductFigures): ProductFigures {
  return { purchases, price, total_amount, trial_conversion, cltv };
}

/** Most earned first, what is not known last. */
function byAmount(first: ProductFigures, second: ProductFigures): number {
  const amount = (row: ProductFigures) => row.total_amount ?? Number.NEGATIVE_INFINITY;
  const firstAmount = amount(first);
  const other = amount(second);
  return firstAmount === other ? 0 : other - firstAmount;
}

const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

/**
 * Where a key leads in the tree: to another line, or to an opened or closed product. Right opens, then goes in; Left
 * closes, then goes out.
 */
export function treeMove(
  key: string,
  rows: readonly TreeRow[],
  at: number,
): { to: number } | { open: string; on: boolean } | null {
  const row = rows[at];
  if (row === undefined) return null;
  if (key === 'ArrowDown') return { to: Math.min(rows.length - 1, at + 1) };
  if (key === 'ArrowUp') return { to: Math.max(0, at - 1) };
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: rows.length - 1 };
  if (key === 'ArrowRight' && row.open !== null) {
    return row.open ? { to: Math.min(rows.length - 1, at + 1) } : { open: row.product, on: true };
  }
  if (key !== 'ArrowLeft') return null;
  if (row.open === true) return { open: row.product, on: false };
  const parent = rows.findIndex((other) => other.level === 1 && other.product === row.product);
  return row.level === 2 && parent >= 0 ? { to: parent } : null;
}
