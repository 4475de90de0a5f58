import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, firstFiguresMs, openAsNewAccount, openSignedIn } from './signed-in.ts';

const tree = (page: Page) => page.getByRole('treegrid', { name: 'In-Apps' });
const products = (page: Page) => tree(page).locator('[data-row-id][data-level="1"]');

async function openLoaded(page: Page): Promise<void> {
  await openSignedIn(page, '/client/inapps');
  await expect(products(page).first()).toBeVisible({ timeout: firstFiguresMs });
}

test('a product is opened with Right and closed with Left, and the address remembers it', async ({ page }) => {
  await openLoaded(page);
  const product = tree(page).locator('[aria-expanded="false"]').first();
  const id = (await product.getAttribute('data-row-id')) ?? '';
  const opened = tree(page).locator(`[data-row-id="${id}"]`);
  await product.focus();
  await page.keyboard.press('ArrowRight');
  await expect(opened).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  const country = tree(page).locator('[data-level="2"]').first();
  await expect(country).toBeFocused();
  await expect(country).toHaveAttribute('aria-level', '2');
  await page.reload();
  await expect(opened).toHaveAttribute('aria-expanded', 'true');
  await country.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(opened).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(opened).toHaveAttribute('aria-expanded', 'false');
});

test('a subscription leads to its two curves, and the screen says when the store last told', async ({ page }) => {
  await openLoaded(page);
  await expect(page.getByText(/^The store’s daily reports, last update .* old$/)).toBeVisible();
  await page
    .getByRole('link', { name: /^Lifetime value of / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cltv\?application_id=\d+&product_id=/);
  await page.goBack();
  await page
    .getByRole('link', { name: /^Trial conversion of / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/trial_conversion\?application_id=\d+&product_id=/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`In-Apps has no accessibility fault in the ${colorScheme} theme: opened, failed, not set up`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openLoaded(page);
    await products(page).first().getByRole('button').click();
    await expectAccessible(page, 'opened');
    const mend = await failing(page, '/api/application/iap_prices');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
    await expectAccessible(page, 'failed');
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(products(page).first()).toBeVisible();
    const context = await browser.newContext({ colorScheme });
    const other = await context.newPage();
    await openAsNewAccount(other, new URL('/client/inapps', page.url()).toString());
    const words = 'Please set up App Store Connect integration in settings to see in-app purchases statistics.';
    await expect(other.getByRole('heading', { name: words })).toBeVisible();
    await expectAccessible(other, 'not set up');
    await context.close();
  });
}

test('In-Apps fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openLoaded(page);
  await expectFits(page);
});
