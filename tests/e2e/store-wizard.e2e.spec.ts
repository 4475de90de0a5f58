import { generateKeyPairSync } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, openAsNewAccount } from './signed-in.ts';
import { type StoreKeys, storeKeys } from './store-keys.ts';

const strangeKey = () =>
  Buffer.from(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
const dialog = (page: Page) => page.getByRole('dialog', { name: /Store connection/ });
const current = (page: Page) => dialog(page).locator('[aria-current="step"]');

async function openWizard(page: Page): Promise<void> {
  await openAsNewAccount(page, '/client/settings');
  await page.getByRole('button', { name: 'Set up: Store connection' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function giveKeys(page: Page, { issuerId, keyId, key }: StoreKeys = storeKeys()): Promise<void> {
  await dialog(page).getByLabel('Issuer ID').fill(issuerId);
  await dialog(page).getByLabel('KEY ID').fill(keyId);
  const file = { name: `AuthKey_${keyId}.p8`, mimeType: 'application/octet-stream', buffer: key };
  await dialog(page).getByTestId('key-file').setInputFiles(file);
  await expect(dialog(page).getByText(file.name)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
}

test('the store is connected in three steps, and goes on with the third after a break', async ({ page }) => {
  await openWizard(page);
  await giveKeys(page);
  await expect(current(page)).toContainText('Vendor number');
  const { keyId, vendorNumber } = storeKeys();
  await dialog(page).getByLabel('Vendor number').fill(vendorNumber);
  await dialog(page).getByRole('button', { name: 'Previous' }).click();
  await expect(dialog(page).getByLabel('KEY ID')).toHaveValue(keyId);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByLabel('Vendor number')).toHaveValue(vendorNumber);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(current(page)).toContainText('Shared secret');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Partially integrated')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Continue: Store connection' }).click();
  await expect(current(page)).toContainText('Shared secret');
  await dialog(page).getByLabel('Shared Secret').fill('0123456789abcdef0123456789abcdef');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText('Partially integrated')).toHaveCount(0);
});

test('each step says what is missing, and only a single .p8 file is taken', async ({ page }) => {
  await openWizard(page);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  for (const words of ['Issuer ID is required', 'KEY ID is required', 'API key file is required']) {
    await expect(dialog(page).getByText(words)).toBeVisible();
  }
  await expect(dialog(page).getByLabel('Issuer ID')).toBeFocused();
  const file = { name: 'key.pem', mimeType: 'text/plain', buffer: strangeKey() };
  await dialog(page).getByTestId('key-file').setInputFiles(file);
  await expect(dialog(page).getByText('The file must be .p8')).toBeVisible();
  await giveKeys(page);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByText('Vendor number is required')).toBeVisible();
});

test('what the server refuses is said in the dialog, and nothing typed is lost', async ({ page }) => {
  await openWizard(page);
  await dialog(page).getByLabel('Issuer ID').fill('57246542-96fe-1a63-e053-0824d011072a');
  await dialog(page).getByLabel('KEY ID').fill('2X9R4HXF34');
  const file = { name: 'AuthKey.p8', mimeType: 'text/plain', buffer: Buffer.from('no key at all') };
  await dialog(page).getByTestId('key-file').setInputFiles(file);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByLabel('Vendor number').fill('87120001');
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Error: ');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set up: Store connection' }).click();
  await expect(dialog(page).getByLabel('Vendor number')).toHaveValue('87120001');
});

test('keys that the store does not take are refused in its words', async ({ page }) => {
  await openWizard(page);
  await giveKeys(page, { ...storeKeys(), key: strangeKey() });
  await dialog(page).getByLabel('Vendor number').fill(storeKeys().vendorNumber);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  const refusal = 'Error: Apple did not accept this key. Check Issuer ID and KEY ID.';
  await expect(dialog(page).getByRole('alert')).toContainText(refusal);
  await expect(current(page)).toContainText('Vendor number');
});

test('the wizard is worked with keys alone and gives the focus back', async ({ page }) => {
  // Asked for this early, the browser surely hands the choice of a file to the story and not to a window of its own.
  const chooser = page.waitForEvent('filechooser');
  await openAsNewAccount(page, '/client/settings');
  const button = page.getByRole('button', { name: 'Set up: Store connection' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Issuer ID')).toBeFocused();
  await page.keyboard.type('57246542-96fe-1a63-e053-0824d011072a');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2X9R4HXF34');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'AuthKey.p8', mimeType: 'text/plain', buffer: strangeKey() });
  await dialog(page).getByLabel('KEY ID').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Vendor number')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the wizard has no accessibility fault in the ${colorScheme} theme: empty, with faults, refused`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openWizard(page);
    await expectAccessible(page, 'empty');
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expectAccessible(page, 'with faults');
    await giveKeys(page);
    await failing(page, '/api/application/asc_credentials');
    await dialog(page).getByLabel('Vendor number').fill('87120001');
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('The request took too much time to execute.');
    await expectAccessible(page, 'refused');
  });
}

test('the wizard fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openWizard(page);
  await expectFits(page);
});
