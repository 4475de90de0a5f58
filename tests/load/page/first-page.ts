import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The page of a visitor who presses the demo's button as soon as the address is printed. */
export interface FirstPage {
  /** Seconds from `since` until a figure of spend is in the table; `undefined` when it takes longer than the bound. */
  firstFigure(since: number, boundSeconds: number): Promise<number | undefined>;
  screenshot(file: string): Promise<void>;
}

/** Whether the totals show a figure of spend other than nothing. */
const spendSeen = `(() => {
  const column = document.querySelector('[role=grid] [data-column="spend"]')?.getAttribute('aria-colindex');
  const text = document.querySelector('[role=grid] [data-row="totals"] [aria-colindex="' + column + '"]')?.textContent ?? '';
  return /[1-9]/.test(text);
})()`;

/** Opens an empty page: who reads an address has a browser that runs already. */
export async function openBrowser() {
  const browser = await chromium.launch({
    ...(existsSync(installed) ? { executablePath: installed } : {}),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  return { visitDemo: (url: string) => visitDemo(page, url), close: () => browser.close() };
}

async function visitDemo(page: Page, url: string): Promise<FirstPage> {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: /demo/i }).click();
  return {
    firstFigure: async (since, boundSeconds) => {
      while (Date.now() - since < boundSeconds * 1000) {
        if (await page.evaluate(spendSeen).catch(() => false)) return (Date.now() - since) / 1000;
        await pause(50);
      }
      return undefined;
    },
    screenshot: async (path) => {
      await page.screenshot({ path });
    },
  };
}
