import {
  type Day,
  isoCurrency,
  microsFromDecimalString,
  type StoreSaleKind,
  type StoreSaleRow,
  type StoreSetAside,
  type StoreSetAsideReason,
} from '@tapwise/domain';
import { type Cells, readDelimited } from '../delimited/read-delimited.ts';

/** The sales report of one day, of all apps of a vendor. */
export interface SalesReport {
  /** The vendor's own names of its apps (SKU) by their number in the store, as far as the report shows them. */
  readonly skuByAdamId: ReadonlyMap<number, string>;
  readonly lines: readonly SalesLine[];
}

/** A line belongs to an app, named by its number (app rows) or by the vendor's name of it (in-app rows). */
interface SalesLine {
  readonly adamId: number | null;
  readonly parentSku: string | null;
  readonly content: StoreSaleRow | StoreSetAsideReason;
}

/** Product type identifiers: what they sell, and whether the line is about an app or about something sold within one. */
const productTypes: ReadonlyMap<string, { kind: StoreSaleKind; inApp: boolean }> = new Map([
  ...typed(['1', '1F', '1T', 'F1'], 'download', false),
  ...typed(['3', '3F', '3T'], 'redownload', false),
  ...typed(['7', '7F', '7T', 'F7'], 'update', false),
  ...typed(['1-B', 'F1-B', '1E', '1EP', '1EU'], 'other', false),
  ...typed(['IA1', 'IA1-M', 'FI1', 'IA9', 'IA9-M'], 'purchase', true),
  ...typed(['IA3'], 'other', true),
  ...typed(['IAY', 'IAY-M'], 'subscription', true),
]);

const required = [
  ...['SKU', 'Product Type Identifier', 'Units', 'Developer Proceeds', 'Begin Date', 'Customer Currency'],
  ...['Country Code', 'Currency of Proceeds', 'Apple Identifier', 'Customer Price', 'Parent Identifier'],
];
const maxRows = 150_000;
/** ISO 4217, as the runtime's locale data list it. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Reads the store's daily sales summary.
 * @throws NotATableError when it is no such report.
 */
export function readSalesReport(text: Buffer, day: Day): SalesReport {
  const skuByAdamId = new Map<number, string>();
  const lines: SalesLine[] = [];
  readDelimited(text, { separator: '\t', required, maxRows }, (cells) => {
    const line = lineOf(cells, day);
    lines.push(line);
    if (line.adamId !== null && cells('SKU') !== '') skuByAdamId.set(line.adamId, cells('SKU'));
  });
  return { skuByAdamId, lines };
}

/**
 * The part of a report that is about one application.
 * @param appSku The vendor's name of the app; `null` while it is unknown.
 * @returns its rows, and how many lines could not be counted. A line that no app of the report owns counts as that, too:
 * it may be ours.
 */
export function salesOfApplication(
  report: SalesReport,
  { adamId, appSku }: { adamId: number; appSku: string | null },
): { rows: StoreSaleRow[]; set_aside: StoreSetAside[] } {
  const foreignSkus = new Set([...report.skuByAdamId].flatMap(([id, sku]) => (id === adamId ? [] : [sku])));
  const rows: StoreSaleRow[] = [];
  const counts = new Map<StoreSetAsideReason, number>();
  for (const line of report.lines) {
    if (line.adamId !== null && line.adamId !== adamId) continue;
    if (line.parentSku !== null && line.parentSku !== appSku && foreignSkus.has(line.parentSku)) continue;
    const stray = line.parentSku !== null && line.parentSku !== appSku;
    const content = stray ? 'unknown_product' : line.content;
    if (typeof content === 'string') counts.set(content, (counts.get(content) ?? 0) + 1);
    else rows.push(content);
  }
  return { rows, set_aside: [...counts].map(([reason, count]) => ({ reason, rows: count })) };
}

function lineOf(cells: Cells, day: Day): SalesLine {
  const type = productTypes.get(cells('Product Type Identifier'));
  const itemId = /^\d{1,15}$/.test(cells('Apple Identifier')) ? Number(cells('Apple Identifier')) : null;
  const parent = cells('Parent Identifier');
  // In-app rows name their app by its SKU and carry a number of their own; a row of unknown type is recognized by its parent.
  const inApp = type?.inApp ?? parent !== '';
  const owner = inApp ? { adamId: null, parentSku: parent } : { adamId: itemId, parentSku: null };
  if (type === undefined) return { ...owner, content: 'unknown_product_type' };
  if (itemId === null) return { ...owner, content: 'unreadable' };
  if (inApp && cells('SKU') === '') return { ...owner, content: 'unknown_product' };
  return { ...owner, content: saleOf(cells, day, { ...type, itemId }) };
}

function saleOf(
  cells: Cells,
  day: Day,
  { kind, inApp, itemId }: { kind: StoreSaleKind; inApp: boolean; itemId: number },
): StoreSaleRow | StoreSetAsideReason {
  if (dayOf(cells('Begin Date')) !== day) return 'wrong_day';
  if (!/^[A-Z]{2}$/.test(cells('Country Code'))) return 'unknown_country';
  const proceeds_currency = isoCurrency(cells('Currency of Proceeds'));
  const price_currency = isoCurrency(cells('Customer Currency'));
  if (!currencies.has(proceeds_currency) || !currencies.has(price_currency)) return 'unknown_currency';
  const units = /^-?\d{1,9}(?:\.0+)?$/.test(cells('Units')) ? Number(cells('Units')) : null;
  const proceeds_micros = totalMicros(cells('Developer Proceeds'), units);
  const price_micros = totalMicros(cells('Customer Price'), units);
  if (units === null || proceeds_micros === null || price_micros === null) return 'unreadable';
  return {
    country: cells('Country Code'),
    device: cells('Device').slice(0, 40),
    kind,
    product_id: inApp ? cells('SKU').slice(0, 200) : '',
    store_item_id: itemId,
    order_kind: orderKindOf(cells, { units, price_micros, kind }),
    units,
    proceeds_micros,
    proceeds_currency,
    price_micros,
    price_currency,
  };
}

/** Amounts are per unit, and on refunds some reports make them negative beside the negative units: the units' sign counts. */
function totalMicros(amount: string, units: number | null): number | null {
  if (units === null) return null;
  try {
    const total = Math.abs(microsFromDecimalString(amount)) * units;
    return Number.isSafeInteger(total) ? total + 0 : null;
  } catch {
    return null;
  }
}

function orderKindOf(cells: Cells, sale: { units: number; price_micros: number; kind: StoreSaleKind }): string {
  if (sale.units < 0) return 'refund';
  // Added up with paid ones they would halve the price.
  const isFree = sale.price_micros === 0 && (sale.kind === 'subscription' || sale.kind === 'purchase');
  if (isFree) return 'free';
  return (cells('Subscription') || cells('Order Type')).toLowerCase().slice(0, 40);
}

/** `02/28/2026` is 2026-02-28. */
function dayOf(date: string): Day | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

function typed(identifiers: readonly string[], kind: StoreSaleKind, inApp: boolean) {
  return identifiers.map((identifier) => [identifier, { kind, inApp }] as const);
}
