import { generateKeyPairSync } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { openAsNewAccount } from './signed-in.ts';
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

test('keys that the store does not take are refused in its words', async ({ page }) => {
  await openWizard(page);
  await giveKeys(page, { ...storeKeys(), key: strangeKey() });
  await dialog(page).getByLabel('Vendor number').fill(storeKeys().vendorNumber);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  const refusal = 'Error: Apple did not accept this key. Check Issuer ID and KEY ID.';
  await expect(dialog(page).getByRole('alert')).toContainText(refusal);
  await expect(current(page)).toContainText('Vendor number');
});
