import { addDays, type Day, dayInZone } from '@tapwise/contract/calendar';
import { page } from 'vitest/browser';
import { campaignNames, change, changesResponse, series } from '../fixtures/chart-fixtures.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './open-screen.tsx';

/** Seven campaigns, two more than a chart begins with; the first is the one whose settings change. */
export const chartCampaigns = [
  { id: 501, name: 'US Brand', installs: 70 },
  { id: 502, name: 'JP Discovery', installs: 60 },
  { id: 503, name: 'DE Generic', installs: 50 },
  { id: 504, name: 'FR Category', installs: 40 },
  { id: 505, name: 'GB Competitor', installs: 30 },
  { id: 506, name: 'CA Brand', installs: 20 },
  { id: 507, name: 'AU Brand', installs: 10 },
];

const daysAgo = (count: number): Day => addDays(dayInZone(Date.now(), 'UTC'), -count);
const inGroup = { level: 'ad_group', ad_group_id: 601, name: 'All', ad_group_name: 'All' } as const;

/** Six changes of a campaign on four days, three of them on one, and two of an ad group in it; newest first. */
export const settingChanges = () => [
  change(daysAgo(0), 'daily_cap', { old: 70, new: 50 }),
  change(daysAgo(0), 'cpt_bid', { ...inGroup, old: 1.25, new: 1 }),
  change(daysAgo(5), 'daily_cap', { old: 60, new: 70 }),
  change(daysAgo(5), 'status', { old: 'PAUSED', new: 'ENABLED' }),
  change(daysAgo(5), 'daily_cap', { old: 45, new: 60 }),
  change(daysAgo(8), 'cpt_bid', { ...inGroup, old: 1, new: 1.25 }),
  change(daysAgo(11), 'status', { old: 'ENABLED', new: 'PAUSED' }),
  change(daysAgo(16), 'daily_cap', { old: 40, new: 45 }),
];

/** Charts of one application: seven campaigns, one ad group, and what was changed in them. */
export const openCharts = (query = '', options: ScreenOptions = {}): Promise<OpenScreen> =>
  openScreen(`/client/charts${query}`, {
    ...options,
    responses: {
      'GET /api/asa/campaigns': series(chartCampaigns),
      'GET /api/asa/adgroups': series([{ id: 601, name: 'All', installs: 70 }], 'ad_group'),
      'GET /api/asa/campaign_names': campaignNames(chartCampaigns),
      'GET /api/asa/changes': changesResponse(settingChanges(), [
        'status',
        'cpt_bid',
        'cpa_goal',
        'budget',
        'daily_cap',
        'search_match',
      ]),
      ...options.responses,
    },
  });

/** What is on the screen of Charts, by names and roles. */
export const charts = {
  lines: () => page.getByRole('grid', { name: 'Campaigns to draw' }),
  rows: () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-row-id]')],
  ids: () => charts.rows().map((row) => row.getAttribute('data-row-id')),
  ticked: () => charts.rows().filter((row) => row.getAttribute('aria-selected') === 'true').length,
  tick: (name: string) => page.getByRole('checkbox', { name, exact: true }),
  drawing: () => page.getByRole('img', { name: /by campaign|Properties of/ }),
  legend: () => page.getByRole('list', { name: 'Legend' }),
  splitter: () => page.getByRole('separator', { name: 'Width of the table' }),
  spoken: () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent ?? ''),
  marks: () => [...document.querySelectorAll<HTMLElement>('[role="toolbar"][aria-label="Change marks"] button')],
  changes: () => page.getByRole('region', { name: 'Changes', exact: true }),
};

/** Gives the focus to the part of the page that takes keys for an element. */
export function focus(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to focus.');
  (element.matches('[tabindex], button, input') ? element : element.closest<HTMLElement>('[tabindex="0"]'))?.focus();
}
