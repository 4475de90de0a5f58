import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { obtainChromium } from '../../infra/operations/test/chromium.ts';
import { numberOf, reportsPage } from '../e2e/reports-page.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { moveTo, press, tabTo, typeInto } from '../walks/support/by-keys.ts';
import { openPictures } from './pictures.ts';
import { step } from './step.ts';
import { expect, stepMs } from './timeouts.ts';

const template = 'Lower bids without installs';
const name = 'Less for what brings nothing';
/** Nothing else of the demo changes its bids. */
const campaign = 'UK AU CA | Competitor';
const mostMinutes = 10;
/** The past of the market is delivered first, and the rule waits for its slot. */
const firstFiguresMs = 300_000;
const slotMs = 300_000;

/**
 * From a fresh start to a rule that was made from a template, acted, was seen in the table, was asked why, and was undone: all in a browser by
 * keys alone. Prints each step and the minutes of all. With `STORY_URL` over a product that is running.
 * @throws Error when a step does not come true, or all take too long.
 */
export async function ownRuleStory(): Promise<void> {
  const began = performance.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'tapwise-own-rule-story-'));
  const pictures = openPictures(mkdtempSync(join(tmpdir(), 'tapwise-story-pictures-')));
  const executablePath = await obtainChromium();
  const running = process.env.STORY_URL;
  let product: Product | undefined;
  const browser = await chromium.launch({
    ...(existsSync(executablePath) ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  context.setDefaultTimeout(stepMs);
  const page = await context.newPage();
  try {
    if (running === undefined) product = await step('The product starts', () => startProduct({ dataDir }));
    const url = running ?? product?.url ?? '';
    await step('A visitor enters the demo and waits for its figures', () => enter(page, url));
    await step(`A rule is made of the template "${template}" and started`, () => makeRule(page));
    await pictures.capture(page, 'rule');
    const acted = await step('It acts', () => awaitAction(page));
    await pictures.capture(page, 'acted');
    await step(`Reports show the bid of ${acted.bid}`, () => findBid(page, acted));
    await pictures.capture(page, 'bid');
    await step('The bid says why', () => openWhy(page));
    await pictures.capture(page, 'why');
    await step('The run is undone', () => undoRun(page));
    await pictures.capture(page, 'undone');
  } catch (error) {
    await page.screenshot({ path: join(pictures.folder, 'failed.png') });
    throw error;
  } finally {
    await browser.close();
    await product?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    console.log(`Pictures are in ${pictures.folder}`);
  }
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${minutes.toFixed(1)} minutes`);
  if (minutes > mostMinutes) throw new Error(`That took more than ${mostMinutes} minutes`);
}

async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await press(page, page.getByRole('button', { name: /demo/i }));
  await page.waitForURL(/\/client\/reports/);
  const { rows } = reportsPage(page);
  await expect(rows.filter({ hasText: campaign }).first()).toBeVisible({ timeout: firstFiguresMs });
}

async function makeRule(page: Page): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Automation' }));
  await press(page, page.getByRole('button', { name: 'New rule' }));
  const item = page.getByRole('menuitem', { name: new RegExp(`^${template}`) });
  await expect(item).toBeVisible();
  for (let moves = 0; moves < 20 && !(await isFocused(item)); moves += 1) await page.keyboard.press('ArrowDown');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  const asks = page.getByRole('region', { name: 'This template asks for' });
  await typeInto(page, asks.getByRole('textbox', { name: 'Spend without installs' }), '1');
  await typeInto(page, asks.getByRole('textbox', { name: 'Lowest bid' }), '0.2');
  await typeInto(page, asks.getByRole('textbox', { name: 'Highest bid' }), '9');
  await press(page, page.getByRole('button', { name: /^Campaigns:/ }));
  const all = page.getByRole('checkbox', { name: /^All campaigns of/ });
  for (const box of await all.all()) if (await box.isChecked()) await press(page, box, 'Space');
  await typeInto(page, page.getByRole('searchbox', { name: 'Campaigns' }), campaign);
  await press(page, page.getByRole('checkbox', { name: campaign }), 'Space');
  await press(page, page.getByRole('button', { name: 'Done' }));
  const panel = page.getByRole('region', { name: 'If it ran now' });
  // Its days are complete once the first pull has ended, and no alert doubts them.
  await expect(panel.locator('[data-verdict="acted"]').first()).toBeVisible({ timeout: firstFiguresMs });
  await press(page, page.getByRole('button', { name: 'Start live' }));
  await page.waitForURL(/\/client\/automation\/\d+/);
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toBeVisible();
}

interface Acted {
  /** Of the keyword. */
  readonly bid: string;
  readonly key: string;
  readonly value: number | null;
}

async function awaitAction(page: Page): Promise<Acted> {
  const run = page.getByRole('region', { name: 'Run', exact: true });
  const row = run.locator('[data-verdict="acted"]').first();
  await expect(row).toBeVisible({ timeout: slotMs });
  const value = numberOf((await row.locator('[data-new]').textContent()) ?? '');
  const key = (await row.getAttribute('data-row-id')) ?? '';
  return { bid: (await row.getByRole('rowheader').textContent()) ?? '', key, value };
}

async function findBid(page: Page, { key, value }: Acted): Promise<void> {
  const { rows, grid, cell } = reportsPage(page);
  const [campaignId, adGroupId, keywordId] = key.split(':');
  await press(page, page.getByRole('link', { name: 'Reports', exact: true }));
  for (const id of [campaignId, adGroupId]) {
    const wanted = grid.locator(`[data-row-id="${id}"]`);
    await goToRow(page, wanted);
    await page.keyboard.press('Enter');
    await expect(wanted).toHaveCount(0);
    await expect(rows.first().getByRole('rowheader')).toBeFocused();
  }
  const row = grid.locator(`[data-row-id="${keywordId}"]`);
  await goToRow(page, row);
  const bid = await cell(row, 'cpt_bid');
  await moveTo(page, bid);
  // What was written is projected after the past that is still coming in.
  await expect.poll(async () => numberOf((await bid.textContent()) ?? ''), { timeout: firstFiguresMs }).toBe(value);
}

/** Moves down the first column to a row. */
async function goToRow(page: Page, row: ReturnType<Page['locator']>): Promise<void> {
  const { grid, rows } = reportsPage(page);
  await expect(rows.first()).toBeVisible();
  await tabTo(page, grid.locator('[tabindex="0"]'));
  await page.keyboard.press('Control+Home');
  const header = row.getByRole('rowheader');
  for (let moves = 0; moves < 300; moves += 1) {
    if ((await row.count()) > 0 && (await isFocused(header))) return;
    await page.keyboard.press('ArrowDown');
  }
  await expect(header).toBeFocused();
}

async function openWhy(page: Page): Promise<void> {
  await page.keyboard.press('Control+i');
  const why = page.getByRole('complementary', { name: 'Why did this change?' });
  await expect(why.getByRole('heading').first()).toBeFocused();
  await expect(page.getByRole('region', { name })).toBeVisible();
}

async function undoRun(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('link', { name: 'Campaign Management' }));
  await tabTo(page, page.getByRole('tab', { selected: true }).first());
  const history = page.getByRole('tab', { name: 'History' });
  for (let moves = 0; moves < 10 && !(await isFocused(history)); moves += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /^Undo/ }).first();
  await press(page, undo);
  const panel = page.getByRole('complementary', { name: /^Undo/ });
  // What Apple says now is read first.
  await expect(panel.getByText('Restore', { exact: true }).first()).toBeVisible();
  await press(page, panel.getByRole('button', { name: /^Undo/ }));
  await expect(page.getByText(/\d+ restored/).first()).toBeVisible();
}

const isFocused = (target: ReturnType<Page['locator']>): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
