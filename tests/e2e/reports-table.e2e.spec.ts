import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { chooseRange, numberOf, openDemo } from './reports-page.ts';
import { readWorkbook } from './workbook.ts';

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
      const sum = (await Promise.all(states.map(total))).reduce((all, count) => all + count, 0);
      return sum - (await total('count'));
    })
    .toBe(0);
});

test('the Excel file has every row of the screen with its figures, no formula, and a receipt; its code is fetched then', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const { grid, rows, totals, header, cell } = await openDemo(page);
  // Figures that move while they are read would differ for no fault of the file.
  await page.getByRole('switch', { name: 'Live' }).click();
  await page.getByRole('tab', { name: 'Full report' }).click();
  expect(fetched.filter((url) => /excel/i.test(url))).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  const file = await download;
  expect(fetched.filter((url) => /excel/i.test(url)).length).toBeGreaterThan(0);
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
    const columnIndex = columns.findIndex((name) => title.test(name));
    await header(column).scrollIntoViewIfNeeded();
    for (const [index, row] of (await rows.all()).entries()) {
      const displayed = numberOf((await (await cell(row, column)).textContent()) ?? '');
      const kept = sheet[index + 1]?.[columnIndex] ?? null;
      const value = typeof kept === 'number' ? kept * (column === 'ttr' ? 100 : 1) : null;
      if (displayed === null) expect(value).toBeNull();
      else expect(Math.abs((value ?? Number.NaN) - displayed), `${column} of row ${index}`).toBeLessThanOrEqual(0.5);
    }
  }
  const facts = new Map(receipt.map(([label, value]) => [String(label), value]));
  expect(facts.get('Rows')).toBe(count);
  expect(facts.get('Claim type')).toBe('Tap-through');
  expect(String(facts.get('Apple Ads as of'))).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(facts.get('Total: Taps')).toBe(numberOf((await (await cell(totals, 'taps')).textContent()) ?? ''));
});

test('a number is explained by parts that make it up', async ({ page }) => {
  const { rows, cell } = await openDemo(page);
  const figure = await cell(rows.first(), 'cpa');
  await figure.click();
  const help = page.getByRole('region', { name: 'How the number is calculated' });
  await expect(help.getByRole('heading', { name: 'CPA' })).toBeVisible();
  const part = async (name: RegExp) => {
    const text = await help.getByRole('row', { name }).getByRole('cell').last().textContent();
    return numberOf((text ?? '').replace('÷', '')) ?? Number.NaN;
  };
  // The market moves, and row and explanation follow it each at their own pace: between two moves they agree.
  await expect(async () => {
    const displayed = (await figure.textContent()) ?? '';
    await expect(help.getByRole('row', { name: /^CPA/ })).toContainText(displayed, { timeout: 1000 });
    expect(
      Math.abs((await part(/^Spend/)) / (await part(/^Installs/)) - (numberOf(displayed) ?? Number.NaN)),
    ).toBeLessThan(0.5);
  }).toPass({ timeout: 60_000 });
  await expect(help.getByText('Spend ÷ Installs')).toBeVisible();
});
