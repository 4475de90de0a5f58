import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accountOf, type StoryContext } from '../story-context.ts';
import type { StoryWorld } from '../story-world.ts';
import { expect } from '../timeouts.ts';

const row = (page: Page, integration: string) => page.locator(`[data-integration="${integration}"]`);
const becomes = (page: Page, integration: string, state: string) =>
  expect(row(page, integration)).toHaveAttribute('data-state', state);

/** The ad service, the store, its notifications and the SDK, from nothing to figures. */
export async function integrations({ world, page, pictures }: StoryContext): Promise<void> {
  await page.getByRole('button', { name: 'Set up: Apple Ads' }).click();
  await page.getByLabel('Account name').fill('Moonvale Apps');
  await pictures.capture(page, 'ads-account-name');
  await page.getByRole('button', { name: 'Submit' }).click();
  await becomes(page, 'ads', 'invitation_sent');
  await pictures.capture(page, 'ads-invitation');

  await connectStore(world, page);
  await becomes(page, 'store', 'integrated');
  await pictures.capture(page, 'store-connected');

  await page.getByRole('button', { name: 'Address: Subscription notifications' }).click();
  const { api_key } = await accountOf(page, world.url);
  const address = `${world.ingestUrl}/store/notifications/${api_key}`;
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await pictures.capture(page, 'notification-address');
  // Since the store is connected its messages are waited for.
  await becomes(page, 'notifications', 'waiting_for_events');
  await post(address, { signedPayload: world.apple.signer.sign(testNotification()) });
  await becomes(page, 'notifications', 'integrated');

  await page.getByRole('button', { name: 'Confirm: iOS SDK' }).click();
  await becomes(page, 'sdk', 'waiting_for_events');
  const install = { install_id: randomUUID(), first_launch_at: new Date().toISOString(), locale: 'en_US' };
  await post(`${world.ingestUrl}/sdk/v1/attribution`, { api_key, ...install });
  await becomes(page, 'sdk', 'integrated');
  // The store's reports, or its notification, prove that the team runs the app.
  await becomes(page, 'ads', 'integrated');
  await pictures.capture(page, 'integrations');

  await page.goto(`${world.url}/client/reports`);
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible();
  await pictures.capture(page, 'reports');
}

async function connectStore({ apple }: StoryWorld, page: Page): Promise<void> {
  const { issuerId, keyId, vendorNumber, privateKeyPem } = apple.connectKey;
  await page.getByRole('button', { name: 'Set up: Store connection' }).click();
  const dialog = page.getByRole('dialog', { name: /Store connection/ });
  await dialog.getByLabel('Issuer ID').fill(issuerId);
  await dialog.getByLabel('KEY ID').fill(keyId);
  const file = { name: `AuthKey_${keyId}.p8`, mimeType: 'application/octet-stream' };
  await dialog.getByTestId('key-file').setInputFiles({ ...file, buffer: Buffer.from(privateKeyPem) });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Vendor number').fill(vendorNumber);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Shared Secret').fill('0123456789abcdef0123456789abcdef');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** What the store sends when its console is asked to try the address. */
function testNotification() {
  const at = Date.now();
  return {
    notificationType: 'TEST',
    notificationUUID: randomUUID(),
    version: '2.0',
    signedDate: at,
    data: { appAppleId: 1_500_000_001, bundleId: 'com.example.moonvale', environment: 'Production' },
  };
}

async function post(address: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok)
    throw new Error(`${new URL(address).pathname} answered ${response.status}: ${await response.text()}`);
}
