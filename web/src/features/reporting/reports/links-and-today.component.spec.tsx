import { reportResponseSchema } from '@tapwise/contract';
import { todayByHourResponseSchema } from '@tapwise/contract/today';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { application, account as person, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import type { StandInCall } from '../../../testing/stand-in-server.ts';
import { drawnLines } from '../../../testing/text-places.ts';

const path = '/client/reports?app=1&org=40';
const asOf = { ads: null, sdk: null, store: null, impression_share: null };
const now = () => new Date().toISOString();

const figures = (spend: number, roas: number) => ({
  impressions: 900,
  taps: 60,
  installs: 20,
  spend,
  trials: 6,
  conversions: 3,
  current_income: spend * roas,
  predicted_income: spend * roas,
  current_result: spend * (roas - 1),
  predicted_result: spend * (roas - 1),
  current_roas: roas,
  predicted_roas: roas,
  cpa: spend / 20,
});
const row = (id: number, name: string, spend: number, roas: number) => ({
  id,
  name,
  status: 'RUNNING',
  ...figures(spend, roas),
});

const report = (rows: ReturnType<typeof row>[], warning?: string) =>
  reportResponseSchema.parse({
    status: 'ok',
    currency: 'USD',
    rows,
    totals: rows.length === 0 ? {} : figures(400, 1.9),
    as_of: { ...asOf, ads: now(), store: now() },
    ...(warning === undefined ? {} : { warning }),
  });
const rows = [row(11, 'Brand', 300, 2.3788), row(12, 'Category', 100, 0.65)];

/** A zone in which the day has had a full hour, whatever the time is. */
const zone = new Date().getUTCHours() === 0 ? 'Asia/Tokyo' : 'UTC';

/** Both days are estimated up to now. */
const course = () => {
  const cells = (spend: number) => ({
    spend,
    installs: 4,
    trials: 1,
    current_income: 3,
    current_result: 3 - spend,
    current_roas: 3 / spend,
    predicted_income: 9,
    predicted_result: 9 - spend,
    predicted_roas: 9 / spend,
  });
  const hours = (new Date().getUTCHours() + (zone === 'UTC' ? 0 : 9)) % 24;
  return todayByHourResponseSchema.parse({
    status: 'ok',
    currency: 'USD',
    yesterday_by_now: cells(10),
    today: Array.from({ length: hours }, (_, hour) => cells(hour + 2)),
    yesterday: Array.from({ length: 24 }, (_, hour) => cells(hour + 1)),
    estimated_hours: { today: hours, yesterday: 24 },
  });
};

const open = (responses: ScreenOptions['responses'] = {}, options: ScreenOptions = {}, at = path) =>
  openScreen(at, {
    ...options,
    responses: {
      'GET /api/asa/campaigns': report(rows),
      'GET /api/asa/adgroups': report([row(21, 'Exact', 90, 1)]),
      'GET /api/asa/today_by_hour': course,
      ...responses,
    },
  });

const grid = () => page.getByRole('grid');
const cells = (column: string) => {
  const columnIndex = document
    .querySelector(`[role="columnheader"][data-column="${column}"]`)
    ?.getAttribute('aria-colindex');
  return [...document.querySelectorAll<HTMLElement>(`[data-row-id] [aria-colindex="${columnIndex}"]`)];
};

describe('rows of a report', () => {
  it('are links to what lies below them, and a press opens it in place', async () => {
    const { address } = await open();
    const link = grid().getByRole('link', { name: 'Brand' });
    await expect.element(link).toBeVisible();
    const href = link.element().getAttribute('href') ?? '';
    expect(new URL(href, location.origin).searchParams.get('campaign_id')).toBe('11');
    await link.click();
    await expect.poll(address).toContain('campaign_id=11');
    await expect.element(grid().getByRole('rowheader', { name: 'Exact' })).toBeVisible();
  });

  it('have figures that end at one line, within their cell and under their header', async () => {
    await open();
    await expect.element(grid().getByRole('link', { name: 'Brand' })).toBeVisible();
    await document.fonts.ready;
    const right = (element: Element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.round(text.getBoundingClientRect().right);
    };
    const [large, small] = cells('predicted_roas');
    if (large === undefined || small === undefined) throw new Error('There is no ROAS.');
    expect([large.textContent, small.textContent]).toEqual(['237.88', '65.00']);
    expect(right(small)).toBe(right(large));
    expect(large.scrollWidth).toBeLessThanOrEqual(large.clientWidth);
    const header = document.querySelector('[role="columnheader"][data-column="predicted_roas"] > span:nth-of-type(2)');
    expect(header === null ? 0 : right(header)).toBe(right(large));
  });

  it('have an arrow in the sorted header that touches neither its words nor its edge', async () => {
    await open({}, {}, `${path}&sort=-cpa`);
    await expect.element(grid().getByRole('link', { name: 'Brand' })).toBeVisible();
    await document.fonts.ready;
    for (const column of ['cpa', 'predicted_roas']) {
      const header = document.querySelector<HTMLElement>(`[role="columnheader"][data-column="${column}"]`);
      if (header === null) throw new Error(`There is no column ${column}.`);
      if (header.getAttribute('aria-sort') === 'none') header.click();
      const arrowOf = () => header.querySelector('[aria-hidden="true"] > svg');
      await expect.poll(arrowOf).not.toBeNull();
      const arrow = arrowOf()?.getBoundingClientRect() ?? new DOMRect();
      const words = drawnLines(header);
      expect(words.map(({ text }) => text).join(' ')).toBe(column === 'cpa' ? 'CPA $' : 'ROAS %');
      expect(Math.min(...words.map(({ box }) => box.left)) - arrow.right).toBeGreaterThanOrEqual(2);
      expect(arrow.left - header.getBoundingClientRect().left).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a cold load', () => {
  it('leaves the focus to the skip link, which the first Tab reaches', async () => {
    await open();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(document.body);
    await userEvent.tab();
    await expect.poll(() => document.activeElement?.textContent).toBe('Skip to content');
  });
});

describe('a range', () => {
  it('takes effect when it is applied, without another press', async () => {
    const { address } = await open();
    await page.getByRole('button', { name: /Last 7 days/ }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(address).toContain('range=last30');
    await expect.element(page.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a notice', () => {
  it('that is shown whole offers nothing more to read; one that is cut, or several, do', async () => {
    await open({ 'GET /api/asa/campaigns': report(rows, 'VAT is not known for DE; none was taken out.') });
    await expect.element(page.getByText('VAT is not known for DE')).toBeVisible();
    await expect.element(page.getByText('Read all')).not.toBeInTheDocument();
    await open({ 'GET /api/asa/campaigns': report(rows, `${'Predictions are based on little data. '.repeat(8)}`) });
    await expect.element(page.getByText('Read all')).toBeVisible();
  });
});

describe('an empty report', () => {
  it('says that there are no rows, and offers no order', async () => {
    await open({ 'GET /api/asa/campaigns': report([]) });
    await expect.element(page.getByText('No campaigns for Moonvale and Moonvale Apps')).toBeVisible();
    await expect.element(page.getByText('Re-sort')).not.toBeInTheDocument();
  });
});

describe('today', () => {
  const today = () => page.getByRole('region', { name: 'Today' });
  const figure = (column: string) =>
    document.querySelector(`[aria-label="Today"] [data-column="${column}"] [data-figure]`)?.textContent ?? '';
  const two = sessionResponse(person(), [
    application({
      asaOrganizations: [40, 41].map((organization_id) => ({
        organization_id,
        name: `Organization ${organization_id}`,
        currency: 'USD',
        time_zone: 'UTC',
        state: 'working' as const,
        binding: 'proven' as const,
        message: null,
      })),
    }),
  ]);
  /** Both claim types spend 400, the report's own 100. */
  const byClaim = ({ url }: StandInCall) =>
    url.searchParams.get('claim_type') === 'total'
      ? report(rows)
      : { ...report(rows), totals: { ...figures(100, 1), products: {} } };

  it('says whose figures it shows, and shows those of the report when asked', async () => {
    const { server } = await open({ 'GET /api/account': two, 'GET /api/asa/campaigns': byClaim });
    const choice = today().getByRole('combobox', { name: 'Scope of today’s figures' });
    await expect.element(choice).toHaveDisplayValue('Today, all organizations');
    await expect.poll(() => figure('spend')).toBe('$800');
    await choice.selectOptions('Today, this report');
    await expect.poll(() => figure('spend')).toBe('$100');
    const call = server.calls.filter(({ url }) => url.searchParams.get('claim_type') === 'click').at(-1);
    expect(call?.url.searchParams.get('from')).toBe(call?.url.searchParams.get('to'));
  });

  it('has lines, and changes that are marked while they are estimated', async () => {
    const [organization] = application().asaOrganizations;
    if (organization === undefined) throw new Error('There is no organization.');
    const zonedApplication = application({ asaOrganizations: [{ ...organization, time_zone: zone }] });
    await open({ 'GET /api/account': sessionResponse(person(), [zonedApplication]) });
    await expect
      .poll(() => document.querySelectorAll('[aria-label="Today"] [data-column="spend"] [data-spark] path').length)
      .toBeGreaterThan(0);
    await expect
      .poll(() => document.querySelector('[data-column="spend"] [data-delta] [aria-hidden]')?.textContent ?? '')
      .toMatch(/^≈ \+\d+ %$/);
  });
});
