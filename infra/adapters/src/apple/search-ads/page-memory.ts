import { createHash } from 'node:crypto';
import { envelopeWire } from './schemas.ts';

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
  const pages = new Map<string, Remembered>();
  let items = 0;
  const forget = (question: string): void => {
    items -= sizeOf(pages.get(question));
    pages.delete(question);
  };
  return {
    read: <Item>(
      question: string,
      body: Buffer,
      translate: (data: unknown) => { items: readonly Item[]; received: number },
    ) => {
      const digest = createHash('sha1').update(body).digest('base64');
      const known = pages.get(question);
      const same = known?.digest === digest;
      // A question names how its answer is read, so what was remembered for it has the same kind of items.
      const page = same ? (known.page as Page<Item>) : readPage(body, translate);
      forget(question);
      pages.set(question, { digest, page });
      items += sizeOf({ page });
      for (const oldest of pages.keys()) {
        if (items <= keep || oldest === question) break;
        forget(oldest);
      }
      return page;
    },
  };
}

/** An empty page is remembered too, and takes some room. */
function sizeOf(remembered: { page: Page<unknown> } | undefined): number {
  return remembered === undefined ? 0 : remembered.page.items.length + 1;
}

function readPage<Item>(
  body: Buffer,
  translate: (data: unknown) => { items: readonly Item[]; received: number },
): Page<Item> {
  const { data, pagination } = envelopeWire.parse(JSON.parse(body.toString('utf8')));
  return { ...translate(data), totalResults: pagination?.totalResults ?? null };
}
