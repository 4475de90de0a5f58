import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../e2e/accessible.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results', 'walks', 'pictures');

const phone = { width: 390, height: 844 };

/** A screen as `lookAt` sees it, and then on a phone. */
export async function lookAtBoth(page: Page, name: string, within?: string): Promise<void> {
  await lookAt(page, name, within);
  const before = page.viewportSize();
  await page.setViewportSize(phone);
  await lookAt(page, `${name}-phone`, within);
  if (before !== null) await page.setViewportSize(before);
}

/**
 * A screen in both themes: axe finds nothing, nothing of it is wider than the window, and a picture of each is kept to be looked at.
 * @param within what axe looks at, where the rest was looked at before
 */
export async function lookAt(page: Page, name: string, within?: string): Promise<void> {
  if (within !== undefined) await expect(page.locator(within).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, `${name}, ${colorScheme}`, within);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
}
