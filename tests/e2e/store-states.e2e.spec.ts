import { expect, type Page, test } from '@playwright/test';
import { type StoreSaleRow, storeDayStream, storeReportsPullStream } from '@tapwise/domain';
import { expectAccessible, expectFits } from './accessible.ts';
import { happened, inTables, type OwnWorld, startOwnWorld } from './own-world.ts';

const noApplication =
  'You should create an application and integrate App Store Connect to see in-app purchases statistics.';
const notConnected = 'Please set up App Store Connect integration in settings to see in-app purchases statistics.';
const processing = 'Your reports are processing and will be available in a few minutes';

const screens = [
  { path: '/client/inapps', title: 'In-Apps' },
  { path: '/client/countries', title: 'Countries' },
];
const curves = [
  { path: '/trial_conversion', title: 'Trial conversion by hour' },
  { path: '/cltv', title: 'Lifetime value by charge' },
];

let world: OwnWorld;
/** Applications by how far the store has told of them. */
let apps: { unconnected: number; silent: number; unsold: number; sold: number };
/** Somebody who has just signed up. */
let newcomer: string;

test.beforeAll(async () => {
  world = await startOwnWorld();
  newcomer = (await world.api.signUp('Nia Example')).token;
  apps = {
    unconnected: await world.addApplication('Unconnected', 1500000401),
    silent: await connected('Silent', 1500000402),
    unsold: await connected('Unsold', 1500000403),
    sold: await connected('Sold', 1500000404),
  };
  await told(apps.unsold, []);
  await inTables(
    world.api,
    await told(apps.sold, [sale({ kind: 'download', product_id: '', units: 40 }), sale({ units: 3 })]),
  );
});
test.afterAll(() => world.stop());

const now = () => world.api.deps.now().toISOString();

/** An application whose keys of the store were accepted. */
async function connected(name: string, adamId: number): Promise<number> {
  const id = await world.addApplication(name, adamId);
  const { api } = world;
  const set = await happened(api, `application-${id}`, {
    type: 'StoreConnectionSet',
    data: {
      ...{ application_id: id, vendor_number: '80012345', key_id: '2X9R4HXF34', issuer_id: 'issuer', set_at: now() },
      private_key: 'v1.sealed',
    },
  });
  await api.deps.directory.reached(set);
  return id;
}

const sale = (said: Partial<StoreSaleRow>): StoreSaleRow => ({
  ...{ country: 'US', device: 'iPhone', kind: 'subscription', product_id: 'month', store_item_id: 5 },
  ...{ order_kind: 'new', units: 1, proceeds_micros: 7_000_000, proceeds_currency: 'USD' },
  ...{ price_micros: 10_000_000, price_currency: 'USD', ...said },
});

/** The store's report of yesterday came. @returns commit position. */
async function told(id: number, rows: StoreSaleRow[]): Promise<bigint> {
  const { api } = world;
  const day = new Date(Date.parse(now()) - 86_400_000).toISOString().slice(0, 10);
  const report = { application_id: id, day, pulled_at: now(), rows, set_aside: [] };
  if (rows.length > 0) await happened(api, storeDayStream(id, day), { type: 'StoreSalesRecorded', data: report });
  return happened(api, storeReportsPullStream(id), {
    type: 'StoreReportsPullCompleted',
    data: { application_id: id, vendor_number: '80012345', pulled_at: now(), days: [day], app_sku: 'SKU' },
  });
}

const message = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words, exact: true });

for (const { path, title } of [...screens, ...curves]) {
  test(`${path} says that there is no application, and leads to where one is made`, async ({ page }) => {
    await world.open(page, newcomer, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(message(page, noApplication)).toBeVisible();
    await page.getByRole('button', { name: 'Open Settings' }).press('Enter');
    await expect(page.getByText('Please create your first applicaiton to start using Tapwise')).toBeVisible();
    await expect(page.getByRole('form', { name: 'New application' })).toBeVisible();
  });

  test(`${path} says that the store is not connected, and leads to that very step`, async ({ page }) => {
    const query = path.startsWith('/client') ? 'app' : 'application_id';
    await world.open(page, world.owner.token, `${path}?${query}=${apps.unconnected}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(message(page, notConnected)).toBeVisible();
    await expectFits(page);
    await page.getByRole('button', { name: 'Open Settings' }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`/client/settings#store-${apps.unconnected}$`));
    await expect(page.locator(':focus')).toHaveAccessibleName('Set up: Store connection');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Store connection, Unconnected' })).toBeVisible();
  });
}

for (const { path, title } of screens) {
  test(`${path} waits for the store's first report, and looks again by itself`, async ({ page }) => {
    await world.open(page, world.owner.token, `${path}?app=${apps.silent}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(message(page, processing)).toBeVisible();
    await expect(page.getByText(/Looks again by itself in \d+ s\./)).toBeVisible();
    const asked = page.waitForRequest(/\/api\/application\/(?:iap_prices|countries_ltv)/);
    await page.getByRole('button', { name: 'Look now' }).press('Enter');
    await asked;
  });

  test(`${path} of an application that sold nothing yet says so, under its header`, async ({ page }) => {
    await world.open(page, world.owner.token, `${path}?app=${apps.unsold}`);
    const words = title === 'In-Apps' ? 'No in-app purchases yet' : 'No installs or sales yet';
    await expect(message(page, words)).toBeVisible();
    await expect(page.getByRole('columnheader').first()).toBeVisible();
    await expect(page.getByText(/^The store’s daily reports, last update (?:< 1|\d+) min old$/)).toBeVisible();
  });
}

for (const { path } of curves) {
  test(`${path} without a curve says so, and of a product that is not there too`, async ({ page }) => {
    await world.open(page, world.owner.token, `${path}?application_id=${apps.sold}`);
    await expect(message(page, 'No subscriptions yet')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto(`${world.url}${path}?application_id=${apps.sold}&product_id=nothing.like.this`);
    await expect(message(page, 'This product was not found.')).toBeVisible();
    await page.getByRole('button', { name: 'Show the first product' }).press('Enter');
    await expect(page).not.toHaveURL(/product_id/);
  });
}

test('figures of the daily report are never called live, and say what they are', async ({ page }) => {
  await world.open(page, world.owner.token, `/client/countries?app=${apps.sold}`);
  const grid = page.getByRole('grid', { name: 'Countries' });
  await expect(grid.locator('[data-row-id]')).toHaveCount(1);
  await expect(grid.getByText('Store’s daily reports')).toBeVisible();
  await expect(grid.getByText('live', { exact: true })).toHaveCount(0);
  await grid.locator('[data-column="installs"]').hover();
  await expect(page.getByText('First downloads by the store’s daily reports')).toBeVisible();
});

test('a device without rows says so and leads back to all devices', async ({ page }) => {
  await world.open(page, world.owner.token, `/client/countries?app=${apps.sold}&device=iPad`);
  await expect(message(page, 'No row matches')).toBeVisible();
  await page.getByRole('button', { name: 'All Devices' }).press('Enter');
  await expect(page.getByRole('grid').locator('[data-row-id]')).toHaveCount(1);
  await expect(page).not.toHaveURL(/device/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no state has an accessibility fault in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const { path, words } of [
      { path: `/client/inapps?app=${apps.silent}`, words: processing },
      { path: `/client/inapps?app=${apps.unsold}`, words: 'No in-app purchases yet' },
      { path: `/client/countries?app=${apps.unsold}`, words: 'No installs or sales yet' },
      { path: `/client/countries?app=${apps.sold}&device=iPad`, words: 'No row matches' },
      { path: `/cltv?application_id=${apps.unconnected}`, words: notConnected },
      { path: `/trial_conversion?application_id=${apps.sold}`, words: 'No subscriptions yet' },
    ]) {
      await world.open(page, world.owner.token, path);
      await expect(message(page, words)).toBeVisible();
      await expectAccessible(page, path);
    }
    await world.open(page, newcomer, '/client/countries');
    await expect(message(page, noApplication)).toBeVisible();
    await expectAccessible(page, 'no application');
  });
}
