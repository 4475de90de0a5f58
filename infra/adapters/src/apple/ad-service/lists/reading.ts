import type { ReadingProblem, ReadingReason, ReducibleRows } from '@tapwise/domain';
import { SearchAdsError, shortened } from '../errors.ts';
import type { NamedRows } from './item-reader.ts';

/**
 * What one question to the ad service brought. Only a whole reading proves that what it does not hold is not there: whoever takes
 * anything back has to look at `problems` first. A question that failed throws instead.
 */
export interface Reading<Item> {
  readonly items: readonly Item[];
  /** Why it is not whole; empty: it is. */
  readonly problems: readonly ReadingProblem[];
  /** Fields of items, in our words, that could not be read: what an item says in them means nothing. */
  readonly unread: ReadonlyMap<Item, ReadonlySet<string>>;
  /**
   * Where not even a whole reading proves that what it does not hold is not there: the rows that it names, by campaign and the row's key,
   * on whatever day. Only these may be reduced.
   */
  readonly named?: NamedRows;
}

export const isWhole = ({ problems }: Pick<Reading<unknown>, 'problems'>): boolean => problems.length === 0;

export const partial = (reason: ReadingReason, operation: string, detail: string): ReadingProblem => ({
  state: 'partial' as const,
  reason,
  http_status: null,
  ...shortened(operation, detail),
});

/** The items of a reading. @throws SearchAdsError for one that is not whole: a missing item would pass for one that is not there. */
export function wholeItems<Item>({ items, problems: [first] }: Reading<Item>): readonly Item[] {
  if (first === undefined) return items;
  const { reason, operation, detail } = first;
  throw new SearchAdsError(`${operation} was not answered whole: ${detail}`, { retry: true, reason, operation });
}

/** A reading with other items, as whole as the one they were made of. */
export function mapReading<Item, Other>(
  { items, unread, ...reading }: Reading<Item>,
  map: (items: readonly Item[]) => readonly Other[],
): Reading<Other> {
  return { ...reading, items: map(items), unread: unread as ReadonlyMap<unknown, ReadonlySet<string>> as never };
}

export function joinNamed(parts: readonly NamedRows[]): NamedRows {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  const named = new Map<number, Set<string>>();
  for (const [campaignId, rows] of parts.flatMap((part) => [...part])) {
    const all = named.get(campaignId) ?? new Set();
    for (const row of rows) all.add(row);
    named.set(campaignId, all);
  }
  return named;
}

/** Several readings as one, which is as whole as all of them. */
export function joinReadings<Item>(readings: readonly Reading<Item>[]): Reading<Item> {
  const named = readings.flatMap((reading) => reading.named ?? []);
  return {
    items: readings.flatMap(({ items }) => items),
    problems: readings.flatMap(({ problems }) => problems),
    unread: new Map(readings.flatMap(({ unread }) => [...unread])),
    ...(named.length > 0 ? { named: joinNamed(named) } : {}),
  };
}

/** Whether what the reading does not hold is not there. */
export const provesAbsence = ({ problems, named }: Pick<Reading<unknown>, 'problems' | 'named'>): boolean =>
  problems.length === 0 && named === undefined;

const none: ReadonlySet<string> = new Set();

/** Which stored rows of a campaign a reading may reduce: all, those that it names, or none. */
export function reducibleRows(
  { problems, named }: Pick<Reading<unknown>, 'problems' | 'named'>,
  campaignId: number,
): ReducibleRows {
  return named === undefined || problems.length > 0 ? problems.length === 0 : (named.get(campaignId) ?? none);
}
