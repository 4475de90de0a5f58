import type { ReadingProblem } from '@tapwise/domain';
import { SearchAdsError } from '../errors.ts';
import type { Page } from './page-memory.ts';
import { joinNamed, partial, type Reading } from './reading.ts';

/** Objects in one page at most, as the service allows. */
export const largestPage = 1000;
/** Far more than any organization has; a service that never ends its list must not keep us for ever. */
const mostPages = 2000;

export interface Paging {
  readonly operation: string;
  readonly pageSize: number;
  /** Nothing at all is believed only where the service says that it is nothing. */
  readonly needsTotal?: boolean;
  /** Even a whole list leaves out what is there: the reading says which rows it names. */
  readonly namesRows?: boolean;
}

/**
 * Walks all pages of a list.
 * @param fetchPage Gives the page at an offset.
 * @returns all items; of a list with one page that page's own array.
 */
export async function allPages<Item>(
  { operation, pageSize, needsTotal = false, namesRows = false }: Paging,
  fetchPage: (offset: number) => Promise<Page<Item>>,
): Promise<Reading<Item>> {
  const pages: Page<Item>[] = [];
  const faults = new Map<ReadingProblem['reason'], ReadingProblem>();
  const fault = (reason: ReadingProblem['reason'], detail: string): void => {
    if (!faults.has(reason)) faults.set(reason, partial(reason, operation, detail));
  };
  const seen = new Set<string>();
  let received = 0;
  let promised = 0;
  while (pages.length < mostPages) {
    const page = await fetchPage(received);
    const { totalResults, startIndex } = page;
    if (startIndex !== null && startIndex !== received && page.received > 0) {
      fault('shifted_pages', `A page begins at ${startIndex} instead of ${received}`);
    }
    if (page.keys.some((key) => seen.has(key))) fault('shifted_pages', 'A row is on two pages');
    for (const key of page.keys) seen.add(key);
    if (totalResults !== null && totalResults < promised) {
      fault('shrunk_list', `${promised} rows were promised, then ${totalResults}`);
    }
    pages.push(page);
    received += page.received;
    promised = totalResults ?? promised;
    const hasTotal = pages.some((fetchedPage) => fetchedPage.totalResults !== null);
    // A page may be smaller than was asked for.
    const full = Math.min(pageSize, page.pageSize ?? pageSize);
    if (page.received > 0 && (hasTotal ? received < promised : page.received >= full)) continue;
    if (received < promised) fault('short_list', `${received} of ${promised} rows came`);
    if (needsTotal && received === 0 && !hasTotal) fault('no_total', 'No rows came, and none were said to be all');
    const reading = readingOf(pages, [...faults.values()]);
    return namesRows ? { ...reading, named: joinNamed(pages.map(({ named }) => named)) } : reading;
  }
  throw new SearchAdsError(`${operation} does not end after ${mostPages} pages`, { retry: false, operation });
}

function readingOf<Item>(pages: readonly Page<Item>[], faults: readonly ReadingProblem[]): Reading<Item> {
  const [first, ...others] = pages;
  const all = [...faults, ...pages.flatMap(({ problems }) => problems)];
  const problems = [...new Map(all.map((problem) => [problem.reason, problem])).values()];
  if (first !== undefined && others.length === 0) return { items: first.items, problems, unread: first.unread };
  return {
    items: pages.flatMap(({ items }) => items),
    problems,
    unread: new Map(pages.flatMap(({ unread }) => [...unread])),
  };
}

/** The list an answer holds: some calls are documented with a single object in its place. */
export function listOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [data];
}
