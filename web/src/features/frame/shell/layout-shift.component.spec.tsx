import { monthlyResponseSchema } from '@tapwise/contract';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { campaignNames, changesResponse, series } from '../../../testing/fixtures/chart-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report, todayByHour } from '../../../testing/fixtures/report-fixtures.ts';
import { countriesLtv, iapPrices, purchase } from '../../../testing/fixtures/store-fixtures.ts';
import { drawn, type LayoutShifts, watchLayoutShifts, withoutFont } from '../../../testing/layout-shift.ts';
import { chartCampaigns, settingChanges } from '../../../testing/screens/open-charts.ts';
import { campaigns, keywords } from '../../../testing/screens/open-reports.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import type { StandInResponse } from '../../../testing/stand-in-server.ts';

const country = { country: 'US', installs: 100, current_income: 500, predicted_income: 900 };
const month = `${new Date().getFullYear()}-01`;
const figures = { impressions: 2000, taps: 200, installs: 100, spend: 300, current_income: 200, current_result: -100 };

/** Everything the six screens are answered, of a demo account. */
const responses = {
  'GET /api/account': sessionResponse(account({ demo: true }), [application()]),
  'GET /readyz': { status: 'ok', parts: {} },
  'GET /api/history': { status: 'ok', applications: [] },
  'GET /api/asa/today_by_hour': todayByHour(),
  'GET /api/asa/all_campaigns_keywords': report(keywords, 'keyword'),
  'GET /api/asa/campaign_names': campaignNames(chartCampaigns),
  'GET /api/asa/changes': changesResponse(settingChanges(), ['status', 'cpt_bid', 'daily_cap']),
  'GET /api/application/iap_prices': iapPrices([purchase('moon.month'), purchase('moon.year')]),
  'GET /api/application/countries_ltv': countriesLtv([{ ...country, install_to_trial: 0.25, ltv: 5 }]),
  'GET /api/asa/monthly_reports': monthlyResponseSchema.parse({
    status: 'ok',
    rows: [{ month, ...figures }],
    totals: figures,
    currency: 'USD',
    as_of: { ads: '2026-08-23T10:00:00.000Z', sdk: null, store: null, impression_share: null },
  }),
};
const reports = { 'GET /api/asa/campaigns': report(campaigns, 'campaign', 'Spend of yesterday is being restated.') };
const charts = { 'GET /api/asa/campaigns': series(chartCampaigns) };

/** @returns the answers held back, and what lets them come. */
function heldBack(all: Readonly<Record<string, StandInResponse>>): {
  responses: Record<string, StandInResponse>;
  release: () => void;
} {
  let release = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = Object.entries(all).map(([call, response]): [string, StandInResponse] => [
    call,
    async (request) => {
      await waiting;
      return typeof response === 'function' ? await response(request) : response;
    },
  ]);
  return { responses: Object.fromEntries(late), release };
}

let shifts: LayoutShifts | undefined;
let fontComes = async (): Promise<void> => undefined;
afterEach(async () => {
  shifts?.stop();
  await fontComes();
});

const demo = () => page.getByText('This is the living demo');
const rows = () => document.querySelectorAll(':is([role="grid"], [role="treegrid"]) [data-row-id]').length;

it.each([
  ['Reports', 390, 'reports', reports],
  ['Reports', 1440, 'reports', reports],
  ['Keywords Optimization', 390, 'keywordscomparison?campaign_ids=501', {}],
  ['Charts', 390, 'charts?report=campaigns', charts],
  ['In-Apps', 390, 'inapps', {}],
  ['Countries', 390, 'countries', {}],
  ['Monthly Reports', 390, 'monthlyreports', {}],
] as const)(
  'a demo account, figures and the font come late and move nothing on %s, %i px wide',
  async (_screen, width, path, overrides) => {
    const { 'GET /api/account': session, ...others } = { ...responses, ...overrides };
    const signedIn = heldBack({ 'GET /api/account': session });
    const figures = heldBack(others);
    fontComes = withoutFont('Inter Variable');
    shifts = watchLayoutShifts();
    await openScreen(`/client/${path}`, {
      width,
      height: width === 390 ? 844 : 900,
      responses: { ...figures.responses, ...signedIn.responses },
    });
    await drawn();
    signedIn.release();
    await expect.element(demo()).toBeVisible();
    await drawn();
    figures.release();
    await expect.poll(rows).toBeGreaterThan(0);
    await drawn();
    await fontComes();
    // 0.1 is good by the measure of the web; these stay far below it.
    expect(shifts.sum(), shifts.moved.join('\n')).toBeLessThanOrEqual(0.02);
  },
);
