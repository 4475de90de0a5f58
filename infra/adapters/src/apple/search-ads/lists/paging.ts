import { SearchAdsError } from '../errors.ts';
import type { Page } from './page-memory.ts';

/** Objects in one page at most, as the service allows. */
export const largestPage = 1000;
/** Far more than any organization has; a service that never ends its list must not keep us for ever. */
const mostPages = 2000;

/**
 * Walks all pages of a list.
 * @param fetchPage Gives the page at an offset.
 * @returns all items; of a list with one page that page's own array.
 */
export async function allPages<Item>(
  operation: string,
  pageSize: number,
  fetchPage: (offset: number) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  let items: readonly Item[] | undefined;
  let received = 0;
  for (let count = 0; count < mostPages; count += 1) {
    const page = await fetchPage(received);
    received += page.received;
    items = items === undefined ? page.items : [...items, ...page.items];
    const more = page.totalResults === null ? page.received >= pageSize : received < page.totalResults;
    if (page.received === 0 || !more) return items;
  }
  throw new SearchAdsError(`${operation} does not end after ${mostPages} pages`, { retryable: false });
}

/** The list an answer holds: some calls are documented with a single object in its place. */
export function listOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return data === null || data === undefined ? [] : [data];
}
