import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../e2e/accessible.ts';

/**
 * Keeps a picture of the screen in each theme, to be looked at, and finds nothing wrong by axe in either.
 * @param within only this part is searched, where the rest was before
 */
export async function keepPictures(page: Page, name: string, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${name}, ${colorScheme}`, within);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Something has the focus: keys go on from there. */
export async function expectFocusKept(page: Page, after: string): Promise<void> {
  await expect(page.locator('body'), after).not.toBeFocused();
}
