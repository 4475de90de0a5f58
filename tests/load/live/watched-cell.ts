import type { Page } from '@playwright/test';

/** A cell of Reports with a number, and when each of its numbers was drawn. */
export interface WatchedCell {
  /** The number it shows now. */
  count(): Promise<number>;
  /** What it has shown since it is watched, each with the instant (milliseconds since 1970). */
  seen(): Promise<ReadonlyArray<readonly [at: number, count: number]>>;
}

const readCount = (text: string | null): number => Number((text ?? '').replace(/[^\d]/g, ''));

/** Watches a campaign's cell on a page of Reports from now on. */
export async function watchCell(page: Page, campaignId: number, column: string): Promise<WatchedCell> {
  const row = `[role=grid] [data-row-id="${campaignId}"]`;
  await page.locator(row).waitFor();
  const columnIndex = await page.locator(`[role=grid] [data-column="${column}"]`).getAttribute('aria-colindex');
  const cell = `${row} [aria-colindex="${columnIndex}"]`;
  // As text: a compiled function would bring helpers along that the page does not have.
  await page.evaluate(`
    window.seen = [];
    const look = () => {
      const text = document.querySelector(${JSON.stringify(cell)})?.textContent ?? '';
      if (window.seen.at(-1)?.[1] !== text) window.seen.push([Date.now(), text]);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return {
    count: async () => readCount(await page.locator(cell).textContent()),
    seen: async () => {
      const seen = (await page.evaluate('window.seen')) as Array<[number, string]>;
      return seen.map(([at, text]) => [at, readCount(text)] as const);
    },
  };
}
