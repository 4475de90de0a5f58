import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDemo } from './reports-page.ts';

/** The device is dark when the page is opened, and becomes light while a screen is shown. */
test.use({ colorScheme: 'dark' });

/** Those the device and the page say; the page for operators has no theme of its own. */
const displayedThemes = `[...new Set([
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  document.documentElement.dataset.theme,
])].filter((theme) => theme !== undefined)`;

async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.evaluate(displayedThemes)).toEqual([colorScheme]);
    await expectAccessible(page, `${where}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
}

/** States of each screen are looked at in components; here are the built pages with the figures of a whole product. */
test('screens of the running product have no accessibility fault in either theme', async ({ page }) => {
  await page.goto('/operator');
  await expect(page.getByRole('table', { name: 'Parts' }).getByRole('rowheader', { name: 'part api' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the page for operators');
  const { rows, cell } = await openDemo(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  // One row is looked at: all are drawn alike, and axe takes long over each.
  const name = (await rows.first().getByRole('rowheader').locator('a, span').first().textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(name);
  await (await cell(rows.first(), 'spend')).click();
  await expect(page.getByRole('heading', { name: 'How it is calculated' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'Reports with the help of a number');
  await page.goto('/client/inapps');
  await expect(page.getByRole('treegrid', { name: 'In-Apps' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'In-Apps');
});
