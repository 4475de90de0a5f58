import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sendUsage, shareUsage } from '../../../shared/usage/report-usage.ts';
import { expectAccessible } from '../../../testing/accessible.ts';
import { charts, focus, openCharts } from '../../../testing/screens/open-charts.ts';
import { press } from '../../../testing/screens/open-reports.ts';

const loaded = () => expect.poll(charts.rows).toHaveLength(7);
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('a chart', () => {
  it('is asked for by Update, begins with five lines and says its buckets', async () => {
    const { address, server } = await openCharts();
    await expect.element(heading('Choose a report and press Update')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Last 30 days/ })).toBeVisible();
    expect(server.calls.filter(({ url }) => url.searchParams.has('granularity'))).toEqual([]);
    await press('Update');
    await loaded();
    await expect.element(heading(/Predicted income by campaign, \$ per day/)).toBeVisible();
    expect(charts.ticked()).toBe(5);
    expect(address()).toContain('report=campaigns');
    const params = server.calls.find(({ url }) => url.searchParams.has('granularity'))?.url.searchParams;
    expect(params?.get('granularity')).toBe('day');
  });

  it('counts an Update once', async () => {
    const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
    await openCharts();
    await expect.element(heading('Choose a report and press Update')).toBeVisible();
    // What was noted before is forgotten.
    shareUsage(false);
    shareUsage(true);
    await press('Update');
    await loaded();
    sendUsage();
    const sent = beacon.mock.calls.map(([, body]) => (body as Blob).text());
    const events = (await Promise.all(sent)).flatMap((text) => (JSON.parse(text) as { events: object[] }).events);
    beacon.mockRestore();
    expect(events).toMatchObject([
      { name: 'charts_report_update_requested', properties: { report_type: 'campaigns', range_days: 30 } },
    ]);
  });

  it('draws a line for each tick: in the table, the legend, the address and after a reload', async () => {
    const { address, reload } = await openCharts('?report=campaigns');
    await loaded();
    const line = charts.legend().getByRole('button', { name: 'US Brand', exact: true });
    await expect.element(line).toBeVisible();
    await charts.tick('US Brand').click();
    await expect.element(line).not.toBeInTheDocument();
    expect(address()).toContain('drawn=');
    await reload();
    await loaded();
    await expect.element(charts.tick('US Brand')).not.toBeChecked();
    await charts.tick('Draw all').click();
    await expect.poll(charts.ticked).toBe(7);
    await charts.tick('Draw none').click();
    await expect.poll(charts.ticked).toBe(0);
    await expect.element(page.getByText('Tick rows to draw lines').first()).toBeVisible();
  });

  it('has properties of one campaign on axes of their own, and "by" becomes "for"', async () => {
    const { address } = await openCharts('?report=campaigns');
    await loaded();
    await expect.element(page.getByText('by', { exact: true })).toBeVisible();
    await press('Properties');
    await expect.element(page.getByText('for', { exact: true })).toBeVisible();
    const properties = page.getByRole('grid', { name: 'Properties to draw' });
    await expect.element(properties.getByRole('checkbox', { name: 'Spend', exact: true })).toBeChecked();
    await properties.getByRole('checkbox', { name: 'Impressions', exact: true }).click();
    await expect.element(heading(/^Properties of /)).toBeVisible();
    await expect.poll(address).toMatch(/mode=properties.*drawn=/);
  });

  it('draws the range before dashed, names it in the table beside, and the address keeps it', async () => {
    const { address, reload } = await openCharts('?report=campaigns');
    await loaded();
    await expect.element(charts.legend()).not.toHaveTextContent('before:');
    await choose('Compare', 'Previous period');
    await press('Update');
    await expect.poll(address).toContain('compare=previous');
    await expect.element(charts.legend()).toHaveTextContent('before:');
    expect(charts.rows()[0]?.querySelector('[role="gridcell"]:last-child')?.textContent).toMatch(/new|[+−]|0( %)?$/);
    focus(charts.drawing().element());
    await userEvent.keyboard('{ArrowLeft}');
    const pattern = /^\w{3} \d+ \w{3}, before: \w{3} \d+ \w{3}: /;
    await expect.poll(() => charts.spoken().some((text) => pattern.test(text))).toBe(true);
    await reload();
    await expect.element(charts.legend()).toHaveTextContent('before:');
    await press('Show as table');
    await expect.element(page.getByRole('columnheader', { name: /, before$/ }).first()).toBeVisible();
    await expectAccessible('compared, as a table');
  });

  it('of another report type drops what is loaded, needs its campaign, and can be undone', async () => {
    const { address } = await openCharts('?report=campaigns');
    await loaded();
    await choose('Report type', 'Ad groups');
    await expect.element(heading('Choose a report and press Update')).toBeVisible();
    const update = page.getByRole('button', { name: 'Update' });
    await expect.element(update).toHaveAttribute('aria-disabled', 'true');
    await choose('Campaign', 'US Brand');
    await update.click();
    const adGroups = page.getByRole('grid', { name: 'Ad groups to draw' });
    await expect.element(adGroups.getByRole('checkbox', { name: 'All', exact: true })).toBeVisible();
    expect(address()).toMatch(/report=adgroups.*campaign_id=501/);
    await choose('Report type', 'Campaigns');
    await press('Back to previous');
    await expect.element(adGroups.getByRole('checkbox', { name: 'All', exact: true })).toBeVisible();
  });
});

describe('a chart by keys', () => {
  it('is read with arrow keys, and its table says the same', async () => {
    await openCharts('?report=campaigns');
    await loaded();
    await expect.element(charts.drawing()).toBeVisible();
    focus(charts.drawing().element());
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    const point = /^(\w{3} \d+ \w{3}): .*?(\$[\d,]*\d(?:\.\d+)?)/;
    const spokenPoint = () => charts.spoken().flatMap((text) => point.exec(text)?.slice(1) ?? []);
    await expect.poll(spokenPoint).toHaveLength(2);
    const [day = '', value = ''] = spokenPoint();
    await userEvent.keyboard('{Escape}');
    await press('Show as table');
    await expect.element(page.getByRole('row', { name: new RegExp(`^${day}`) })).toHaveTextContent(value);
  });

  it('has a table of lines that is one tab stop: arrows move, Space ticks', async () => {
    await openCharts('?report=campaigns');
    await loaded();
    expect(charts.lines().element().querySelectorAll('[data-row-id] input[tabindex="0"]')).toHaveLength(1);
    focus(charts.tick('US Brand').element());
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(charts.tick('JP Discovery')).toHaveFocus();
    await expect.element(charts.tick('JP Discovery')).toBeChecked();
    await userEvent.keyboard(' ');
    await expect.element(charts.tick('JP Discovery')).not.toBeChecked();
    await expect.element(charts.tick('JP Discovery')).toHaveFocus();
  });
});
