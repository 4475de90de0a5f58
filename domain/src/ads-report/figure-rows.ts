import { z } from 'zod';
import { microsField } from '../shared/fields.ts';
import { sameValue } from '../shared/same-value.ts';

/** The counts every report of the ad service has. Spend is in micros of the organization's currency. */
export const figureFields = {
  impressions: z.number().int().nonnegative(),
  taps: z.number().int().nonnegative(),
  tap_installs: z.number().int().nonnegative(),
  view_installs: z.number().int().nonnegative(),
  spend_micros: microsField,
};

interface Figures {
  impressions: number;
  taps: number;
  tap_installs: number;
  view_installs: number;
  spend_micros: number;
}

const nothing: Figures = { impressions: 0, taps: 0, tap_installs: 0, view_installs: 0, spend_micros: 0 };

/** Rows by what they are about; a row of `changes` takes the place of the one known before. */
export function withRows<Row>(
  known: ReadonlyMap<string, Row> | undefined,
  changes: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row> {
  const rows = new Map(known);
  for (const row of changes) rows.set(keyOf(row), row);
  return rows;
}

/**
 * The rows of a whole pull that say something new. A row the service no longer gives becomes a row of zeros, so that what it
 * took back does not stay in our sums.
 * @param pulled all rows there are now; several of one key are added up.
 */
export function changedRows<Row extends Figures>(
  known: ReadonlyMap<string, Row> | undefined,
  pulled: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const newest = new Map<string, Row>();
  for (const row of pulled) {
    const key = keyOf(row);
    const other = newest.get(key);
    newest.set(key, other === undefined ? row : sumOf(other, row));
  }
  for (const [key, row] of known ?? []) {
    if (!newest.has(key)) newest.set(key, { ...row, ...nothing });
  }
  const changed = [...newest].filter(([key, row]) => {
    const before = known?.get(key);
    return before === undefined ? !isNothing(row) : !sameValue(before, row);
  });
  return changed.map(([, row]) => row);
}

const isNothing = (row: Figures): boolean =>
  row.impressions === 0 &&
  row.taps === 0 &&
  row.tap_installs === 0 &&
  row.view_installs === 0 &&
  row.spend_micros === 0;

function sumOf<Row extends Figures>(one: Row, other: Row): Row {
  return {
    ...one,
    impressions: one.impressions + other.impressions,
    taps: one.taps + other.taps,
    tap_installs: one.tap_installs + other.tap_installs,
    view_installs: one.view_installs + other.view_installs,
    spend_micros: one.spend_micros + other.spend_micros,
  };
}
