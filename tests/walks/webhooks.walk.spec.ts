import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createLogger } from '@tapwise/adapters';
import { causeTrial } from '../e2e/caused.ts';
import { openSignedIn } from '../e2e/signed-in.ts';
import { type AdsObjects, inTables, linkOrganization } from '../support/facts/ads-world.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stand-ins/webhook-receiver.ts';
import { recordPurchase, recordRates, recordUser, startDelivering } from '../support/workers/webhook-world.ts';
import { recordAlertDeliveries } from './support/alert-deliveries.ts';
import { choose, chooseAction, expectFocusKept, press, tabTo } from './support/by-keys.ts';
import { lookAt, lookAtBoth } from './support/look-at.ts';
import { type OwnWorld, startOwnWorld } from './support/own-world.ts';

// Everything here is done with keys alone, over a log of its own: no address may be set in the demo.
test.describe.configure({ mode: 'serial' });

const path = '/client/settings/webhooks';
const objects: AdsObjects = { orgId: 4401, campaignId: 7, adGroupId: 8, keywordId: 9 };
const adamId = 1_500_000_401;
/** Of the demo; the market sends users to it. */
const demoCampaign = 700_000_002;

let world: OwnWorld;
let receiver: WebhookReceiver;
let delivering: { stop: () => void };
let application: number;
/** The receiver is away for these paths. */
const away = new Set<string>();

test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
  for (const at of ['/hooks', '/hooks/2', '/forward']) {
    receiver.respondWith(at, (_, response) => {
      if (away.has(at)) response.writeHead(503, { 'retry-after': '1' }).end('The database is locked');
      else response.writeHead(200).end('thanks');
    });
  }
  world = await startOwnWorld([receiver.target]);
  const { api, owner } = world;
  application = await world.addApplication('Tally', adamId);
  await linkOrganization(api, { id: application, adamId, accountId: owner.accountId }, objects);
  await recordRates(api.log);
  await recordUser(api.log, application, objects.orgId);
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-walk-'));
  const { log, deps } = api;
  delivering = await startDelivering({
    log,
    vault: deps.vault,
    client: deps.outbound.client,
    folder,
    pauses: [1],
    logger: createLogger('walk', 'silent'),
  });
});
test.afterAll(async () => {
  delivering.stop();
  await world.stop();
  receiver.stop();
});

let purchases = 0;
/** A user of a keyword buys: an event for the address. */
async function purchase(): Promise<void> {
  purchases += 1;
  await inTables(world.api, await recordPurchase(world.api.log, application, `44${purchases}`));
}

const open = (page: Page) => world.open(page, world.owner.token, path);
const menuOf = (page: Page, endpoint: string) => page.getByRole('button', { name: `Actions for ${endpoint}` });
const deliveries = (page: Page) => page.getByRole('region', { name: 'Deliveries' }).last().locator('tbody tr');
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first();
const secretField = (page: Page) => page.getByRole('textbox', { name: 'Webhook secret' });

async function setAddress(page: Page, opener: Locator, label: string, address: string): Promise<void> {
  await press(page, opener);
  const field = page.getByRole('textbox', { name: label });
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
}

test('an address is set and its secret shown once, tested, changed, and given another secret', async ({ page }) => {
  await open(page);
  await expect(page.getByText('Set a webhook or forwarding address: what is sent there appears here.')).toBeVisible();
  await lookAt(page, 'nothing-yet');
  const set = page.getByRole('button', { name: 'Set address: Webhooks' });
  await setAddress(page, set, 'Webhook address', 'http://shop.example.com/hooks');
  await expect(page.getByText('Please enter a valid https address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Webhook address' })).toBeFocused();
  await lookAt(page, 'address-refused');
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect(set).toBeFocused();
  await setAddress(page, set, 'Webhook address', `http://${receiver.target}/hooks`);
  const heading = page.getByRole('heading', { name: 'Copy the secret now' });
  await expect(heading).toBeFocused();
  await expect(secretField(page)).toHaveValue(/^whsec_/);
  const first = await secretField(page).inputValue();
  await lookAt(page, 'secret');
  await press(page, page.getByRole('button', { name: 'Done' }));
  await expect(secretField(page)).toHaveCount(0);
  await expectFocusKept(page, 'the secret');

  const sendTest = page.getByRole('button', { name: 'Send test' });
  await press(page, sendTest);
  await expect(page.getByText(/^The test was delivered: 200 in/)).toBeVisible();
  await expect(sendTest).toBeFocused();
  await lookAt(page, 'tested');
  expect((await receiver.posts('/hooks', 1))[0]?.headers['x-tapwise-test']).toBe('true');
  await press(page, page.getByRole('button', { name: 'Close' }).first());
  await expectFocusKept(page, 'closing the result');

  await chooseAction(page, menuOf(page, 'Webhooks'), 'Rotate secret');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lookAt(page, 'rotate', '[role="alertdialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(menuOf(page, 'Webhooks')).toBeFocused();
  await chooseAction(page, menuOf(page, 'Webhooks'), 'Rotate secret');
  await press(page, dialog.getByRole('button', { name: 'Rotate secret' }));
  await expect(heading).toBeFocused();
  await expect(page.getByText('Both secrets sign for 24 hours.')).toBeVisible();
  expect(await secretField(page).inputValue()).not.toBe(first);
  await press(page, page.getByRole('button', { name: 'Done' }));

  await chooseAction(page, menuOf(page, 'Webhooks'), 'Change address');
  await expect(page.getByText(/Another address is a new endpoint/)).toBeVisible();
  await lookAt(page, 'address');
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect(menuOf(page, 'Webhooks')).toBeFocused();
  const forwarding = page.getByRole('button', { name: 'Set address: Notification forwarding' });
  await setAddress(page, forwarding, 'Forwarding address', `http://${receiver.target}/forward`);
  await expect(toast(page, 'Notification forwarding: address saved')).toBeVisible();
  await expect(menuOf(page, 'Notification forwarding')).toBeFocused();
});

test('deliveries are looked at, filtered, downloaded, and sent again: one, and a range', async ({ page }) => {
  for (let count = 0; count < 3; count += 1) await purchase();
  // The test delivery and those of the three, the first of which both secrets sign after the rotation.
  const [, post] = await receiver.posts('/hooks', 4);
  away.add('/hooks');
  await purchase();
  await open(page);
  await expect(deliveries(page)).toHaveCount(4);
  expect(String(post?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  await expect(deliveries(page).first()).toContainText('503', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Replay 1 failed' })).toBeVisible({ timeout: 30_000 });
  await lookAt(page, 'deliveries');

  const row = deliveries(page).first().getByRole('button');
  await press(page, row);
  const panel = page.getByRole('complementary', { name: 'subscription_charge' });
  await expect(panel.getByRole('heading', { name: 'subscription_charge' })).toBeFocused();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel).toContainText('webhook-signature: v1,');
  await expect(panel).toContainText('The database is locked');
  await expect(panel).toContainText('"keyword_name": "keyword 9"');
  await lookAt(page, 'delivery');
  away.clear();
  const again = panel.getByRole('button', { name: 'Replay now' });
  await press(page, again);
  await expect(toast(page, '1 delivery is sent again')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });
  await expect(again).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(deliveries(page).first()).toContainText('200');

  const states = page.getByRole('combobox', { name: 'State' });
  await choose(page, states, 'Failed');
  await expect(page.getByRole('heading', { name: 'No delivery matches' })).toBeVisible();
  await lookAt(page, 'no-match');
  await press(page, page.getByRole('button', { name: 'Show all deliveries' }));
  await expect(deliveries(page)).toHaveCount(4);
  await expectFocusKept(page, 'showing all');
  await choose(page, page.getByRole('combobox', { name: 'Event' }), 'subscription_charge');
  await expect(deliveries(page)).not.toHaveCount(0);

  const download = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Download' }));
  const kept = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { attempts: unknown[] }[];
  expect(kept.length).toBeGreaterThan(0);

  const range = page.getByRole('button', { name: 'Replay a range' });
  await press(page, range);
  const dialog = page.getByRole('dialog', { name: 'Replay a range of days' });
  await expect(dialog).toBeVisible();
  await lookAt(page, 'range', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(range).toBeFocused();
  const before = receiver.received.length;
  await press(page, range);
  await press(page, dialog.getByRole('button', { name: 'Replay' }));
  await expect(toast(page, '4 deliveries are sent again')).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(before + 4);
  await expect(range).toBeFocused();
});

test('messages of alerts are among them, also those whose channel was removed', async ({ page }) => {
  await recordAlertDeliveries(world.api, application);
  await open(page);
  await choose(page, page.getByRole('combobox', { name: 'Kind' }), 'Alerts');
  await expect(deliveries(page)).toHaveCount(2);
  await lookAtBoth(page, 'deliveries-of-alerts');
  const row = deliveries(page).filter({ hasText: 'Not sent' }).getByRole('button');
  await press(page, row);
  const panel = page.getByRole('complementary', { name: 'alert.recovered' });
  await expect(panel).toContainText('Not sent: the channel was removed');
  await expect(panel).toContainText('The database is locked');
  await lookAtBoth(page, 'delivery-of-an-alert');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test('an address that is gone is disabled, enabled again, and turned off', async ({ page }) => {
  receiver.respondWith('/hooks', (_, response) => response.writeHead(410).end());
  await purchase();
  await open(page);
  await expect(page.getByText(/it answered 410 or failed for too long/)).toBeVisible();
  await lookAt(page, 'disabled');
  receiver.respondWith('/hooks', (_, response) => response.writeHead(200).end());
  await chooseAction(page, menuOf(page, 'Webhooks'), 'Enable again');
  await expect(toast(page, 'Webhooks enabled again')).toBeVisible();
  await expect(menuOf(page, 'Webhooks')).toBeFocused();
  await chooseAction(page, menuOf(page, 'Webhooks'), 'Turn off');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }));
  await expect(toast(page, 'Webhooks turned off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set address: Webhooks' })).toBeFocused();
});

test('the demo shows its deliveries and changes nothing', async ({ page }) => {
  // Apple answers some of their tokens minutes later; two of six come soon.
  for (let trial = 0; trial < 6; trial += 1) await causeTrial(demoCampaign);
  await openSignedIn(page, path);
  await expect(deliveries(page).nth(1)).toBeVisible({ timeout: 60_000 });
  await lookAt(page, 'demo');
  for (const name of ['Send test', 'Actions for Webhooks', 'Replay a range']) {
    const button = page.getByRole('button', { name });
    await press(page, button);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAttribute('title', "You're on a demo account.");
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = deliveries(page).nth(1).getByRole('button');
  await press(page, row);
  const panel = page.getByRole('complementary').last();
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await expect(panel).toContainText('webhook-id');
  await lookAt(page, 'demo-delivery');
  await tabTo(page, panel.getByRole('button', { name: 'Replay now' }));
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});
