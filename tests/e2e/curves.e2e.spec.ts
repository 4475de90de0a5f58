import { expect, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, openSignedIn } from './signed-in.ts';

const pages = [
  { path: '/cltv', title: 'Lifetime value by charge', point: /^Charge 2: Already paid .*LTV \$.*Renewals due/ },
  { path: '/trial_conversion', title: 'Trial conversion by hour', point: /^Hour 1: Chance .*%.*Trials seen/ },
];

for (const { path, title, point } of pages) {
  test(`${path} draws a product's curve, reads it with keys, and shows it as a table`, async ({ page }) => {
    await openSignedIn(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const curve = page.getByRole('img', { name: title });
    await expect(curve).toBeVisible();
    await curve.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: ':' }).first()).toHaveText(point);
    await page.getByRole('button', { name: 'Show curve as table' }).click();
    const table = page.getByRole('region', { name: new RegExp(`${title}.*as a table`) });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    expect(await table.getByRole('row').count()).toBeGreaterThan(2);
  });

  test(`${path} changes its country in the address and beside the curve, with the world as the baseline`, async ({
    page,
  }) => {
    await openSignedIn(page, path);
    const country = page.locator('[data-row-id]:not([data-row-id="world"])').first();
    await country.getByRole('button').click();
    await expect(country).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(/country=[A-Z]{2}/);
    await page.reload();
    await expect(page.locator('[data-row-id][aria-current="true"]')).not.toHaveAttribute('data-row-id', 'world');
    await page.getByRole('button', { name: 'Show curve as table' }).click();
    await expect(page.getByRole('columnheader', { name: 'Worldwide' })).toBeVisible();
  });
}

test('the two curves of a product lead to each other and back to In-Apps', async ({ page }) => {
  await openSignedIn(page, '/cltv');
  await page.getByRole('link', { name: 'Trial conversion' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trial conversion by hour' })).toBeVisible();
  await page.getByRole('link', { name: 'In-Apps' }).click();
  await expect(page.getByRole('treegrid', { name: 'In-Apps' })).toBeVisible();
});

test('a curve needs a session and is shown after signing in', async ({ page }) => {
  await page.goto('/cltv?application_id=1');
  await page.waitForURL(/\/login/);
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL(/\/cltv\?application_id=1/);
  await expect(page.getByRole('heading', { level: 1, name: 'Lifetime value by charge' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the curves have no accessibility fault in the ${colorScheme} theme: loaded, as a table, failed`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const { path, title } of pages) {
      await openSignedIn(page, path);
      await expect(page.getByRole('img', { name: title })).toBeVisible();
      await expectAccessible(page, path);
    }
    await page.getByRole('button', { name: 'Show curve as table' }).click();
    await expectAccessible(page, 'as a table');
    const mend = await failing(page, '/api/application/iap_info');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
    await expect(page.getByRole('heading', { level: 1, name: 'Trial conversion by hour' })).toBeVisible();
    await expectAccessible(page, 'failed');
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('img', { name: 'Trial conversion by hour' })).toBeVisible();
  });
}

test('a curve is worked with keys: country, table and the other curve', async ({ page }) => {
  await openSignedIn(page, '/cltv');
  const country = page.locator('[data-row-id]:not([data-row-id="world"])').first();
  await country.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(country).toHaveAttribute('aria-current', 'true');
  await expect(country.getByRole('button')).toBeFocused();
  const table = page.getByRole('button', { name: 'Show curve as table' });
  await table.focus();
  await page.keyboard.press('Space');
  const chart = page.getByRole('button', { name: 'Show curve as chart' });
  await expect(chart).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Trial conversion' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Trial conversion by hour' })).toBeVisible();
  await expect(page).toHaveURL(/country=/);
  await page.getByRole('combobox', { name: 'Country' }).focus();
  await page.keyboard.type('world');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/country=/);
});

test('what a young curve has not seen is not counted as nothing', async ({ page }) => {
  await openSignedIn(page, '/trial_conversion');
  const figures = page.getByRole('region', { name: 'Key figures' });
  await expect(figures).toBeVisible();
  await expect(figures).not.toContainText(/\b0 trials lasted/);
  await expect(figures).toContainText(/trials? (?:has )?lasted \d+ h/);
});

test('a curve fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, '/cltv');
  await expect(page.getByRole('img', { name: 'Lifetime value by charge' })).toBeVisible();
  await expectFits(page);
});
