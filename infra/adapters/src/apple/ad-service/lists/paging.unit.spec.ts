import { describe, expect, it } from 'vitest';
import type { Page } from './page-memory.ts';
import { allPages } from './paging.ts';

const page = (first: number, count: number, totalResults: number | null, startIndex: number | null = first) => {
  const items = Array.from({ length: count }, (_, index) => first + index);
  return {
    items,
    received: count,
    totalResults,
    startIndex,
    pageSize: null,
    problems: [],
    unread: new Map(),
    named: new Map(),
    keys: items.map(String),
  };
};

/** Reads a list that gives these pages one after the other. */
async function readPages(pages: readonly Page<number>[], needsTotal = false) {
  const offsets: number[] = [];
  const reading = await allPages({ operation: 'POST /things/find', pageSize: 3, needsTotal }, async (offset) => {
    offsets.push(offset);
    return pages[offsets.length - 1] ?? page(offset, 0, null);
  });
  return { offsets, items: reading.items, reasons: reading.problems.map(({ reason }) => reason), reading };
}

describe('the pages of a list', () => {
  it('are a whole list when as many rows came as were promised', async () => {
    const { items, reasons, offsets } = await readPages([page(0, 3, 5), page(3, 2, 5)]);
    expect([items, reasons, offsets]).toEqual([[0, 1, 2, 3, 4], [], [0, 3]]);
  });

  it('are a whole list too when it grows at its end on the way', async () => {
    expect((await readPages([page(0, 3, 5), page(3, 3, 6)])).reasons).toEqual([]);
  });

  it('of one page are that page itself', async () => {
    const only = page(0, 2, 2);
    expect((await readPages([only])).reading.items).toBe(only.items);
  });

  it('that end below the promised number are not the whole list', async () => {
    const { items, reasons } = await readPages([page(0, 3, 5), page(3, 0, 5)]);
    expect([items, reasons]).toEqual([[0, 1, 2], ['short_list']]);
  });

  it('that promise less on the way are not the whole list', async () => {
    expect((await readPages([page(0, 3, 5), page(3, 1, 4)])).reasons).toEqual(['shrunk_list']);
    expect((await readPages([page(0, 3, 5), page(3, 0, 0)])).reasons).toEqual(['shrunk_list']);
  });

  it('of which one is repeated, or begins elsewhere, are not the whole list', async () => {
    expect((await readPages([page(0, 3, 6), page(0, 3, 6, 3)])).reasons).toEqual(['shifted_pages']);
    expect((await readPages([page(0, 3, 6), page(4, 3, 6)])).reasons).toEqual(['shifted_pages']);
    expect((await readPages([page(0, 3, 6), page(2, 3, 6, null), page(5, 1, 6, null)])).reasons).toEqual([
      'shifted_pages',
    ]);
  });

  it('without any row are believed only where it is said that there are none', async () => {
    expect((await readPages([page(0, 0, 0)], true)).reasons).toEqual([]);
    expect((await readPages([page(0, 0, null)], true)).reasons).toEqual(['no_total']);
  });

  it('that never end are given up', async () => {
    const endless = allPages({ operation: 'POST /things/find', pageSize: 1 }, async (offset) =>
      page(offset, 1, offset + 2),
    );
    await expect(endless).rejects.toMatchObject({ retry: false });
  });
});
