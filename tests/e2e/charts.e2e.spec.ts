import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { causeTrial } from './caused.ts';
import { failing, firstFiguresMs, openSignedIn } from './signed-in.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Campaigns to draw' });
const rows = (page: Page) => table(page).locator('[data-row-id]');
const chart = (page: Page) => page.getByRole('img', { name: /by campaign/ });

// A chart that follows the figures may be asking again just when a story is over.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

async function openLoaded(page: Page): Promise<void> {
  await openSignedIn(page, '/client/charts');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
}

/** Id of the first campaign; users without a campaign have negative ids. */
async function campaignOf(page: Page): Promise<number> {
  const ids = await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row-id'))));
  return ids.find((id) => id > 0) ?? 0;
}

test('a chart is asked for by Update, begins with five lines and says its buckets', async ({ page }) => {
  await openSignedIn(page, '/client/charts');
  await expect(page.getByRole('heading', { name: 'Choose a report and press Update' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Last 30 days/ })).toBeVisible();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
  await expect(page.getByRole('heading', { name: /Predicted income by campaign, \$ per day/ })).toBeVisible();
  await expect(table(page).locator('[aria-selected="true"]')).toHaveCount(Math.min(5, await rows(page).count()));
  await expect(page).toHaveURL(/report=campaigns/);
});

test('a tick is a line: in the table, the legend, the address and after a reload', async ({ page }) => {
  await openLoaded(page);
  const legend = page.getByRole('list', { name: 'Legend' });
  const name = (await rows(page).first().getByRole('checkbox').getAttribute('aria-label')) ?? '';
  await expect(legend.getByRole('button', { name, exact: true })).toBeVisible();
  await rows(page).first().getByRole('checkbox').uncheck();
  await expect(legend.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/drawn=/);
  await page.reload();
  await expect(rows(page).first().getByRole('checkbox')).not.toBeChecked();
  await table(page).getByRole('checkbox', { name: 'Draw all' }).check();
  await table(page).getByRole('checkbox', { name: 'Draw none' }).uncheck();
  await expect(page.getByText('Tick rows to draw lines').first()).toBeVisible();
});

test('properties of one campaign stand on axes of their own, and "by" becomes "for"', async ({ page }) => {
  await openLoaded(page);
  await expect(page.getByText('by', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Properties' }).click();
  await expect(page.getByText('for', { exact: true })).toBeVisible();
  const properties = page.getByRole('grid', { name: 'Properties to draw' });
  await expect(properties.getByRole('checkbox', { name: 'Spend', exact: true })).toBeChecked();
  await properties.getByRole('checkbox', { name: 'Impressions', exact: true }).check();
  await expect(page.getByRole('heading', { name: /^Properties of / })).toBeVisible();
  await expect(page).toHaveURL(/mode=properties.*drawn=/);
});

test('the range before is drawn dashed, told in the table beside, and kept by the address', async ({ page }) => {
  await openLoaded(page);
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend).not.toContainText('before:');
  await page.getByRole('combobox', { name: 'Compare' }).click();
  await page.getByRole('option', { name: 'Previous period' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page).toHaveURL(/compare=previous/);
  await expect(legend).toContainText('before:');
  await expect(rows(page).first().getByRole('gridcell').last()).toContainText(/new|[+−]|0$/);
  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: ', before' }).first()).toHaveText(
    /^\w{3} \d+ \w{3}, before: \w{3} \d+ \w{3}: /,
  );
  await page.reload();
  await expect(legend).toContainText('before:');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('columnheader', { name: /, before$/ }).first()).toBeVisible();
  await expectAccessible(page, 'compared, as a table');
});

test('a chart of today follows the figures until it is paused; one of the past has nothing to follow', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('granularity=')) asked.push(request.url());
  });
  await openLoaded(page);
  const live = page.getByRole('switch', { name: 'Live' });
  await expect(live).toHaveAttribute('aria-checked', 'true');
  const first = asked.length;
  await causeTrial(await campaignOf(page));
  await expect.poll(() => asked.length, { timeout: 90_000 }).toBeGreaterThan(first);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await live.click();
  await expect(live).toHaveAttribute('aria-checked', 'false');
  await page.goto('/client/charts?report=campaigns&from=2026-01-01&to=2026-01-31');
  await expect(rows(page).first()).toBeVisible();
  await expect(live).toHaveAttribute('aria-disabled', 'true');
});

test('rows stay where they stood when their figures move, until they are sorted anew', async ({ page }) => {
  let moving = false;
  await page.route(
    (url) => url.searchParams.has('granularity'),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: { granularity: Record<string, unknown>[] }[] };
      // The last campaign earns more than all others from now on.
      if (moving) for (const bucket of body.items.at(-1)?.granularity ?? []) bucket.predicted_income = 1e6;
      await route.fulfill({ response, json: body });
    },
  );
  await openLoaded(page);
  const order = () => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  const before = await order();
  moving = true;
  await causeTrial(await campaignOf(page));
  const resort = page.getByRole('button', { name: /rows changed order – Re-sort/ });
  await expect(resort).toBeVisible({ timeout: 90_000 });
  expect(await order()).toEqual(before);
  await resort.click();
  await expect(resort).toHaveCount(0);
  expect(await order()).not.toEqual(before);
});

test('the line between table and chart moves with keys and by drag, and leaves the chart its room', async ({
  page,
}) => {
  await openLoaded(page);
  const line = page.getByRole('separator', { name: 'Width of the table' });
  const tableWidth = async () => Math.round((await table(page).boundingBox())?.width ?? 0);
  const before = await tableWidth();
  await line.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(tableWidth).toBe(before + 20);
  await page.keyboard.press('End');
  await expect.poll(async () => (await chart(page).boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(400);
  await expect.poll(tableWidth).toBeGreaterThan(before + 20);
  await page.keyboard.press('Enter');
  await expect.poll(tableWidth).toBe(before);
  const box = await line.boundingBox();
  if (box === null) throw new Error('The line is not drawn.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(tableWidth).toBeLessThan(before - 50);
});

test('another report type gives up what is loaded, wants its campaign, and can be taken back', async ({ page }) => {
  await openLoaded(page);
  await page.getByRole('combobox', { name: 'Report type' }).click();
  await page.getByRole('option', { name: 'Ad groups' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a report and press Update' })).toBeVisible();
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option').first().click();
  await update.click();
  const adGroups = page.getByRole('grid', { name: 'Ad groups to draw' });
  await expect(adGroups.locator('[data-row-id]').first()).toBeVisible();
  await expect(page).toHaveURL(/report=adgroups.*campaign_id=\d+/);
  await page.getByRole('combobox', { name: 'Report type' }).click();
  await page.getByRole('option', { name: 'Campaigns' }).click();
  await page.getByRole('button', { name: 'Back to previous' }).click();
  await expect(adGroups.locator('[data-row-id]').first()).toBeVisible();
});

test('the chart is read with arrow keys and its table says the same', async ({ page }) => {
  await openLoaded(page);
  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const said = page.locator('[aria-live="polite"]').filter({ hasText: ':' }).first();
  await expect(said).toHaveText(/^\w{3} \d+ \w{3}: .*\$/);
  const [day = '', values = ''] = ((await said.textContent()) ?? '').split(': ');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show as table' }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day }) });
  const first = /\$[\d,]*\d(?:\.\d+)?/.exec(values)?.[0] ?? 'nothing';
  await expect(row).toContainText(first);
});

test('the table of lines is one tab stop: arrows move, Space ticks', async ({ page }) => {
  await openLoaded(page);
  await expect(table(page).locator('[data-row-id] input[tabindex="0"]')).toHaveCount(1);
  await rows(page).first().getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  const second = rows(page).nth(1).getByRole('checkbox');
  await expect(second).toBeFocused();
  const before = await second.isChecked();
  await page.keyboard.press('Space');
  expect(await second.isChecked()).toBe(!before);
  await expect(second).toBeFocused();
});

test('what is drawn can be kept as CSV and as a picture', async ({ page }) => {
  await openLoaded(page);
  const lines = await table(page).locator('[aria-selected="true"]').count();
  await page.getByRole('button', { name: 'Download' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Values (CSV)' }).click(),
  ]);
  const [head = '', ...body] = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head.split(',').length).toBeGreaterThanOrEqual(lines + 1);
  expect(body).toHaveLength(30);
  await page.getByRole('button', { name: 'Download' }).click();
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Picture (PNG)' }).click(),
  ]);
  expect(
    readFileSync(await png.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('the chart library is fetched by charts only', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openSignedIn(page, '/client/countries');
  await expect(page.getByRole('grid', { name: 'Countries' })).toBeVisible();
  expect(fetched.filter((url) => /chart-engine|echarts/.test(url))).toEqual([]);
  await page.getByRole('link', { name: 'Charts' }).hover();
  await expect.poll(() => fetched.some((url) => /chart-engine|echarts/.test(url))).toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Charts has no accessibility fault in the ${colorScheme} theme: empty, loaded, as a table, failed`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openSignedIn(page, '/client/charts');
    await expect(page.getByRole('heading', { name: 'Choose a report and press Update' })).toBeVisible();
    await expectAccessible(page, 'empty');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(chart(page)).toBeVisible({ timeout: firstFiguresMs });
    await expectAccessible(page, 'loaded');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expectAccessible(page, 'as a table');
    const mend = await failing(page, '/api/asa/campaigns');
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'The request took too much time to execute.' });
    await expect(alert).toBeVisible();
    await expectAccessible(page, 'failed');
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page).first()).toBeVisible();
  });
}

test('Charts fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, '/client/charts?report=campaigns');
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
  await expectFits(page);
});
