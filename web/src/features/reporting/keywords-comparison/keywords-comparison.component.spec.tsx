import { campaignNamesResponseSchema, reportResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse, writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { type StandInCall, timedOut } from '../../../testing/stand-in-server.ts';
import { drawnLines, overlappingTexts } from '../../../testing/text-places.ts';

const call = 'GET /api/asa/all_campaigns_keywords';
const path = '/client/keywordscomparison';
const names = campaignNamesResponseSchema.parse({
  status: 'ok',
  campaigns: [
    { id: 501, name: 'US Brand', status: 'RUNNING' },
    { id: 502, name: 'DE Generic', status: 'RUNNING' },
  ],
});

const figures = sums({ spend: 20, taps: 10, installs: 4 });
const both = sums({ spend: 40, taps: 20, installs: 8 });
const places = {
  701: { campaign_id: 501, campaign_name: 'US Brand', ad_group_id: 601, ad_group_name: 'Exact' },
  702: { campaign_id: 502, campaign_name: 'DE Generic', ad_group_id: 602, ad_group_name: 'Broad' },
  703: { campaign_id: 502, campaign_name: 'DE Generic', ad_group_id: 602, ad_group_name: 'Broad' },
};

const group = { group_keywords: 2, group_campaigns: 2, group_ad_groups: 2, match_type: null };

/** Two keywords of one text and one of another; grouped, the two are in a row of their own. */
function keywords({ url }: StandInCall) {
  const grouped = url.searchParams.get('group') === 'keyword';
  const response = report(
    [
      { id: 701, name: 'sleep timer', base: figures },
      { id: 702, name: 'sleep timer', base: figures },
      { id: 703, name: 'maps', base: figures },
      ...(grouped ? [{ id: -1, name: 'sleep timer', base: both }] : []),
    ],
    'keyword',
  );
  const rows = response.rows.map((row) => ({
    ...row,
    ...(row.id === -1 ? group : places[row.id as keyof typeof places]),
    ...(grouped && (row.id === 701 || row.id === 702) ? { group_id: -1 } : {}),
  }));
  return reportResponseSchema.parse({ ...response, rows });
}

const open = (options: ScreenOptions = {}, query = '') =>
  openScreen(path + query, {
    ...options,
    responses: { 'GET /api/asa/campaign_names': names, [call]: keywords, ...options.responses },
  });

const unchosen = () => page.getByRole('heading', { name: 'Choose at least one campaign' });
const update = () => page.getByRole('button', { name: 'Update' });
const rowCount = () => table.names().length;

async function chooseAll(): Promise<void> {
  await press(/^Campaigns: /);
  await press(/^Select all shown/);
  await press('Done');
}

describe('Keywords Comparison', () => {
  it('shows keywords of several campaigns in one table once campaigns are chosen', async () => {
    const { address, reload } = await open();
    await expect.element(unchosen()).toBeVisible();
    const hint = 'Choose campaigns above and press Update: their keywords appear in one table.';
    await expect.element(page.getByText(hint, { exact: true })).toBeVisible();
    await expect.element(update()).toHaveAttribute('aria-disabled', 'true');
    await chooseAll();
    await update().click();
    await expect.poll(rowCount).toBe(3);
    expect(table.columns()).toEqual(expect.arrayContaining(['campaign_name', 'ad_group_name']));
    expect(address()).toMatch(/campaign_ids=\d+%2C\d+/);
    for (const name of ['Spend details', 'Income details', 'In-Apps details', 'Full report', 'Short report']) {
      await page.getByRole('tab', { name }).click();
      await expect.element(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      expect(rowCount()).toBe(3);
    }
    await reload();
    await expect.poll(rowCount).toBe(3);
  });

  it('finds campaigns by name, to be chosen with keys alone', async () => {
    await open();
    const button = page.getByRole('button', { name: /^Campaigns: / });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const search = page.getByRole('searchbox', { name: 'Search campaigns' });
    await search.fill('no such campaign');
    await expect.element(page.getByText('No name matches')).toBeVisible();
    await search.fill('brand');
    (page.getByRole('checkbox', { name: /brand/i }).first().element() as HTMLElement).focus();
    await userEvent.keyboard(' {Escape}');
    await expect.element(page.getByRole('button', { name: /^Campaigns: .*1 chosen$/ })).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(rowCount).toBe(3);
  });

  it('groups keywords of one text in a row that opens to them, also by key and after a reload', async () => {
    const { address, reload } = await open();
    await chooseAll();
    await update().click();
    await expect.poll(rowCount).toBe(3);
    const box = page.getByRole('checkbox', { name: 'Group by keyword' });
    await box.click();
    await expect.poll(address).toContain('group=keyword');
    const group = () => document.querySelector<HTMLElement>('[data-row-id="-1"] [role="rowheader"]');
    const within = () => document.querySelectorAll('[role="rowheader"][data-within]').length;
    await expect.poll(() => group()?.getAttribute('aria-expanded')).toBe('false');
    expect(group()?.textContent).toMatch(/sleep timer.*2 keywords/);
    // Another question is sorted again, though the rows of the former one were kept while it was asked.
    expect(document.querySelector<HTMLElement>('[data-row-id]')?.dataset.rowId).toBe('-1');
    expect(within()).toBe(0);
    await expectAccessible('grouped');
    group()?.click();
    await expect.poll(within).toBe(2);
    expect(group()?.getAttribute('aria-expanded')).toBe('true');
    group()?.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(within).toBe(0);
    await reload();
    await expect.poll(() => group() !== null).toBe(true);
    await box.click();
    await expect.poll(address).not.toContain('group=');
    await expect.poll(group).toBeNull();
  });
});

it('changes bids of several campaigns in one call, and statuses ad group by ad group', async () => {
  const withBids = (call: StandInCall) => {
    const response = keywords(call);
    return { ...response, rows: response.rows.map((row) => (row.id > 0 ? { ...row, cpt_bid: 1 } : row)) };
  };
  const { server } = await open(
    { responses: { [call]: withBids, 'GET /api/asa/campaigns': report([]) } },
    '?campaign_ids=501,502&columns=cpt_bid',
  );
  for (const id of [701, 702]) {
    await expect.poll(() => table.cell(id, 'cpt_bid')?.dataset.editable).toBe('true');
    table.cell(id, 'cpt_bid')?.focus();
    await userEvent.keyboard('{F2}1.50{Enter}');
  }
  server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) => writeResponse(body, {}));
  await press('Preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit 2 bids' }).click();
  await expect.element(page.getByText('2 bids updated')).toBeVisible();
  expect(writesOf(server.calls).at(-1)?.body).toMatchObject({
    new_bids: { '501:601:701': 1.5, '502:602:702': 1.5 },
    based_on: { '501:601:701': 1, '502:602:702': 1 },
  });
  await press('Actions');
  for (const id of [701, 702, 703]) {
    table.cell(id, 'name')?.focus();
    await userEvent.keyboard(' ');
  }
  server.setResponse('PUT /api/asa/keywords_status', ({ body }: StandInCall) => writeResponse(body, {}));
  await press('Pause');
  await expect.element(page.getByText('3 keywords paused')).toBeVisible();
  expect(
    writesOf(server.calls)
      .slice(-2)
      .map(({ body }) => body),
  ).toMatchObject([
    { campaign_id: 501, ad_group_id: 601, keyword_ids: [701], status: 'PAUSED' },
    { campaign_id: 502, ad_group_id: 602, keyword_ids: [702, 703], status: 'PAUSED' },
  ]);
});

it('has no accessibility fault in either theme: empty, list open, loaded, failed, not set up', async () => {
  const { server, reload } = await open();
  await expect.element(unchosen()).toBeVisible();
  await expectAccessible('empty');
  await press(/^Campaigns: /);
  await expect.element(page.getByRole('checkbox', { name: /brand/i })).toBeVisible();
  await expectAccessible('list open');
  await press(/^Select all shown/);
  await press('Done');
  await update().click();
  await expect.poll(rowCount).toBe(3);
  await expectAccessible('loaded');
  server.setResponse(call, timedOut);
  await reload();
  await expect.element(page.getByText('The request took too much time to execute.').first()).toBeVisible();
  await expectAccessible('failed');
  server.setResponse(
    'GET /api/account',
    sessionResponse(account(), [application({ asa_integration: 'not_integrated', asaOrganizations: [] })]),
  );
  await reload();
  const words = 'Please integrate the search-ads service for this application in Settings';
  await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
  await expectAccessible('not set up');
});

it('has a scope button of a finger’s size on a phone, and no words over others', async () => {
  await open({ width: 390, height: 844 }, '?campaign_ids=501,502');
  await expect.poll(rowCount).toBe(3);
  await document.fonts.ready;
  const scope = page.getByRole('button', { name: /^Scope: / }).element();
  expect(scope.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  const grid = table.grid();
  // What scrolls under the frozen column lies behind it.
  const lines = drawnLines(page.getByRole('main').element()).filter(({ of }) => grid?.contains(of) === false);
  expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['Moonvale', 'Group by keyword', 'Live']));
  expect(overlappingTexts(lines)).toEqual([]);
});

it('is named whole in the menu, also in bold', async () => {
  await open();
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keywords Optimization' });
  await expect.element(item).toHaveAttribute('aria-current', 'page');
  await document.fonts.ready;
  const { right, height } = item.element().getBoundingClientRect();
  const [line, ...more] = drawnLines(item.element());
  expect(more).toEqual([]);
  expect(right - (line?.box.right ?? 0)).toBeGreaterThanOrEqual(8);
  expect(height).toBe(32);
});

it('fits a screen of 320 pixels', async () => {
  await open({ width: 320, height: 640 });
  await expect.element(unchosen()).toBeVisible();
  expectFits();
});
