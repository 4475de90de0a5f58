import {
  addUpSetAside,
  countFromReport,
  type Day,
  isoCurrency,
  microsFromReportAmount,
  type RowSetAside,
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
  readonly content: StoreSaleRow | RowSetAside;
}

interface ProductType {
  readonly kind: StoreSaleKind;
  readonly inApp: boolean;
}

/** Product type identifiers: what they sell, and whether the line is about an app or about something sold within one. */
const productTypes: ReadonlyMap<string, ProductType> = new Map([
  ...typed(['1', '1F', '1T', 'F1'], 'download', false),
  ...typed(['3', '3F', '3T'], 'redownload', false),
  ...typed(['7', '7F', '7T', 'F7'], 'update', false),
  ...typed(['1-B', 'F1-B', '1E', '1EP', '1EU'], 'other', false),
  ...typed(['IA1', 'IA1-M', 'FI1', 'IA9', 'IA9-M'], 'purchase', true),
  ...typed(['IA3'], 'other', true),
  ...typed(['IAY', 'IAY-M'], 'subscription', true),
]);

const required = [
  'SKU',
  'Product Type Identifier',
  'Units',
  'Developer Proceeds',
  'Begin Date',
  'Customer Currency',
  'Country Code',
  'Currency of Proceeds',
  'Apple Identifier',
  'Customer Price',
  'Parent Identifier',
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
 * @returns its rows, and how many lines could not be counted, with their money. A line that no app of the report owns counts as that,
 * too: it may be ours.
 */
export function salesOfApplication(
  report: SalesReport,
  { adamId, appSku }: { adamId: number; appSku: string | null },
): { rows: StoreSaleRow[]; set_aside: StoreSetAside[] } {
  const foreignSkus = new Set([...report.skuByAdamId].flatMap(([id, sku]) => (id === adamId ? [] : [sku])));
  const rows: StoreSaleRow[] = [];
  const aside: RowSetAside[] = [];
  for (const { adamId: owner, parentSku, content } of report.lines) {
    if (owner !== null && owner !== adamId) continue;
    if (parentSku !== null && parentSku !== appSku && foreignSkus.has(parentSku)) continue;
    const isStray = parentSku !== null && parentSku !== appSku;
    if ('reason' in content) aside.push(isStray ? { ...content, reason: 'unknown_product' } : content);
    else if (isStray) aside.push(strayRow(content));
    else rows.push(content);
  }
  return { rows, set_aside: addUpSetAside(aside) };
}

/** A row that can be read and belongs to no known app. */
const strayRow = (row: StoreSaleRow): RowSetAside => ({
  reason: 'unknown_product',
  proceeds: { currency: row.proceeds_currency, micros: row.proceeds_micros },
  price: { currency: row.price_currency, micros: row.price_micros },
});

function lineOf(cells: Cells, day: Day): SalesLine {
  const type = productTypes.get(cells('Product Type Identifier'));
  const itemId = /^\d{1,15}$/.test(cells('Apple Identifier')) ? Number(cells('Apple Identifier')) : null;
  const parent = cells('Parent Identifier');
  // In-app rows name their app by its SKU and carry a number of their own; a row of unknown type is recognized by its parent.
  const inApp = type?.inApp ?? parent !== '';
  const owner = inApp ? { adamId: null, parentSku: parent } : { adamId: itemId, parentSku: null };
  const money = moneyOf(cells);
  const content = contentOf(cells, day, { type, itemId, money });
  if (typeof content !== 'string') return { ...owner, content };
  return { ...owner, content: { reason: content, proceeds: money.proceeds, price: money.price } };
}

/** What a line sells for, as far as it can be read. */
interface LineMoney {
  readonly units: number | null;
  readonly proceeds: RowSetAside['proceeds'];
  readonly price: RowSetAside['price'];
}

function moneyOf(cells: Cells): LineMoney {
  const units = countFromReport(cells('Units'));
  const amount = (of: string, code: string): RowSetAside['proceeds'] => {
    const currency = isoCurrency(cells(code));
    const micros = totalMicros(cells(of), units);
    return micros === null || !/^[A-Z]{3}$/.test(currency) ? null : { currency, micros };
  };
  return {
    units,
    proceeds: amount('Developer Proceeds', 'Currency of Proceeds'),
    price: amount('Customer Price', 'Customer Currency'),
  };
}

function contentOf(
  cells: Cells,
  day: Day,
  { type, itemId, money }: { type: ProductType | undefined; itemId: number | null; money: LineMoney },
): StoreSaleRow | StoreSetAsideReason {
  if (type === undefined) return 'unknown_product_type';
  if (itemId === null) return 'unreadable';
  if (type.inApp && cells('SKU') === '') return 'unknown_product';
  if (dayOf(cells('Begin Date')) !== day) return 'wrong_day';
  if (!/^[A-Z]{2}$/.test(cells('Country Code'))) return 'unknown_country';
  const codes = [cells('Currency of Proceeds'), cells('Customer Currency')].map(isoCurrency);
  if (!codes.every((code) => currencies.has(code))) return 'unknown_currency';
  const { units, proceeds, price } = money;
  if (units === null || proceeds === null || price === null) return 'unreadable';
  return {
    country: cells('Country Code'),
    device: cells('Device').slice(0, 40),
    kind: type.kind,
    product_id: type.inApp ? cells('SKU').slice(0, 200) : '',
    store_item_id: itemId,
    order_kind: orderKindOf(cells, { units, price_micros: price.micros, kind: type.kind }),
    units,
    proceeds_micros: proceeds.micros,
    proceeds_currency: proceeds.currency,
    price_micros: price.micros,
    price_currency: price.currency,
  };
}

/** Amounts are per unit, and on refunds some reports make them negative beside the negative units: the units' sign counts. */
function totalMicros(amount: string, units: number | null): number | null {
  const unitMicros = microsFromReportAmount(amount);
  if (units === null || unitMicros === null) return null;
  const total = Math.abs(unitMicros) * units;
  return Number.isSafeInteger(total) ? total + 0 : null;
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
