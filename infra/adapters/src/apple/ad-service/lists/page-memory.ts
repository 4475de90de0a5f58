import { createHash } from 'node:crypto';
import type { ReadingProblem } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import type { Envelope, OpenEnvelope } from './envelope.ts';
import type { NamedRows } from './item-reader.ts';

/** One page of a list, translated. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Objects the page held, readable or not; the next page begins after them. */
  readonly received: number;
  /** Objects in all pages; `null` when the service does not say. */
  readonly totalResults: number | null;
  /** Where the page begins; `null` when the service does not say. */
  readonly startIndex: number | null;
  /** Objects that the service puts into a page; `null` when it does not say. */
  readonly pageSize: number | null;
  /** What could not be read of its objects. */
  readonly problems: readonly ReadingProblem[];
  readonly unread: ReadonlyMap<Item, ReadonlySet<string>>;
  /** What its objects are, where the list has more than one page: the same is never on two. */
  readonly keys: readonly string[];
  /** Rows that it names. */
  readonly named: NamedRows;
}

type Content<Item> = Omit<Page<Item>, 'totalResults' | 'startIndex' | 'pageSize'>;

/**
 * Reads pages, and remembers what they held: the same questions are asked every few seconds, and most answers are the same
 * bytes again. For those the very same `Page` is given back, so that callers see at a glance that nothing changed.
 */
export interface PageMemory {
  /**
   * @param question Names what was asked and how its answer is read.
   * @param translate Makes items of the page's data.
   * @throws SearchAdsError for an answer that proves nothing.
   */
  read<Item>(question: PageQuestion, body: Buffer, translate: (envelope: Envelope) => Content<Item>): Page<Item>;
}

export interface PageQuestion {
  /** Method and path. */
  readonly operation: string;
  /** Everything the answer depends on. */
  readonly key: string;
}

interface Remembered {
  readonly digest: string;
  readonly page: Page<unknown>;
}

/** @param keep How many items are remembered over all pages; the pages asked for longest ago go first. */
export function createPageMemory(keep: number, open: OpenEnvelope): PageMemory {
  const pages = new LRUCache<string, Remembered>({
    maxSize: keep,
    // An empty page is remembered too, and takes some room.
    sizeCalculation: ({ page }) => page.items.length + 1,
  });
  return {
    read: <Item>({ operation, key }: PageQuestion, body: Buffer, translate: (envelope: Envelope) => Content<Item>) => {
      const digest = createHash('sha1').update(body).digest('base64');
      const cached = pages.get(key);
      // A question names how its answer is read, so what was remembered for it has the same kind of items.
      if (cached?.digest === digest) return cached.page as Page<Item>;
      const page = readPage(open(operation, body), translate);
      pages.set(key, { digest, page });
      return page;
    },
  };
}

/** Reads each page as if it were the first. */
export const createForgetfulMemory = (open: OpenEnvelope): PageMemory => ({
  read: ({ operation }, body, translate) => readPage(open(operation, body), translate),
});

function readPage<Item>(envelope: Envelope, translate: (envelope: Envelope) => Content<Item>): Page<Item> {
  const { totalResults, startIndex, pageSize } = envelope;
  return { ...translate(envelope), totalResults, startIndex, pageSize };
}
