import { monthlyResponseSchema, type ReportResponse, reportResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report } from '../../../testing/fixtures/report-fixtures.ts';
import { campaigns, openReports, press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';

/** Columns that the API leaves out for a restricted collaborator, here those that the screens begin with. */
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
  'avg_rank',
  'budget',
  'daily_cap',
  'impression_share',
  'weekly_impression_share',
];
/** By case: letters of other words come together where an element has no space between its parts. */
const revealing = /[Ss]pend|ROAS|CPT|CPA|CPM|TTR|Taps|Impressions|Result|Cost per/;
const note = 'Your access does not include spend, ROAS, CPT, CPA and traffic: those columns are hidden.';

const without = (cells: object) =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => !withheld.includes(name)));
function restrictedResponse(response: ReportResponse): ReportResponse {
  return reportResponseSchema.parse({
    ...response,
    rows: response.rows.map(without),
    totals: without(response.totals),
  });
}

const restricted: ScreenOptions = {
  responses: {
    'GET /api/account': sessionResponse(account({ access: 'restricted' }), [application()]),
    'GET /api/asa/campaigns': restrictedResponse(report(campaigns)),
  },
};
const bySpend = ['US Brand', 'JP Discovery', 'DE Generic'];
const byName = [...bySpend].sort();

describe('a restricted collaborator', () => {
  it('is not offered withheld columns', async () => {
    await openReports('?tab=full', restricted);
    await expect.poll(table.names).toHaveLength(3);
    expect(table.columns().filter((column) => withheld.includes(column ?? ''))).toEqual([]);
    // Nothing else of the page names them either: only the note says what is missing, and a tab is called so.
    const texts = page.getByRole('main').element().textContent.replace(note, '').replaceAll('Spend details', '');
    expect(texts).not.toMatch(revealing);
    await press('Columns');
    const picker = page.getByRole('dialog', { name: 'Columns' });
    await expect.element(picker.getByRole('checkbox', { name: 'Installs', exact: true })).toBeVisible();
    expect(picker.element().textContent).not.toMatch(revealing);
    await picker.getByRole('searchbox').fill('spend');
    await expect.element(picker.getByText('No matching columns')).toBeVisible();
  });

  it('sees by an address that asks for them neither the columns nor their order', async () => {
    const query = '?cols=spend,installs,cpt,current_roas&sort=-spend';
    await openReports(query);
    await expect.poll(table.names).toEqual(bySpend);
    expect(table.columns()).toEqual(['name', 'spend', 'installs', 'cpt', 'current_roas']);
    for (const address of [query, '?cols=installs&sort=spend', '?cols=installs', '']) {
      await openReports(address, restricted);
      await expect.poll(table.names).toEqual(byName);
      expect(table.columns().filter((column) => withheld.includes(column ?? ''))).toEqual([]);
    }
  });

  it('is the only one to whom every screen of figures says that columns are missing', async () => {
    const monthly = monthlyResponseSchema.parse({
      status: 'ok',
      rows: [],
      totals: {},
      currency: 'USD',
      as_of: { ads: null, sdk: null, store: null, impression_share: null },
    });
    for (const path of ['/client/charts', '/client/monthlyreports', '/client/keywordscomparison']) {
      const responses = { 'GET /api/asa/monthly_reports': monthly };
      await openScreen(path, { responses: { ...restricted.responses, ...responses } });
      await expect.element(page.getByText(note)).toBeVisible();
      await openScreen(path, { responses });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(page.getByText(note)).not.toBeInTheDocument();
    }
  });

  it('has a view without accessibility fault in either theme', async () => {
    await openReports('?tab=full', { ...restricted });
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.poll(table.names).toHaveLength(3);
    await expectAccessible('restricted');
  });
});
