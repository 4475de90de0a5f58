import type { ReadingProblem, ReadingReason } from '@tapwise/domain';
import { SearchAdsError, shortened } from '../errors.ts';

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
  { items, problems, unread }: Reading<Item>,
  map: (items: readonly Item[]) => readonly Other[],
): Reading<Other> {
  return { items: map(items), problems, unread: unread as ReadonlyMap<unknown, ReadonlySet<string>> as never };
}
