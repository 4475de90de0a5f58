import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { envelopeWire } from '../schemas.ts';

/** One page of a list, translated. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Objects the page held, readable or not; the next page begins after them. */
  readonly received: number;
  /** Objects in all pages; `null` when the service does not say. */
  readonly totalResults: number | null;
}

/**
 * Reads pages, and remembers what they held: the same questions are asked every few seconds, and most answers are the same
 * bytes again. For those the very same `Page` is given back, so that callers see at a glance that nothing changed.
 */
export interface PageMemory {
  /**
   * @param question Names what was asked and how its answer is read.
   * @param translate Makes items of the page's data.
   */
  read<Item>(
    question: string,
    body: Buffer,
    translate: (data: unknown) => { items: readonly Item[]; received: number },
  ): Page<Item>;
}

interface Remembered {
  readonly digest: string;
  readonly page: Page<unknown>;
}

/** @param keep How many items are remembered over all pages; the pages asked for longest ago go first. */
export function createPageMemory(keep: number): PageMemory {
  const pages = new LRUCache<string, Remembered>({
    maxSize: keep,
    // An empty page is remembered too, and takes some room.
    sizeCalculation: ({ page }) => page.items.length + 1,
  });
  return {
    read: <Item>(
      question: string,
      body: Buffer,
      translate: (data: unknown) => { items: readonly Item[]; received: number },
    ) => {
      const digest = createHash('sha1').update(body).digest('base64');
      const known = pages.get(question);
      // A question names how its answer is read, so what was remembered for it has the same kind of items.
      if (known?.digest === digest) return known.page as Page<Item>;
      const page = readPage(body, translate);
      pages.set(question, { digest, page });
      return page;
    },
  };
}

/** Reads a page without remembering it. */
export function readPage<Item>(
  body: Buffer,
  translate: (data: unknown) => { items: readonly Item[]; received: number },
): Page<Item> {
  const { data, pagination } = envelopeWire.parse(JSON.parse(body.toString('utf8')));
  return { ...translate(data), totalResults: pagination?.totalResults ?? null };
}
