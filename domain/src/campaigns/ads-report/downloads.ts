import { z } from 'zod';

export const downloadNames = [
  'tap_new_downloads',
  'view_new_downloads',
  'tap_redownloads',
  'view_redownloads',
  'tap_pre_orders',
  'view_pre_orders',
] as const;
export type DownloadName = (typeof downloadNames)[number];

const positive = z.number().int().positive().optional();

/**
 * Installs by kind, and pre-orders, after a tap and after a view. A count of 0 is left out. A row without the field is of a day of which
 * they are not known.
 */
export const downloadsField = z
  .object({
    tap_new_downloads: positive,
    view_new_downloads: positive,
    tap_redownloads: positive,
    view_redownloads: positive,
    tap_pre_orders: positive,
    view_pre_orders: positive,
  })
  .optional();
export type Downloads = NonNullable<z.infer<typeof downloadsField>>;

/** Counts with those of 0 left out. */
export function downloadsOf(countOf: (name: DownloadName) => number): Downloads {
  const downloads: Downloads = {};
  for (const name of downloadNames) {
    const count = countOf(name);
    if (count > 0) downloads[name] = count;
  }
  return downloads;
}

/** Of two rows that are about one thing; not known where one of them is not. */
export function sumDownloads(left: Downloads | undefined, right: Downloads | undefined): Downloads | undefined {
  if (left === undefined || right === undefined) return undefined;
  return downloadsOf((name) => (left[name] ?? 0) + (right[name] ?? 0));
}

/**
 * What is known after an answer.
 * @param mayReduce Whether the answer may take a count back.
 */
export function laterDownloads(
  before: Downloads | undefined,
  after: Downloads | undefined,
  mayReduce: boolean,
): Downloads | undefined {
  if (before === undefined || after === undefined) return after ?? before;
  return mayReduce ? after : downloadsOf((name) => Math.max(before[name] ?? 0, after[name] ?? 0));
}
