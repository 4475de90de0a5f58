import { expect, test } from '@playwright/test';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

test('what the store sold is shown by product, by country and by month, and a product leads to its curves', async ({
  page,
}) => {
  await openSignedIn(page, '/client/countries');
  const countries = page.getByRole('grid', { name: 'Countries' }).locator('[data-row-id]');
  await expect(countries.first()).toBeVisible({ timeout: firstFiguresMs });
  await page.goto('/client/monthlyreports');
  const months = page.getByRole('grid', { name: /^Monthly Reports/ }).locator('[data-row-id]');
  await expect(months).toHaveCount(new Date().getMonth() + 1);
  await page.goto('/client/inapps');
  await page
    .getByRole('link', { name: /, lifetime value of / })
    .first()
    .click();
  await expect(page.getByRole('img', { name: 'Lifetime value by charge' })).toBeVisible();
  await page.getByRole('link', { name: 'Trial conversion' }).click();
  await expect(page.getByRole('img', { name: 'Trial conversion by hour' })).toBeVisible();
});

test('a curve needs a session and is shown after signing in', async ({ page }) => {
  await page.goto('/cltv?application_id=1');
  await page.waitForURL(/\/login/);
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL(/\/cltv\?application_id=1/);
  await expect(page.getByRole('heading', { level: 1, name: 'Lifetime value by charge' })).toBeVisible();
});
