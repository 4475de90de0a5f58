import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { chooseRange, numberOf, openDemo } from './reports-page.ts';
import { readWorkbook } from './workbook.ts';

/** Calls of reports the page makes from now on. */
function countReports(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/\/api\/asa\/(?:campaigns|adgroups|keywords)\?/.test(request.url())) count += 1;
  });
  return () => count;
}

test('five tabs show the same rows without asking again, and the address keeps the tab', async ({ page }) => {
  const { grid, header } = await openDemo(page);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  const count = await grid.getAttribute('aria-rowcount');
  const asked = countReports(page);
  const shown: [string, string, RegExp][] = [
    ['Spend details', 'impressions', /tab=spend/],
    ['Income details', 'refund_rate', /tab=income/],
    ['In-Apps details', 'first_launches', /tab=inapps/],
    ['Full report', 'cpm', /tab=full/],
  ];
  for (const [name, column, address] of shown) {
    await page.getByRole('tab', { name }).click();
    await expect(header(column)).toBeAttached();
    await expect(grid).toHaveAttribute('aria-rowcount', count ?? '');
    await expect(page).toHaveURL(address);
  }
  expect(asked()).toBe(0);
  await page.getByRole('tab', { name: 'Short report' }).click();
  await expect(page).not.toHaveURL(/tab=/);
});

test('In-Apps details counts the subscriptions of each product, and the states add up to the count', async ({
  page,
}) => {
  const reports = await openDemo(page);
  const { grid, totals, cell } = reports;
  await chooseRange(reports, 'Last 90 days');
  await page.getByRole('tab', { name: 'In-Apps details' }).click();
  const counts = grid.locator('[data-column^="product:"][data-column$=":count"]');
  await expect(counts.first()).toBeAttached();
  const column = (await counts.first().getAttribute('data-column')) ?? '';
  const product = column.replace(/:count$/, '');
  const total = async (field: string) =>
    numberOf((await (await cell(totals, `${product}:${field}`)).textContent()) ?? '') ?? Number.NaN;
  const states = ['trial', 'trial_canceled', 'billing_issues', 'active', 'canceled', 'refunded'];
  await expect
    .poll(async () => {
      const sum = (await Promise.all(states.map(total))).reduce((all, one) => all + one, 0);
      return sum - (await total('count'));
    })
    .toBe(0);
});

test('predictions stand in the place of income on the short report, beside it elsewhere, and go when switched off', async ({
  page,
}) => {
  const { header } = await openDemo(page);
  const box = page.getByRole('checkbox', { name: 'include predictions for active subscriptions' });
  await expect(box).toBeChecked();
  await expect(header('predicted_income')).toBeAttached();
  await expect(header('current_income')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Income details' }).click();
  await expect(header('predicted_income')).toBeAttached();
  await expect(header('current_income')).toBeAttached();
  await box.uncheck();
  await expect(header('predicted_income')).toHaveCount(0);
  await expect(header('current_income')).toBeAttached();
  await expect(page).toHaveURL(/predictions=0/);
  await page.reload();
  await expect(box).not.toBeChecked();
  await page.getByRole('tab', { name: 'Short report' }).click();
  await expect(header('current_income')).toBeAttached();
});

test('on a narrow screen the last tabs give way, the predictions never do', async ({ page }) => {
  const { header } = await openDemo(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: 'Full report' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'include predictions for active subscriptions' })).toBeInViewport();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitemradio', { name: 'Full report' }).click();
  await expect(page.getByRole('tab', { name: 'Full report', selected: true })).toBeVisible();
  await expect(header('cpm')).toBeAttached();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(390);
});

test('columns are chosen and moved, the address keeps them, and Reset gives the tab its own', async ({ page }) => {
  const { rows } = await openDemo(page);
  // The drawer hides what it covers from names and roles, so the grid is found by its mark.
  const keys = () =>
    page.locator('[role="grid"] [data-column]').evaluateAll((all) => all.map((one) => one.getAttribute('data-column')));
  const before = await keys();
  await page.getByRole('button', { name: 'Columns' }).click();
  const drawer = page.getByRole('dialog', { name: 'Columns' });
  await drawer.getByRole('searchbox').fill('impressions');
  await drawer.getByRole('checkbox', { name: 'Impressions' }).check();
  await expect.poll(keys).toEqual([...before, 'impressions']);
  await drawer.getByRole('searchbox').fill('');
  const up = drawer.getByRole('button', { name: /^Move up Impressions/ });
  await up.click();
  await expect(up).toBeFocused();
  await expect.poll(keys).toEqual([...before.slice(0, -1), 'impressions', before.at(-1)]);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/cols=/);
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect.poll(keys).toEqual([...before.slice(0, -1), 'impressions', before.at(-1)]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await drawer.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(keys).toEqual(before);
  await expect(page).not.toHaveURL(/cols=/);
});

test('a saved view comes back by its name, and Reports begins with it when it is told to', async ({ page }) => {
  const { header } = await openDemo(page);
  await page.getByRole('tab', { name: 'Full report' }).click();
  await header('taps').click();
  await expect(page).toHaveURL(/sort=-taps/);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await menu.getByLabel('Name of this view').fill('By taps');
  await menu.getByRole('button', { name: 'Save view' }).click();
  await menu.getByRole('button', { name: 'Begin with By taps' }).click();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Short report' }).click();
  await header('spend').click();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await menu.getByRole('button', { name: 'By taps', exact: true }).click();
  await expect(header('taps')).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('tab', { name: 'Full report', selected: true })).toBeVisible();

  await page.goto('/client/reports');
  await expect(page).toHaveURL(/tab=full&sort=-taps/);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await menu.getByRole('button', { name: 'Delete By taps' }).click();
  await expect(menu.getByText('No view is saved yet.')).toBeVisible();
});

test('a compared report says under each figure what changed, in taller rows, and the address keeps it', async ({
  page,
}) => {
  const { rows, totals, cell } = await openDemo(page);
  await page.getByRole('combobox', { name: 'Compare' }).click();
  await page.getByRole('option', { name: 'Previous period' }).click();
  await expect(page.getByText('Changes not applied')).toBeVisible();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page).toHaveURL(/compare=previous/);
  await expect(await cell(totals, 'taps')).toHaveText(/^[\d,]+(?:[+−][\d,]+ {2}[+−]?[\d,]+ %|0|new)$/);
  expect((await rows.first().boundingBox())?.height).toBe(44);
  await page.reload();
  await expect(await cell(totals, 'taps')).toHaveText(/%|new|\d0$/);
});

test('the Excel file has every row of the screen with its figures, no formula, and a receipt', async ({ page }) => {
  const { grid, rows, totals, header, cell } = await openDemo(page);
  // Figures that move while they are read would differ for no fault of the file.
  await page.getByRole('switch', { name: 'Live' }).click();
  await page.getByRole('tab', { name: 'Full report' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tapwise-campaigns-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xlsx$/);
  const count = Number(await grid.getAttribute('aria-rowcount')) - 2;
  await expect(page.getByText(`Done: ${count} rows`)).toBeVisible();
  const { sheets, formulas } = readWorkbook(await readFile(await file.path()));
  const [sheet = [], receipt = []] = sheets;
  expect(formulas).toBe(0);
  expect(sheet.length).toBe(count + 1);
  const columns = (sheet[0] ?? []).map(String);
  for (const [column, title] of [
    ['taps', /^Taps$/],
    ['spend', /^Spend, /],
    ['ttr', /^TTR, %$/],
  ] as const) {
    const place = columns.findIndex((name) => title.test(name));
    await header(column).scrollIntoViewIfNeeded();
    for (const [index, row] of (await rows.all()).entries()) {
      const shown = numberOf((await (await cell(row, column)).textContent()) ?? '');
      const kept = sheet[index + 1]?.[place] ?? null;
      const value = typeof kept === 'number' ? kept * (column === 'ttr' ? 100 : 1) : null;
      if (shown === null) expect(value).toBeNull();
      else expect(Math.abs((value ?? Number.NaN) - shown), `${column} of row ${index}`).toBeLessThanOrEqual(0.5);
    }
  }
  const facts = new Map(receipt.map(([label, value]) => [String(label), value]));
  expect(facts.get('Rows')).toBe(count);
  expect(facts.get('Claim type')).toBe('Tap-through');
  expect(String(facts.get('Search ads as of'))).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(facts.get('Total: Taps')).toBe(numberOf((await (await cell(totals, 'taps')).textContent()) ?? ''));
});

test('Excel code is fetched only by those who want a file', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openDemo(page);
  expect(fetched.filter((url) => /excel/i.test(url))).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  await download;
  expect(fetched.filter((url) => /excel/i.test(url)).length).toBeGreaterThan(0);
});

test('a number says how it was made: formula, parts, what was counted, and how old its sources are', async ({
  page,
}) => {
  const { rows, cell } = await openDemo(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  const figure = await cell(rows.first(), 'cpa');
  const shown = (await figure.textContent()) ?? '';
  await figure.click();
  const help = page.getByRole('region', { name: 'How the number is calculated' });
  await expect(help.getByRole('heading', { name: 'CPA' })).toBeVisible();
  await expect(help.getByText('Spend ÷ Installs')).toBeVisible();
  await expect(help.getByRole('row', { name: /^CPA/ })).toContainText(shown);
  await expect(help.getByRole('heading', { name: 'Ages' })).toBeVisible();
  const part = async (name: RegExp) =>
    numberOf(((await help.getByRole('row', { name }).getByRole('cell').last().textContent()) ?? '').replace('÷', '')) ??
    0;
  const [spend, installs] = [await part(/^Spend/), await part(/^Installs/)];
  expect(Math.abs(spend / installs - (numberOf(shown) ?? 0))).toBeLessThan(0.5);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(figure).toBeFocused();
});
