import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openDemo } from './reports-page.ts';
import { failing, holding, openAsNewAccount, openSignedIn } from './signed-in.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('public pages and the sign-in screen have no accessibility fault', async ({ page }) => {
      for (const address of ['/', '/terms', '/privacy', '/no/such/page']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, address);
      }
      await page.goto('/login');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Please input your Email')).toBeVisible();
      await expectAccessible(page, '/login with errors');
    });

    test('Reports has none: loaded, with a dialog open, without a matching row', async ({ page }) => {
      await openDemo(page);
      await page.getByRole('switch', { name: 'Live' }).click();
      await expectAccessible(page, 'loaded');
      await page.getByRole('button', { name: /Last 7 days/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'range', '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Filter/ }).click();
      await expect(page.getByRole('checkbox', { name: /Germany/ })).toBeVisible();
      await expectAccessible(page, 'filter', '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Filter rows' }).fill('no row is called like this');
      await expect(page.getByRole('heading', { name: 'No row matches' })).toBeVisible();
      await expectAccessible(page, 'no match');
    });

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

    test('Reports has none on a phone, in the keyword table, and when the answer does not come', async ({ page }) => {
      const { rows, grid } = await openDemo(page);
      await page.getByRole('switch', { name: 'Live' }).click();
      for (const column of ['Ad group', 'Keyword']) {
        await rows.first().getByRole('rowheader').click();
        await expect(grid.getByRole('columnheader', { name: column })).toBeVisible();
        await expect(rows.first()).toBeVisible();
      }
      await expectAccessible(page, 'keywords');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
      await expectAccessible(page, 'phone');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('radio', { name: 'View-through' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expectAccessible(page, 'failed');
    });

    test('Settings has none: of the demo, and of a new account with forms open', async ({ page }) => {
      await openSignedIn(page, '/client/settings');
      await expect(page.getByText("You're on a demo account: ")).toBeVisible();
      await expectAccessible(page, 'demo');
      await openAsNewAccount(page, '/client/settings');
      await page.getByRole('button', { name: 'New application' }).click();
      await page.getByRole('button', { name: 'Create application' }).click();
      await expect(page.getByText('Please input app name')).toBeVisible();
      await page.getByRole('button', { name: 'Set up: Search-ads service' }).click();
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Error: account name is required')).toBeVisible();
      await expectAccessible(page, 'forms');
    });

    test('the sign-in screen has none when it is refused', async ({ page }) => {
      await failing(page, '/api/session');
      await page.goto('/login');
      await page.getByRole('button', { name: /demo/i }).click();
      await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
      await expectAccessible(page, 'refused');
    });

    test('screens on their way have none, and say that they load', async ({ page }) => {
      const screens = [
        { path: '/client/inapps', call: '/api/application/iap_prices' },
        { path: '/client/countries', call: '/api/application/countries_ltv' },
        { path: '/cltv', call: '/api/application/iap_info' },
      ];
      for (const { path, call } of screens) {
        await holding(page, call);
        await openSignedIn(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Loading...').first()).toBeAttached();
        await expectAccessible(page, `${path} on its way`);
      }
    });
  });
}
