import { describe, expect, it } from 'vitest';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { openReports, table } from '../../../testing/screens/open-reports.ts';

const base = sums({ spend: 10, taps: 10, installs: 5 });
const byApple = { bids_set_by_apple: true };
const byPeople = { bids_set_by_apple: false };
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
        guardrails: {},
        stop_all: { active: false, scope: null, since: null },
      },
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
    await open(query, theme);
    await expect.poll(() => cellText(byAppleRow, 'cpt_bid')).toBe('set by Apple');
    await expect.poll(() => isEditable(ownRow, 'cpt_bid')).toBe(true);
    expect(isEditable(byAppleRow, 'cpt_bid')).toBe(false);
  });
});
