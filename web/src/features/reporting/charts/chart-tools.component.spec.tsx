import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { series } from '../../../testing/fixtures/chart-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { reportMove } from '../../../testing/live.ts';
import { drag } from '../../../testing/pointer.ts';
import { chartCampaigns, charts, focus, openCharts } from '../../../testing/screens/open-charts.ts';
import { press } from '../../../testing/screens/open-reports.ts';

const loaded = () => expect.poll(charts.rows).toHaveLength(7);
const drawn = () => expect.element(charts.drawing()).toBeVisible();
const tableWidth = () => Math.round(charts.lines().element().getBoundingClientRect().width);

afterEach(() => vi.restoreAllMocks());

describe('live figures', () => {
  it('are followed until paused, and rows keep their order until they are sorted again', async () => {
    // An application that no other page under test follows.
    const id = 91;
    const { server } = await openCharts('?report=campaigns', {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ id })]) },
    });
    await loaded();
    const countRequests = () => server.calls.filter(({ url }) => url.searchParams.has('granularity')).length;
    const liveSwitch = page.getByRole('switch', { name: 'Live' });
    await expect.element(liveSwitch).toHaveAttribute('aria-checked', 'true');
    const order = charts.ids();
    const first = countRequests();
    // The last campaign has more than all others from now on.
    const overtaken = chartCampaigns.map((chartCampaign) =>
      chartCampaign.id === 507 ? { ...chartCampaign, installs: 700 } : chartCampaign,
    );
    server.setResponse('GET /api/asa/campaigns', series(overtaken));
    await expect.poll(() => reportMove(id)).toBe(1);
    await expect.poll(countRequests).toBeGreaterThan(first);
    const resort = page.getByRole('button', { name: /rows changed order – Re-sort/ });
    await expect.element(resort).toBeVisible();
    expect(charts.ids()).toEqual(order);
    expect(document.querySelectorAll('[data-stale]')).toHaveLength(0);
    await resort.click();
    await expect.element(resort).not.toBeInTheDocument();
    expect(charts.ids()).toEqual(['507', ...order.slice(0, -1)]);
    await liveSwitch.click();
    await expect.element(liveSwitch).toHaveAttribute('aria-checked', 'false');
    await expect.poll(() => reportMove(id)).toBe(1);
  });

  it('move no chart that is read: what came meanwhile is drawn at the end', async () => {
    const id = 92;
    const { server } = await openCharts('?report=campaigns', {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ id })]) },
    });
    await loaded();
    await drawn();
    const point = () => charts.spoken().filter((text) => /^\w{3} \d+ \w{3}: /.test(text));
    focus(charts.drawing().element());
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(point).toHaveLength(1);
    const read = point();
    const tableText = charts.lines().element().textContent;
    const grown = chartCampaigns.map((campaign) => ({ ...campaign, installs: campaign.installs * 10 }));
    server.setResponse('GET /api/asa/campaigns', series(grown));
    await expect.poll(() => reportMove(id)).toBe(1);
    await expect.poll(() => charts.lines().element().textContent).not.toBe(tableText);
    expect(point()).toEqual(read);
    await userEvent.keyboard('{Escape}{ArrowLeft}');
    await expect.poll(point).not.toEqual(read);
    expect(point()).toHaveLength(1);
  });

  it('have nothing to follow in a range of the past', async () => {
    await openCharts('?report=campaigns&from=2026-01-01&to=2026-01-31');
    await loaded();
    await expect.element(page.getByRole('switch', { name: 'Live' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the line between table and chart', () => {
  it('moves with keys and leaves the chart its room', async () => {
    await openCharts('?report=campaigns');
    await loaded();
    await drawn();
    const before = tableWidth();
    focus(charts.splitter().element());
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(tableWidth).toBe(before + 20);
    await userEvent.keyboard('{End}');
    await expect.poll(tableWidth).toBeGreaterThan(before + 20);
    await expect.poll(() => charts.drawing().element().getBoundingClientRect().width).toBeGreaterThanOrEqual(400);
    await userEvent.keyboard('{Enter}');
    await expect.poll(tableWidth).toBe(before);
  });

  it('is dragged, and the address keeps the width', async () => {
    const { address, reload } = await openCharts('?report=campaigns');
    await loaded();
    await drawn();
    focus(charts.splitter().element());
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(address).toContain('width=410');
    const box = charts.splitter().element().getBoundingClientRect();
    const from = { x: box.x + box.width / 2, y: box.y + 200 };
    await drag(charts.splitter().element(), from, { x: from.x - 60, y: from.y });
    await expect.poll(address).toMatch(/width=35\d/);
    const width = charts.splitter().element().getAttribute('aria-valuenow');
    expect(tableWidth()).toBeLessThan(400);
    await reload();
    await expect.element(charts.splitter()).toHaveAttribute('aria-valuenow', width ?? '');
    await charts.splitter().dblClick();
    await expect.poll(address).not.toContain('width=');
  });
});

describe('what is drawn', () => {
  /** Downloads as they are asked of the browser, which then saves nothing. */
  function downloads(): { name: string; address: string }[] {
    const downloaded: { name: string; address: string }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloaded.push({ name: this.download, address: this.href });
    });
    return downloaded;
  }

  it('can be kept as CSV and as a picture', async () => {
    await openCharts('?report=campaigns');
    await loaded();
    await drawn();
    const files: Blob[] = [];
    const downloaded = downloads();
    const addressOf = URL.createObjectURL.bind(URL);
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return addressOf(file);
    });
    await press('Download');
    await page.getByRole('menuitem', { name: 'Values (CSV)' }).click();
    await expect.poll(() => downloaded.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/)]);
    const [head = '', ...body] = ((await files[0]?.text()) ?? '').trimEnd().split('\r\n');
    expect(head.split(',')).toEqual(['Date', ...chartCampaigns.slice(0, 5).map(({ name }) => name), 'Changed']);
    expect(body).toHaveLength(30);
    await press('Download');
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    await expect.poll(() => downloaded.at(-1)?.name).toMatch(/\.png$/);
    const bytes = atob((downloaded.at(-1)?.address ?? '').replace('data:image/png;base64,', ''));
    expect(bytes.slice(1, 4)).toBe('PNG');
  });
});
