import { z } from 'zod';
import { currencyField, microsField } from '../../shared/fields.ts';
import { sameValue } from '../../shared/same-value.ts';
import { type Downloads, laterDownloads, sumDownloads } from './downloads.ts';

const count = z.number().int().nonnegative();
const counts = {
  impressions: count,
  taps: count,
  tap_installs: count,
  view_installs: count,
  spend_micros: microsField,
};
export const figureNames = ['impressions', 'taps', 'tap_installs', 'view_installs', 'spend_micros'] as const;
export type FigureName = (typeof figureNames)[number];

/** The counts every report of the ad service has. Spend is in micros of the organization's currency, unless the row names another. */
export const figureFields = {
  ...counts,
  /** Of the spend, where it is another than the organization's. */
  currency: currencyField.optional(),
  /** Figures whose value could not be read and was never known: 0 means nothing in them. Absent: none. */
  unread: z.array(z.enum(figureNames)).min(1).optional(),
};

type Counts = Record<FigureName, number>;
interface Figures extends Counts {
  currency?: string | undefined;
  unread?: FigureName[] | undefined;
  /** Only of reports that give them. */
  downloads?: Downloads | undefined;
}

const nothing: Counts = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };

/** Rows by what they are about; a row of `changes` takes the place of the one known before. */
export function withRows<Row>(
  existing: ReadonlyMap<string, Row> | undefined,
  changes: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  const rows = new Map(existing);
  for (const row of changes) rows.set(keyOf(row), row);
  return rows;
}

/**
 * Which stored rows an answer may reduce: all, none, or those with these keys, which it names on whatever day. A row that is missing
 * where its object is missing too says nothing.
 */
export type ReducibleRows = boolean | ReadonlySet<string>;

const mayReduce = (reducible: ReducibleRows, key: string): boolean =>
  typeof reducible === 'boolean' ? reducible : reducible.has(key);

/**
 * The rows of a pull that say something new. A row that may be reduced and is no longer given becomes a row of zeros, so that what the
 * service took back does not stay in our sums.
 * @param pulled all rows there are now; several of one key are added up. Of a figure that could not be read the last known value stays.
 */
export function changedRows<Row extends Figures>(
  existing: ReadonlyMap<string, Row> | undefined,
  pulled: readonly Row[],
  keyOf: (row: Row) => string,
  reducible: ReducibleRows = true,
): Row[] {
  const newest = new Map<string, Row>();
  for (const row of pulled) {
    const key = keyOf(row);
    const other = newest.get(key);
    newest.set(key, other === undefined ? row : sumOf(other, row));
  }
  for (const [key, row] of newest) newest.set(key, withEarlier(row, existing?.get(key), mayReduce(reducible, key)));
  for (const [key, row] of existing ?? []) {
    if (!newest.has(key) && mayReduce(reducible, key)) newest.set(key, emptied(row));
  }
  const changed = [...newest].filter(([key, row]) => {
    const before = existing?.get(key);
    return before === undefined ? !isNothing(row) : !sameValue(before, row);
  });
  return changed.map(([, row]) => row);
}

const isNothing = (row: Figures): boolean =>
  row.unread === undefined &&
  Object.keys(row.downloads ?? {}).length === 0 &&
  row.impressions === 0 &&
  row.taps === 0 &&
  row.tap_installs === 0 &&
  row.view_installs === 0 &&
  row.spend_micros === 0;

function emptied<Row extends Figures>({ currency: _, unread: __, ...row }: Row): Row {
  return (row.downloads === undefined ? { ...row, ...nothing } : { ...row, ...nothing, downloads: {} }) as Row;
}

/** A row with what is known of the figures that could not be read; of one that may not be reduced, with no figure less than is known. */
function withEarlier<Row extends Figures>(row: Row, before: Row | undefined, reducible: boolean): Row {
  if (before === undefined) return row;
  const downloads = laterDownloads(before.downloads, row.downloads, reducible);
  const later = downloads === row.downloads ? row : { ...row, downloads };
  return reducible && row.unread === undefined ? later : withEarlierFigures(later, before, reducible);
}

function withEarlierFigures<Row extends Figures>(row: Row, before: Row, reducible: boolean): Row {
  const unread = new Set(row.unread);
  const wasRead = (name: FigureName): boolean => before.unread?.includes(name) !== true;
  const merged: Row = { ...row };
  for (const name of figureNames) {
    if (!wasRead(name)) continue;
    // Amounts of two currencies cannot be compared: the one that was read holds.
    const comparable = name !== 'spend_micros' || before.currency === row.currency;
    if (unread.delete(name)) setFigure(merged, name, before);
    else if (!reducible && comparable && before[name] > row[name]) setFigure(merged, name, before);
  }
  return withUnread(merged, unread);
}

function setFigure(row: Figures, name: FigureName, from: Figures): void {
  row[name] = from[name];
  if (name !== 'spend_micros') return;
  if (from.currency === undefined) delete row.currency;
  else row.currency = from.currency;
}

function withUnread<Row extends Figures>({ unread: _, ...row }: Row, unread: ReadonlySet<FigureName>): Row {
  return (unread.size === 0 ? row : { ...row, unread: figureNames.filter((name) => unread.has(name)) }) as Row;
}

function sumOf<Row extends Figures>(row: Row, other: Row): Row {
  const unread = new Set([...(row.unread ?? []), ...(other.unread ?? [])]);
  // There is no sum of two currencies.
  if (row.currency !== other.currency) unread.add('spend_micros');
  const sum = {
    ...row,
    impressions: row.impressions + other.impressions,
    taps: row.taps + other.taps,
    tap_installs: row.tap_installs + other.tap_installs,
    view_installs: row.view_installs + other.view_installs,
    spend_micros: row.spend_micros + other.spend_micros,
  };
  for (const name of unread) sum[name] = 0;
  const downloads = sumDownloads(row.downloads, other.downloads);
  if (downloads === undefined) delete sum.downloads;
  else sum.downloads = downloads;
  return withUnread(sum, unread);
}
