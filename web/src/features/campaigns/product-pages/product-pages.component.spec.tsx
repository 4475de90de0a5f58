import {
  type AdGroupCpp,
  adGroupsCppsResponseSchema,
  type CppReportRow,
  type Creative,
  cppReportsResponseSchema,
  creativesResponseSchema,
} from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { campaignNames } from '../../../testing/fixtures/chart-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';

const pages: Creative[] = [
  { id: 0, name: 'Default' },
  { id: 91, name: 'Winter', state: 'VALID' },
  { id: 92, name: 'Old page', state: 'INVALID' },
];
const adGroup = (id: number, name: string, overrides: Partial<AdGroupCpp> = {}): AdGroupCpp => ({
  id,
  name,
  campaignId: 501,
  campaignName: 'US Brand',
  creativeId: 0,
  creativeName: 'Default',
  adId: null,
  ...overrides,
});
const adGroups = [
  adGroup(601, 'sleep sounds'),
  adGroup(602, 'rain sounds'),
  adGroup(603, 'deep sleep', { creativeId: 91, creativeName: 'Winter', adId: 71 }),
];
const row = (id: number, name: string, taps: number, installs: number): CppReportRow => ({
  name,
  ad_group_id: id,
  default_impressions: 10_000,
  cpp_impressions: 10_000,
  default_cpt: 1,
  cpp_cpt: 1.2,
  default_ttr: 0.1,
  cpp_ttr: taps / 10_000,
  default_cr: 0.3,
  cpp_cr: installs / taps,
  default_ir: 0.03,
  cpp_ir: installs / 10_000,
});
const report = [row(601, 'sleep sounds', 1200, 420), row(602, 'rain sounds', 20, 6), row(603, 'deep sleep', 1000, 310)];

const open = (path: string, options: ScreenOptions = {}) =>
  openScreen(`/client/management/tools/cpp/${path}`, {
    ...options,
    responses: {
      'GET /api/asa/campaign_names': campaignNames([{ id: 501, name: 'US Brand', installs: 0 }]),
      'GET /api/asa/creatives': creativesResponseSchema.parse({
        status: 'ok',
        creatives: pages,
        pages: [],
        pending: [],
      }),
      'GET /api/asa/ad_groups_cpps': adGroupsCppsResponseSchema.parse({ status: 'ok', ad_groups: adGroups }),
      'GET /api/asa/cpp_reports': cppReportsResponseSchema.parse({ status: 'ok', rows: report }),
      ...options.responses,
    },
  });
/** What is in a bar is as far from its top as from its bottom. */
function expectCentred(button: Locator): void {
  const bar = button.element().parentElement?.getBoundingClientRect();
  const { top, bottom } = button.element().getBoundingClientRect();
  expect(Math.abs(top - (bar?.top ?? 0) - ((bar?.bottom ?? 0) - bottom))).toBeLessThanOrEqual(1);
}
const cell = (id: number) => table.cell(id, 'page');
const changeResponse = (results: readonly object[], overrides: object = { status: 'ok' }) => ({
  change_id: '00000000-0000-4000-8000-00000000000a',
  settings_currency: 'USD',
  counts: {},
  ...overrides,
  results: results.map((result) => ({ field: 'creative', old: 0, new: 91, ...result })),
});

describe('Manage', () => {
  it('chooses pages by keys and many at once, previews, sends, and keeps what was refused', async () => {
    const { server } = await open('manage');
    await expect.element(page.getByRole('heading', { name: 'Choose at least one campaign' })).toBeVisible();
    await page.getByRole('button', { name: /Campaigns/ }).click();
    await page.getByRole('checkbox', { name: 'US Brand' }).click();
    await press('Done');
    await press('Update');
    await expect.poll(() => table.names()).toEqual(['sleep sounds', 'rain sounds', 'deep sleep']);
    const call = server.calls.find(({ url }) => url.pathname === '/api/asa/ad_groups_cpps');
    expect(call?.url.searchParams.get('selected_campaigns')).toBe('501');

    cell(601)?.focus();
    await userEvent.keyboard('{Enter}');
    const box = page.getByRole('combobox', { name: 'Product page of sleep sounds' });
    await expect.element(box).toHaveFocus();
    await box.selectOptions('Winter');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => cell(601)?.textContent).toContain('Winter');
    await expect.element(page.getByText('1 page changed')).toBeVisible();
    expectCentred(page.getByRole('group', { name: 'Pending changes' }).getByRole('button', { name: 'Preview' }));
    // The page it shows already is no change.
    cell(603)?.focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(page.getByText('1 page changed')).toBeVisible();

    table.cell(602, 'name')?.focus();
    await userEvent.keyboard(' ');
    await page.getByRole('combobox', { name: 'Page for selected ad groups' }).selectOptions('Winter');
    await press('Set');
    await press('Preview');
    const dialog = page.getByRole('dialog', { name: 'Preview, 2 product pages' });
    await expect.element(dialog.getByRole('row', { name: /rain sounds/ })).toHaveTextContent('DefaultWinter');
    await expectAccessible('the preview', '[role="dialog"]');
    const refused = { outcome: 'refused', message: 'Page is not approved' };
    server.setResponse('PUT /api/asa/ad_groups_cpps', () =>
      changeResponse(
        [
          { key: '501:601', outcome: 'changed' },
          { key: '501:602', ...refused },
        ],
        {
          status: 'partial',
          code: 'partial_failure',
          error_message: '1 of 2 changes were not made',
        },
      ),
    );
    await dialog.getByRole('button', { name: 'Submit 2 pages' }).click();
    await expect.element(page.getByText('1 of 2 changes were not made')).toBeVisible();
    const row = page.getByRole('dialog').getByRole('row', { name: /rain sounds/ });
    await expect.element(row).toHaveTextContent('Page is not approved');
    expect(writesOf(server.calls).at(-1)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      ad_groups: [
        { id: 601, campaignId: 501, creativeId: 91, creativeName: 'Winter', adId: null },
        { id: 602, campaignId: 501, creativeId: 91, creativeName: 'Winter', adId: null },
      ],
    });
    server.setResponse('PUT /api/asa/ad_groups_cpps', () => changeResponse([{ key: '501:602', outcome: 'changed' }]));
    await press('Submit 1 page');
    await expect.element(page.getByText('Custom product pages successfully updated')).toBeVisible();
    server.setResponse('POST /api/asa/undo', changeResponse([{ key: '501:602', outcome: 'changed' }]));
    await press('Undo');
    await expect.element(page.getByText('1 restored')).toBeVisible();
  });

  it('gives the focus back to the preview’s button, and to the table once nothing is chosen any more', async () => {
    const { server } = await open('manage?campaign_ids=501');
    await expect.poll(() => cell(601)).not.toBeNull();
    const choose = async () => {
      cell(601)?.focus();
      await userEvent.keyboard('{Enter}');
      await page.getByRole('combobox', { name: 'Product page of sleep sounds' }).selectOptions('Winter');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText('1 page changed')).toBeVisible();
    };
    const pressByKey = async (name: string) => {
      (page.getByRole('button', { name }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    };
    await choose();
    await pressByKey('Preview');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Preview' })).toHaveFocus();
    await pressByKey('Cancel');
    await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await choose();
    await pressByKey('Preview');
    server.setResponse('PUT /api/asa/ad_groups_cpps', () => changeResponse([{ key: '501:601', outcome: 'changed' }]));
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await pressByKey('Submit 1 page');
    await expect.element(page.getByText('Custom product pages successfully updated')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    // The notice goes away with its button, and the list of notices with the last of them.
    for (const other of document.querySelectorAll<HTMLElement>(
      '[aria-label="Notices"] > :not(:has(button + button))',
    )) {
      other.querySelector('button')?.click();
    }
    server.setResponse('POST /api/asa/undo', changeResponse([{ key: '501:601', outcome: 'changed' }]));
    await pressByKey('Undo');
    await expect.element(page.getByText('1 restored')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull();
  });

  it('reads the pages of the store again, and says which cannot be used', async () => {
    const { server } = await open('manage?campaign_ids=501');
    await expect.poll(() => table.names()).toHaveLength(3);
    server.setResponse('POST /api/asa/creatives', {
      status: 'ok',
      creatives: [...pages, { id: 93, name: 'Spring', state: 'VALID' }],
      pages: [],
      pending: [],
    });
    await press('Sync pages');
    await expect.element(page.getByText('3 product pages, up to date')).toBeVisible();
    await press('3 pages');
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Old page' }))
      .toHaveTextContent('Cannot be used for ads');
    await expectAccessible('the pages', '[role="group"], [role="dialog"]');
    await userEvent.keyboard('{Escape}');
  });
});

describe('Reports of a page', () => {
  it('show both pages and their difference, and say so where taps are too few', async () => {
    const { server } = await open('reports');
    await expect.poll(() => table.names()).toHaveLength(3);
    const params = server.calls.find(({ url }) => url.pathname === '/api/asa/cpp_reports')?.url.searchParams;
    expect([params?.get('campaign_id'), params?.get('creative_id')]).toEqual(['501', '91']);
    expect(params?.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(table.cell(601, 'verdict')?.textContent).toBe('Page better');
    expect(table.cell(601, 'ir difference')?.textContent).toMatch(/^\+1\.20 \(\+0\.\d\d to \+1\.\d\d\)$/);
    expect(table.cell(602, 'verdict')?.textContent).toBe('Too few taps to tell');
    expect(table.cell(602, 'ir difference')?.textContent).toBe('–');
    expect(table.cell(603, 'verdict')?.textContent).toBe('No clear difference');
    expect(table.cell('totals', 'impressions cpp')?.textContent).toBe('30,000');
  });

  it('open with a campaign and a page that it shows, in the campaign that is named where one is', async () => {
    const campaigns = [
      { id: 501, name: 'US Brand', installs: 0 },
      { id: 502, name: 'US Category', installs: 0 },
    ];
    const elsewhere = adGroup(604, 'white noise', {
      campaignId: 502,
      creativeId: 92,
      creativeName: 'Old page',
      adId: 72,
    });
    const responses = {
      'GET /api/asa/campaign_names': campaignNames(campaigns),
      'GET /api/asa/ad_groups_cpps': { status: 'ok', ad_groups: [adGroups[0], elsewhere] },
    };
    const requestedParams = async (path: string): Promise<(string | null)[]> => {
      const { server } = await open(path, { responses });
      await expect.poll(() => table.names()).toHaveLength(3);
      const calls = server.calls.filter(({ url }) => url.pathname === '/api/asa/cpp_reports');
      return calls.flatMap(({ url }) => [url.searchParams.get('campaign_id'), url.searchParams.get('creative_id')]);
    };
    expect(await requestedParams('reports')).toEqual(['502', '92']);
    expect(await requestedParams('reports?campaign_ids=501')).toEqual(['501', '91']);
    expect(await requestedParams('reports?campaign_ids=502')).toEqual(['502', '92']);
  });

  it('lead to the sync where there are no pages', async () => {
    const none = { 'GET /api/asa/creatives': { status: 'ok', creatives: pages.slice(0, 1), pages: [], pending: [] } };
    await open('reports', { responses: none });
    await expect.element(page.getByRole('heading', { name: 'No custom product pages' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sync pages' })).toBeVisible();
  });
});

it('has no accessibility fault in either theme, and fits a phone', async () => {
  await open('manage?campaign_ids=501');
  await expect.poll(() => table.names()).toHaveLength(3);
  await expectAccessible('manage');
  await open('reports', { width: 390, height: 844 });
  await expect.poll(() => table.names()).toHaveLength(3);
  await expectAccessible('reports');
  expectFits();
  await open('manage?campaign_ids=501', { width: 390, height: 844 });
  await expect.poll(() => table.names()).toHaveLength(3);
  await expectAccessible('manage on a phone');
  expectFits();
});
