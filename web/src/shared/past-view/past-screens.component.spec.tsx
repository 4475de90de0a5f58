import { monthlyResponseSchema } from '@tapwise/contract';
import { addDays } from '@tapwise/contract/calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { account, application, sessionResponse } from '../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../testing/fixtures/report-fixtures.ts';
import { countriesLtv, iapInfo, iapPrices, purchase } from '../../testing/fixtures/store-fixtures.ts';
import { type PastTables, pastDay, pastInstant, pastTables } from '../../testing/past-view.ts';
import { chartCampaigns, openCharts } from '../../testing/screens/open-charts.ts';
import { openScreen, type ScreenOptions } from '../../testing/screens/open-screen.tsx';
import type { StandInServer } from '../../testing/stand-in-server.ts';
import { beginPage } from '../page/page-store.ts';

beforeEach(beginPage);

const month = {
  impressions: 200,
  taps: 20,
  installs: 10,
  spend: 30,
  first_launches: 10,
  trials: 5,
  conversions: 2,
  current_income: 20,
  predicted_income: 40,
  current_result: -10,
  predicted_result: 10,
  current_roas: 0.6,
  predicted_roas: 1.3,
};
const responses: ScreenOptions['responses'] = {
  'GET /api/asa/all_campaigns_keywords': report(
    [{ id: 701, name: 'sleep timer', base: sums({ spend: 9, taps: 3, installs: 1 }) }],
    'keyword',
  ),
  'GET /api/asa/campaign_names': { status: 'ok', campaigns: [{ id: 501, name: 'US Brand', status: 'RUNNING' }] },
  'GET /api/asa/monthly_reports': monthlyResponseSchema.parse({
    status: 'ok',
    rows: [{ month: pastDay.slice(0, 7), ...month }],
    totals: month,
    currency: 'USD',
    as_of: { ads: null, sdk: null, store: null, impression_share: null },
  }),
  'GET /api/application/iap_prices': iapPrices([purchase('moon.month')]),
  'GET /api/application/iap_info': iapInfo(),
  'GET /api/application/countries_ltv': countriesLtv([]),
};

const requestedInstants = ({ calls }: StandInServer, path: string) =>
  calls.filter(({ url }) => url.pathname === path).map(({ url }) => url.searchParams.get('as_of'));
const open = (address: string, tables: PastTables) =>
  openScreen(`${address}${address.includes('?') ? '&' : '?'}as_of=${pastInstant}`, {
    responses: { ...responses, ...tables.responses },
  });

describe.each([
  ['/client/keywordscomparison?app=1&org=40&campaign_ids=501', '/api/asa/all_campaigns_keywords'],
  ['/client/keywordscomparison?app=1&org=40', '/api/asa/campaign_names'],
  ['/client/monthlyreports?app=1&org=40', '/api/asa/monthly_reports'],
  ['/client/inapps?app=1', '/api/application/iap_prices'],
  ['/client/countries?app=1', '/api/application/countries_ltv'],
  ['/cltv?application_id=1', '/api/application/iap_info'],
  ['/trial_conversion?application_id=1', '/api/application/iap_info'],
])('%s', (address, path) => {
  it(`asks ${path} as of the instant once its tables are there, and as of now afterwards`, async () => {
    const tables = pastTables('absent');
    const { server } = await open(address, tables);
    await expect.element(page.getByText(/^Preparing reports as of/)).toBeVisible();
    expect(requestedInstants(server, path)).toEqual([]);
    tables.state = 'ready';
    await expect.poll(() => requestedInstants(server, path)).toEqual([pastInstant]);
    await expect.element(page.getByText(/^You are viewing reports as of/)).toBeVisible();
    await expect.element(page.getByText(/^Preparing reports as of/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => requestedInstants(server, path)).toEqual([pastInstant, null]);
    await expect.element(page.getByRole('button', { name: 'As of now' })).toBeVisible();
  });
});

describe('Charts', () => {
  const charts = '?report=campaigns&app=1&org=40&range=last30';

  it('draws lines and marks as of the instant, over days that end there', async () => {
    const { server } = await openCharts(`${charts}&as_of=${pastInstant}`, { responses: { ...pastTables().responses } });
    await expect
      .poll(() => document.querySelectorAll('[role="grid"] [data-row-id]').length)
      .toBe(chartCampaigns.length);
    await expect.poll(() => requestedInstants(server, '/api/asa/changes')).toEqual([pastInstant]);
    const [query] = server.calls.filter(({ url }) => url.pathname === '/api/asa/campaigns');
    expect(query?.url.searchParams.get('as_of')).toBe(pastInstant);
    expect(query?.url.searchParams.get('to')).toBe(pastDay);
    expect(query?.url.searchParams.get('from')).toBe(addDays(pastDay, -29));
    await expect.element(page.getByRole('switch', { name: 'Live' })).not.toBeInTheDocument();
  });

  it('of all applications have no past, and say so', async () => {
    const two = sessionResponse(account(), [application(), application({ id: 2, name: 'Ledgerly' })]);
    const { server } = await openCharts(`?report=campaigns&app=all&org=all&as_of=${pastInstant}`, {
      responses: { ...pastTables().responses, 'GET /api/account': two },
    });
    await expect.element(page.getByText('Choose one application to see its reports as of a past time')).toBeVisible();
    expect(requestedInstants(server, '/api/asa/campaigns')).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).last().click();
    await expect.poll(() => requestedInstants(server, '/api/asa/campaigns')).toEqual([null, null]);
  });
});

it('a curve is left for the products of the same instant', async () => {
  const { address } = await open('/cltv?application_id=1', pastTables());
  await page.getByRole('link', { name: 'In-Apps' }).click();
  await expect.poll(address).toBe(`/client/inapps?app=1&as_of=${pastInstant}`);
  await page
    .getByRole('treegrid')
    .getByRole('link', { name: /lifetime value/ })
    .first()
    .click();
  await expect.poll(address).toContain(`as_of=${pastInstant}`);
});
