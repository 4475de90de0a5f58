import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse } from '../../../testing/fixtures/write-fixtures.ts';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import type { StandInCall } from '../../../testing/stand-in-server.ts';

const base = sums({ spend: 10, taps: 10, installs: 5 });
const byApple = { bids_set_by_apple: true };
const byPeople = { bids_set_by_apple: false };
const campaigns = report([
  { id: 501, name: 'US Brand', base, settings: { daily_cap: 50, budget: null, target_cpa: null, ...byPeople } },
  { id: 502, name: 'JP Discovery', base, settings: { daily_cap: 30, budget: null, target_cpa: 3.1, ...byApple } },
]);
const adGroups = report(
  [
    { id: 601, name: 'Exact', base, settings: { cpt_bid: 1, cpa_goal: null, search_match: true, ...byPeople } },
    { id: 602, name: 'Automatic', base, settings: { cpt_bid: null, cpa_goal: null, search_match: true, ...byApple } },
  ],
  'ad_group',
);
const keywords = report(
  [
    { id: 701, name: 'rain', base, settings: { cpt_bid: null, ad_group_id: 602, ...byApple } },
    { id: 702, name: 'snow', base, settings: { cpt_bid: 1.2, ad_group_id: 602, ...byPeople } },
  ],
  'keyword',
);

const open = (query: string, theme: 'light' | 'dark') =>
  openReports(query, {
    theme,
    responses: {
      'GET /api/asa/guardrails': {
        status: 'ok',
        guardrails: { budget_step: { people: 'warn', factor: 3 } },
        stop_all: { active: false, scope: null, since: null },
      },
      'GET /api/asa/campaigns': campaigns,
      'GET /api/asa/adgroups': adGroups,
      'GET /api/asa/keywords': keywords,
    },
  });

const cellText = (row: number, column: string) => table.cell(row, column)?.textContent ?? '';
const isEditable = (row: number, column: string) => table.cell(row, column)?.dataset.editable === 'true';

describe.each(['light', 'dark'] as const)('where Apple sets the bids, in the theme %s', (theme) => {
  it.each([
    ['?campaign_id=502', 602, 601],
    ['?campaign_id=502&ad_group_id=602', 701, 702],
  ])('cells of %s say so and take no bid', async (query, byAppleRow, ownRow) => {
    await open(`${query}&cols=cpt_bid,cpa_goal,bids_set_by_apple`, theme);
    await expect.poll(() => cellText(byAppleRow, 'cpt_bid')).toBe('set by Apple');
    await expect.poll(() => isEditable(ownRow, 'cpt_bid')).toBe(true);
    expect([isEditable(byAppleRow, 'cpt_bid'), isEditable(byAppleRow, 'cpa_goal')]).toEqual([false, false]);
    expect(cellText(byAppleRow, 'bids_set_by_apple')).toContain('On');
    await expectAccessible('the table', '[role="grid"]');
  });

  it('the target CPA of a campaign is edited like a budget: by keys, with a preview and its limit', async () => {
    const { server } = await open('?cols=daily_cap,target_cpa', theme);
    await expect.poll(() => isEditable(502, 'target_cpa')).toBe(true);
    expect([cellText(501, 'target_cpa'), isEditable(501, 'target_cpa')]).toEqual(['–', false]);
    table.cell(502, 'target_cpa')?.focus();
    await userEvent.keyboard('{F2}x{Enter}');
    await expect.element(page.getByText('Target CPA must be positive number')).toBeVisible();
    await userEvent.keyboard('{Escape}{F2}9.50{Enter}');
    await expect.poll(() => cellText(502, 'target_cpa')).toContain('9.50');
    await expectAccessible('an entered target', '[role="grid"]');
    server.setResponse('PUT /api/asa/campaigns_budgets', ({ body }: StandInCall) => writeResponse(body, {}));
    await press('Preview');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('cell', { name: 'Target CPA' })).toBeVisible();
    await expect.element(dialog.getByText('Guardrail: over 3 times the old value, limit 9.30')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit 1 target' }).click();
    await expect.element(page.getByText('1 target updated')).toBeVisible();
    // The words may be those of the test before.
    await expect
      .poll(() => server.calls.findLast(({ method }) => method === 'PUT')?.body)
      .toEqual({
        application_id: 1,
        asa_organization_id: 40,
        budgets: { 502: { target_cpa: 9.5 } },
        based_on: { 502: { target_cpa: 3.1 } },
      });
  });
});
