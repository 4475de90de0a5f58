import { SearchAdsError } from './errors.ts';
import type { SearchAdsAnswer } from './transport.ts';

/** Objects in one page at most, as the service allows. */
export const largestPage = 1000;
/** Far more than any organization has; a service that never ends its list must not keep us for ever. */
const mostPages = 2000;

/**
 * Walks all pages of a list.
 * @param fetchPage Gives the page at an offset.
 * @param itemsOf Takes the list out of a page's data.
 */
export async function allPages(
  operation: string,
  pageSize: number,
  fetchPage: (offset: number) => Promise<SearchAdsAnswer>,
  itemsOf: (data: unknown) => readonly unknown[] = listOf,
): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await fetchPage(items.length);
    const received = itemsOf(answer.data);
    items.push(...received);
    const more = answer.totalResults === null ? received.length >= pageSize : items.length < answer.totalResults;
    if (received.length === 0 || !more) return items;
  }
  throw new SearchAdsError(`${operation} does not end after ${mostPages} pages`, { retryable: false });
}

/** The list an answer holds: some calls are documented with a single object in its place. */
export function listOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return data === null || data === undefined ? [] : [data];
}
