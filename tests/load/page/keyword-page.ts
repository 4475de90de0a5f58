import type { Browser, CDPSession, Page } from '@playwright/test';
import { eventually } from '../../support/product/product.ts';
import type { StandInApi } from '../../support/stand-ins/stand-in-api.ts';

/**
 * The keyword report in a window of a laptop, followed live.
 * @param kept what the browser remembers from before, by name
 */
export async function openKeywords(
  browser: Browser,
  api: StandInApi,
  kept: Readonly<Record<string, string>> = {},
): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  await context.addInitScript(
    `for (const [key, text] of Object.entries(${JSON.stringify({ ...kept, token: api.token })})) localStorage.setItem(key, text);`,
  );
  const page = await context.newPage();
  await page.goto(`${api.url}/client/reports?${api.keywordQuery}`);
  await page.locator('[role=grid] [data-row-id]').first().waitFor();
  await eventually(
    async () => api.watchers(),
    (watching) => watching > 0,
  );
  return { page, cdp: await context.newCDPSession(page) };
}
