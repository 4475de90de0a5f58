import { expect, type Page, test } from '@playwright/test';
import { addDays, campaignStream, type DomainEvent } from '@tapwise/domain';
import { type AdsObjects, linkOrganization, pulledFigures } from '../support/ads-world.ts';
import { joinTeam } from '../support/team-member.ts';
import { expectAccessible, expectFits } from './accessible.ts';
import { happened, inTables, type OwnWorld, startOwnWorld } from './own-world.ts';

const objects: AdsObjects = { orgId: 4601, campaignId: 5601, adGroupId: 6601, keywordId: 7601 };
const { orgId, campaignId, adGroupId } = objects;
const adamId = 1500000601;
let world: OwnWorld;

const today = () => world.api.deps.now().toISOString().slice(0, 10);
const noonOf = (daysAgo: number) => `${addDays(today(), -daysAgo)}T12:00:00.000Z`;
const instantOf = (daysAgo: number) => (daysAgo === 0 ? world.api.deps.now().toISOString() : noonOf(daysAgo));

/** The campaign as the ad service showed it at noon of a day; today: now. */
function shown(daysAgo: number, dailyCap: number, status: 'ENABLED' | 'PAUSED' = 'ENABLED'): DomainEvent {
  return {
    type: 'CampaignObserved',
    data: {
      ...{ org_id: orgId, campaign_id: campaignId, observed_at: instantOf(daysAgo) },
      campaign: {
        ...{ campaign_id: campaignId, adam_id: adamId, name: 'US Brand', status, display_status: 'RUNNING' },
        ...{ deleted: false, countries: ['US'], supply_sources: ['APPSTORE_SEARCH_RESULTS'], currency: 'USD' },
        ...{ budget_micros: null, daily_budget_micros: dailyCap * 1e6, modified_at: null },
      },
    },
  };
}

/** Its ad group likewise. */
function groupShown(daysAgo: number, bid: number): DomainEvent {
  return {
    type: 'AdGroupsObserved',
    data: {
      ...{ org_id: orgId, campaign_id: campaignId, observed_at: instantOf(daysAgo) },
      ad_groups: [
        {
          ...{ ad_group_id: adGroupId, name: 'All', status: 'ENABLED', display_status: 'RUNNING', deleted: false },
          ...{ default_bid_micros: bid * 1e6, cpa_goal_micros: null, search_match: false, modified_at: null },
        },
      ],
    },
  };
}

test.beforeAll(async () => {
  world = await startOwnWorld();
  const { api, owner } = world;
  const application = await world.addApplication('Tally', adamId);
  await happened(api, campaignStream(campaignId), shown(20, 40), groupShown(20, 1));
  // First seen twenty days ago; its cap is another 16 and 5 days ago, its status 11 and 5 days ago.
  await happened(api, campaignStream(campaignId), shown(16, 45), shown(11, 45, 'PAUSED'), groupShown(8, 1.25));
  await happened(api, campaignStream(campaignId), shown(5, 60, 'PAUSED'), shown(5, 70, 'ENABLED'));
  await linkOrganization(api, { id: application, adamId, accountId: owner.accountId }, objects);
  await happened(api, campaignStream(campaignId), shown(0, 50), groupShown(0, 1));
  const figures = { impressions: 1000, taps: 70, installs: 20 };
  for (let age = 25; age >= 0; age -= 1) {
    const day = addDays(today(), -age);
    const spendMicros = (30 + (age % 5)) * 1e6;
    await inTables(api, await pulledFigures(api, application, objects, { ...figures, day, spendMicros }));
  }
});
test.afterAll(() => world.stop());

const lane = (page: Page) => page.getByRole('toolbar', { name: 'Marks of what was changed' });
const marks = (page: Page) => lane(page).getByRole('button');
const drawer = (page: Page) => page.getByRole('region', { name: 'What was changed' });
const chart = (page: Page) => page.getByRole('img', { name: /by campaign|Properties of/ });

async function open(page: Page, query = '', token = world.owner.token): Promise<void> {
  await world.open(page, token, `/client/charts?report=campaigns&metric=installs${query}`);
  await expect(chart(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^\d+ marks?$/ })).toBeVisible();
}

/** Every mark stands where the pointer finds its day in the chart. */
async function expectInLine(page: Page): Promise<void> {
  const all = await marks(page).all();
  expect(all.length).toBeGreaterThan(2);
  const canvas = await chart(page).boundingBox();
  for (const mark of all) {
    const box = await mark.boundingBox();
    const [day = ''] = ((await mark.getAttribute('aria-label')) ?? '').split(':');
    if (box === null || canvas === null) throw new Error('Nothing is drawn.');
    await page.mouse.move(box.x + box.width / 2, canvas.y + canvas.height / 3);
    await expect(chart(page).locator('strong').filter({ hasText: day })).toBeVisible();
  }
  await page.mouse.move(2, 2);
}

test('marks stand under their days, also in another width and under two stacked charts', async ({ page }) => {
  await open(page);
  await expect(marks(page)).toHaveCount(4);
  await expectInLine(page);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expectInLine(page);
  await open(page, '&mode=properties&drawn=spend,installs,cpt,ttr');
  await expect(marks(page)).toHaveCount(4);
  await expectInLine(page);
});

test('the pointer finds what happened before the values, and a press opens its entry', async ({ page }) => {
  await open(page);
  const paused = lane(page).getByRole('button', { name: /: Paused, US Brand$/ });
  const box = await paused.boundingBox();
  const canvas = await chart(page).boundingBox();
  if (box === null || canvas === null) throw new Error('Nothing is drawn.');
  await page.mouse.move(box.x + 12, canvas.y + canvas.height / 3);
  await expect(chart(page)).toContainText(/\w{3} \d+ \w{3}PausedUS Brand.*20/);
  await paused.click();
  await expect(paused).toHaveAttribute('aria-pressed', 'true');
  const entry = drawer(page).locator('li[aria-current]');
  await expect(entry).toHaveText(/^PausedUS Brand12:00$/);
  await expect(entry).toBeFocused();
  await paused.click();
  await expect(drawer(page)).toHaveCount(0);
  // Two things on one day share a button that counts them; the newest stands first.
  const twice = lane(page).getByRole('button', { name: /: 3 changes$/ });
  await expect(twice).toHaveText('3');
  await twice.click();
  await expect(drawer(page).locator('li[aria-current] strong')).toHaveText([
    'Daily cap $60.00 → $70.00',
    'Enabled',
    'Daily cap $45.00 → $60.00',
  ]);
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(twice).toBeFocused();
});

test('marks are one Tab stop: arrows go from mark to mark, Enter opens, Escape gives the focus back', async ({
  page,
}) => {
  await open(page);
  await chart(page).focus();
  await page.keyboard.press('Tab');
  await expect(marks(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(marks(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(marks(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(drawer(page).locator('li[aria-current]')).toHaveText(/Daily cap \$40\.00 → \$45\.00/);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(marks(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(marks(page).nth(1)).not.toBeFocused();
  const count = page.getByRole('button', { name: '6 marks' });
  await count.press('Enter');
  await expect(drawer(page).getByRole('heading', { name: 'What was changed' })).toBeFocused();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(count).toBeFocused();
});

test('marks are chosen by setting and taken from inside the lines, which the address keeps', async ({ page }) => {
  await open(page);
  const filter = page.getByRole('button', { name: 'Marks shown' });
  await filter.click();
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await choice('Daily cap').click();
  await expect(page.getByRole('button', { name: '2 marks' })).toBeVisible();
  await choice('Also ad groups and keywords').click();
  await expect(choice('CPA goal')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/marks=status%2Cbudget.*inside=true/);
  await page.reload();
  await expect(page.getByRole('button', { name: '2 marks' })).toBeVisible();
  await filter.click();
  await choice('CPT bid').click();
  await page.keyboard.press('Escape');
  await expect(lane(page).getByRole('button', { name: /: CPT bid \$1\.00 → \$1\.25, All$/ })).toBeVisible();
  await page.getByRole('button', { name: '4 marks' }).click();
  await expect(drawer(page)).toContainText('All in US Brand');
  await page.keyboard.press('Escape');
  // Without the line there is nothing to mark.
  await page.getByRole('list', { name: 'Legend' }).getByRole('button', { name: 'US Brand' }).click();
  await expect(page.getByRole('button', { name: '0 marks' })).toBeVisible();
  await page.getByRole('button', { name: '0 marks' }).click();
  await expect(drawer(page)).toContainText('No change matches the marks shown');
  await drawer(page).getByRole('button', { name: 'Show all marks' }).click();
  await expect(drawer(page)).toContainText('Nothing was changed in this range');
});

test('the same stands in the table, and the width of the table beside the chart in the address', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Changed' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Paused, US Brand' })).toHaveCount(1);
  const line = page.getByRole('separator', { name: 'Width of the table' });
  await line.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/width=410/);
  const box = await line.boundingBox();
  if (box === null) throw new Error('The line is not drawn.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/width=35\d/);
  const width = await line.getAttribute('aria-valuenow');
  await page.reload();
  await expect(line).toHaveAttribute('aria-valuenow', width ?? '');
  await line.dblclick();
  await expect(page).not.toHaveURL(/width=/);
});

test('a restricted collaborator sees marks of statuses alone', async ({ page }) => {
  await open(page, '&inside=true', (await joinTeam(world.api, world.owner, 'restricted')).token);
  await expect(page.getByRole('button', { name: '2 marks' })).toBeVisible();
  await page.getByRole('button', { name: 'Marks shown' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveText(['Status', 'Also ad groups and keywords']);
});

test('marks that cannot be loaded leave the chart, say so, and come with Retry', async ({ page }) => {
  await page.route('**/api/asa/changes?*', (route) => route.fulfill({ status: 504, body: '' }));
  await world.open(page, world.owner.token, '/client/charts?report=campaigns&metric=installs');
  await expect(chart(page)).toBeVisible();
  await page.getByRole('button', { name: 'Marks not loaded' }).click();
  await expect(drawer(page).getByRole('alert')).toContainText('The request took too much time to execute.');
  await expectAccessible(page, 'marks failed');
  await page.unroute('**/api/asa/changes?*');
  await drawer(page).getByRole('button', { name: 'Retry' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(6);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`marks have no accessibility fault in the ${colorScheme} theme: lane, list, menu, table`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expect(marks(page).first()).toBeVisible();
    await expectAccessible(page, 'lane');
    await marks(page).last().click();
    await expect(drawer(page).locator('li[aria-current]').first()).toBeFocused();
    await expectAccessible(page, 'list');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Marks shown' }).click();
    await expect(page.getByRole('menuitemcheckbox').first()).toBeVisible();
    await expectAccessible(page, 'menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expectAccessible(page, 'table');
  });
}

test('marks and their list fit a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  await expectFits(page);
  await page.getByRole('button', { name: '6 marks' }).click();
  await expect(drawer(page)).toBeVisible();
  await expectFits(page);
});
