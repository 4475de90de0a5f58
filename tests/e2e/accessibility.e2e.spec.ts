import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDemo } from './reports-page.ts';

/** States of each screen are looked at in components; here are the built pages with the figures of a whole product. */
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('screens of the running product have no accessibility fault', async ({ page }) => {
      await page.goto('/operator');
      await expect(
        page.getByRole('table', { name: 'Parts' }).getByRole('rowheader', { name: 'part api' }),
      ).toBeVisible();
      await expectAccessible(page, 'the page for operators');
      const { rows, cell } = await openDemo(page);
      await page.getByRole('switch', { name: 'Live' }).click();
      // One row is looked at: all are drawn alike, and axe takes long over each.
      const name = (await rows.first().getByRole('rowheader').locator('a, span').first().textContent()) ?? '';
      await page.getByRole('searchbox', { name: 'Filter rows' }).fill(name);
      await (await cell(rows.first(), 'spend')).click();
      await expect(page.getByRole('heading', { name: 'How it is calculated' })).toBeVisible();
      await expectAccessible(page, 'Reports with the help of a number');
      await page.goto('/client/inapps');
      await expect(page.getByRole('treegrid', { name: 'In-Apps' })).toBeVisible();
      await expectAccessible(page, 'In-Apps');
    });
  });
}
