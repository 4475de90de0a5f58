import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { campaignStream } from '@tapwise/domain';
import { type AdsObjects, installed, linkOrganization, pulledFigures } from '../support/facts/ads-world.ts';
import { joinTeam } from '../support/people/team-member.ts';
import { happened, inTables, type OwnWorld, startOwnWorld } from './own-world.ts';
import { readWorkbook } from './workbook.ts';

const first: AdsObjects = { orgId: 4301, campaignId: 5301, adGroupId: 6301, keywordId: 7301 };
/** Spends more than the first, and comes after it by name. */
const second: AdsObjects = { orgId: 4301, campaignId: 5302, adGroupId: 6302, keywordId: 7302 };

/** Columns of spend and traffic, and of what is computed from them. */
const withheld = [
  'spend',
  'daily_spend',
  'impressions',
  'taps',
  'ttr',
  'cr',
  'ir',
  'cpt',
  'cpa',
  'cpm',
  'cost_per_trial',
  'cost_per_conversion',
  'current_roas',
  'predicted_roas',
  'current_result',
  'predicted_result',
  'budget',
  'daily_cap',
];
/** By case: letters of other words come together where an element has no space between its parts. */
const revealing = /[Ss]pend|ROAS|CPT|CPA|CPM|TTR|Taps|Impressions|Result|Cost per/;
const note = 'Your access does not include spend, ROAS, CPT, CPA and traffic: those columns are hidden.';

let world: OwnWorld;
let restricted: string;

test.beforeAll(async () => {
  world = await startOwnWorld();
  const { api, owner } = world;
  const application = await world.addApplication('Tally', 1500000301);
  await linkOrganization(api, { id: application, adamId: 1500000301, accountId: owner.accountId }, first);
  await happened(api, campaignStream(second.campaignId), {
    type: 'CampaignObserved',
    data: {
      org_id: second.orgId,
      campaign_id: second.campaignId,
      observed_at: api.deps.now().toISOString(),
      campaign: {
        campaign_id: second.campaignId,
        adam_id: 1500000301,
        name: `Campaign ${second.campaignId}`,
        status: 'ENABLED',
        display_status: 'RUNNING',
        deleted: false,
        countries: ['US'],
        supply_sources: ['APPSTORE_SEARCH_RESULTS'],
        currency: 'USD',
        budget_micros: null,
        daily_budget_micros: 50_000_000,
        modified_at: null,
      },
    },
  });
  const day = api.deps.now().toISOString().slice(0, 10);
  const figures = { day, impressions: 1000, taps: 70, installs: 20 };
  await pulledFigures(api, application, first, { ...figures, spendMicros: 30_000_000 });
  await pulledFigures(api, application, second, { ...figures, spendMicros: 90_000_000 });
  await installed(api, application, 'install-1', first);
  await inTables(api, await installed(api, application, 'install-2', second));
  restricted = (await joinTeam(world.api, world.owner, 'restricted')).token;
});
test.afterAll(() => world.stop());

/** The two campaigns; users without a campaign come below them. */
const rows = (page: Page) => page.getByRole('grid').locator('[data-row-id^="530"]');
const headers = (page: Page) =>
  page
    .getByRole('grid')
    .locator('[data-column]')
    .evaluateAll((all) => all.map((header) => header.getAttribute('data-column') ?? ''));

async function open(page: Page, token: string, query: string): Promise<void> {
  await world.open(page, token, `/client/reports?${query}`);
  await expect(rows(page)).toHaveCount(2);
}

test('the owner sees the columns that are withheld from a restricted collaborator, in every tab and order', async ({
  page,
  browser,
}) => {
  // A wide page, so that no column is left out because it is not visible.
  await page.setViewportSize({ width: 6000, height: 900 });
  await open(page, world.owner.token, 'tab=full');
  const all = await headers(page);
  expect(withheld.filter((column) => !all.includes(column))).toEqual([]);
  await expect(page.getByText(note)).toHaveCount(0);

  const context = await browser.newContext({ viewport: { width: 6000, height: 900 } });
  const other = await context.newPage();
  for (const tab of ['short', 'spend', 'income', 'inapps', 'full']) {
    await open(other, restricted, `tab=${tab}`);
    const displayedColumns = await headers(other);
    expect(displayedColumns.filter((column) => withheld.includes(column))).toEqual([]);
    expect(displayedColumns).toContain('name');
    await expect(other.getByText(note)).toBeVisible();
    // Nothing else of the page names them either: only the note says what is missing.
    const texts = ((await other.locator('main').textContent()) ?? '').replace(note, '').replaceAll('Spend details', '');
    expect(texts).not.toMatch(revealing);
  }
  expect((await headers(other)).length).toBeGreaterThan(5);

  // By an address that asks for them the owner's rows are in the order of spend, the collaborator's in that of names.
  const names = (at: Page) => rows(at).getByRole('rowheader').allTextContents();
  const query = 'cols=spend,installs,cpt,current_roas&sort=-spend';
  await open(page, world.owner.token, query);
  expect(await headers(page)).toEqual(['name', 'spend', 'installs', 'cpt', 'current_roas']);
  expect(await names(page)).toEqual(['Campaign 5302', 'Campaign 5301']);
  await open(other, restricted, query);
  expect((await headers(other)).filter((column) => withheld.includes(column))).toEqual([]);
  expect(await names(other)).toEqual(['Campaign 5301', 'Campaign 5302']);
  await context.close();
});

test('an Excel file of a restricted collaborator has no such column', async ({ page }) => {
  await open(page, restricted, 'tab=full');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  const { sheets } = readWorkbook(await readFile(await (await download).path()));
  const [title = [], ...lines] = sheets[0] ?? [];
  expect(title.length).toBeGreaterThan(5);
  expect(title.filter((name) => revealing.test(String(name)))).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const line of lines) for (const spent of [30, 90, 1000, 70]) expect(line).not.toContain(spent);
});
