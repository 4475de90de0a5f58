import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDemo } from './reports-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('Reports has none with everything a table opens: columns, views, number help, shortcuts, compare', async ({
      page,
    }) => {
      const { rows, cell } = await openDemo(page);
      await page.getByRole('switch', { name: 'Live' }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
      await expectAccessible(page, 'columns', '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Saved views' }).click();
      await page.getByLabel('Name of this view').fill('Mine');
      await page.getByRole('button', { name: 'Save view' }).click();
      await expectAccessible(page, 'saved views', '[role=dialog]');
      await page.keyboard.press('Escape');
      await (await cell(rows.first(), 'spend')).click();
      await expect(page.getByRole('heading', { name: 'How it is calculated' })).toBeVisible();
      await expectAccessible(page, 'number help beside the table');
      await page.setViewportSize({ width: 1100, height: 900 });
      await expectAccessible(page, 'number help over the table');
      await page.keyboard.press('Escape');
      await rows.first().getByRole('rowheader').press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectAccessible(page, 'shortcuts', '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${page.url()}&compare=previous&tab=full`);
      await expect(rows.first()).toBeVisible();
      await expectAccessible(page, 'compared');
      await page.getByRole('tab', { name: 'In-Apps details' }).click();
      await expectAccessible(page, 'products');
    });
  });
}
