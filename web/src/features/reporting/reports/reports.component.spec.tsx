import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectFits } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { campaigns, openReports, press, table } from '../../../testing/screens/open-reports.ts';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const tab = (name: string) => page.getByRole('tab', { name });
const loaded = () => expect.poll(table.names).toHaveLength(3);
const predictions = () => page.getByRole('checkbox', { name: 'include predictions for active subscriptions' });

const before = [{ id: 501, name: 'US Brand', base: sums({ spend: 90, taps: 45, installs: 12 }) }];
const lastPeriod = report(before);
const threeDaysMs = 3 * 86_400_000;

/** Ranges that end some days ago have half the taps of those that end today. */
const halfBefore = ({ url }: StandInCall) =>
  Date.parse(url.searchParams.get('to') ?? '') < Date.now() - threeDaysMs ? lastPeriod : report(campaigns);

describe('tabs', () => {
  it('show the same rows without asking again, and the address keeps the tab', async () => {
    const { server, address } = await openReports();
    await loaded();
    // The strip of today asks for both kinds of claim, whenever its code has come.
    const ofTable = ({ pathname, searchParams }: URL) =>
      pathname === '/api/asa/campaigns' && searchParams.get('claim_type') === 'click';
    const countRequests = () => server.calls.filter(({ url }) => ofTable(url)).length;
    const before = countRequests();
    for (const [name, column, mark] of [
      ['Spend details', 'impressions', 'tab=spend'],
      ['Income details', 'refund_rate', 'tab=income'],
      ['In-Apps details', 'first_launches', 'tab=inapps'],
      ['Full report', 'cpm', 'tab=full'],
    ] as const) {
      await tab(name).click();
      await expect.poll(() => table.header(column)).not.toBeNull();
      expect(table.names()).toHaveLength(3);
      expect(address()).toContain(mark);
    }
    expect(countRequests()).toBe(before);
    await tab('Short report').click();
    await expect.poll(address).not.toContain('tab=');
  });

  it('put predictions in the place of income on the short report, beside it elsewhere', async () => {
    const { reload, address } = await openReports();
    await loaded();
    await expect.element(predictions()).toBeChecked();
    expect(table.columns()).toContain('predicted_income');
    expect(table.columns()).not.toContain('current_income');
    await tab('Income details').click();
    await expect.poll(table.columns).toContain('current_income');
    expect(table.columns()).toContain('predicted_income');
    await predictions().click();
    await expect.poll(table.columns).not.toContain('predicted_income');
    expect(address()).toContain('predictions=0');
    await reload();
    await expect.element(predictions()).not.toBeChecked();
    await tab('Short report').click();
    await expect.poll(table.columns).toContain('current_income');
  });

  it('move into More on a narrow screen, where the predictions stay', async () => {
    await openReports('', { width: 390, height: 844 });
    await loaded();
    await expect.element(page.getByRole('button', { name: 'More' })).toBeVisible();
    expect(tab('Full report').elements()).toEqual([]);
    await expect.element(predictions()).toBeInViewport();
    await press('More');
    await page.getByRole('menuitemradio', { name: 'Full report' }).click();
    await expect.element(page.getByRole('tab', { name: 'Full report', selected: true })).toBeVisible();
    await expect.poll(() => table.header('cpm')).not.toBeNull();
    expectFits();
  });
});

describe('rows', () => {
  it('are in the order of spend until a header is pressed, and the address keeps the order', async () => {
    const { reload, address } = await openReports();
    await expect.poll(table.names).toEqual(['US Brand', 'JP Discovery', 'DE Generic']);
    expect(table.sorted('spend')).toBe('descending');
    table.header('taps')?.click();
    await expect.poll(table.names).toEqual(['JP Discovery', 'US Brand', 'DE Generic']);
    table.header('taps')?.click();
    await expect.poll(table.names).toEqual(['DE Generic', 'US Brand', 'JP Discovery']);
    expect(address()).toMatch(/sort=taps/);
    await reload();
    await expect.poll(table.names).toEqual(['DE Generic', 'US Brand', 'JP Discovery']);
    expect(table.sorted('taps')).toBe('ascending');
  });

  it('are found by name, and an empty result can be undone', async () => {
    await openReports();
    await loaded();
    const box = page.getByRole('searchbox', { name: 'Filter rows' });
    await box.fill('generic');
    await expect.poll(table.names).toEqual(['DE Generic']);
    await box.fill('no such row');
    await expect.poll(table.names).toEqual([]);
    await press('Show all rows');
    await loaded();
  });

  it('lead down to ad groups and keywords, and the path leads up again', async () => {
    const { address, reload } = await openReports();
    await loaded();
    table.name()?.click();
    await expect.poll(table.names).toEqual(['Exact']);
    expect(address()).toContain('campaign_id=501');
    table.name()?.click();
    await expect.poll(table.names).toEqual(['sleep timer']);
    expect(address()).toContain('ad_group_id=601');
    await reload();
    const path = page.getByRole('navigation', { name: 'Report level' });
    await expect.element(path).toHaveTextContent(/All campaigns.*US Brand/);
    await path.getByRole('button', { name: 'All campaigns' }).click();
    await loaded();
    expect(address()).not.toContain('campaign_id');
  });
});

describe('the scope', () => {
  it('waits for Update, and a filter shows as a tag that removes it', async () => {
    const { address } = await openReports();
    await loaded();
    const update = page.getByRole('button', { name: 'Update' });
    await expect.element(update).toHaveAttribute('aria-disabled', 'true');
    await press(/^Filter/);
    await page.getByRole('radio', { name: 'Paused' }).click();
    await press('Done');
    await expect.element(page.getByText('Changes not applied')).toBeVisible();
    expect(address()).not.toContain('status=');
    await update.click();
    await expect.poll(address).toContain('status=paused');
    await press('Remove filter Status: Paused');
    await expect.poll(address).not.toContain('status=');
  });

  it('of days without today cannot be live and says why', async () => {
    await openReports('?range=yesterday');
    await loaded();
    const liveSwitch = page.getByRole('switch', { name: 'Live' });
    await expect.element(liveSwitch).not.toBeChecked();
    await expect.element(liveSwitch).toHaveAttribute('aria-disabled', 'true');
    await expect.element(liveSwitch).toHaveAttribute('title', 'Live needs a range that includes today');
  });

  it('whose answer fails leaves the rows that were there, and says so', async () => {
    const { server, address } = await openReports();
    await loaded();
    const names = table.names();
    server.setResponse('GET /api/asa/campaigns', () => failure(403, 'This organization is not yours.', 'forbidden'));
    await page.getByRole('button', { name: /Last 7 days/ }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(address).toContain('range=last30');
    await expect.element(page.getByText('This organization is not yours.').first()).toBeVisible();
    expect(table.names()).toEqual(names);
    server.setResponse('GET /api/asa/campaigns', lastPeriod);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.poll(table.names).toEqual(['US Brand']);
  });

  it('compared with an earlier period has changes under its figures, in taller rows', async () => {
    const { address, reload } = await openReports('', { responses: { 'GET /api/asa/campaigns': halfBefore } });
    await loaded();
    await page.getByRole('combobox', { name: 'Compare' }).click();
    await page.getByRole('option', { name: 'Previous period' }).click();
    await press('Update');
    await expect.poll(address).toContain('compare=previous');
    await expect.poll(() => table.cell('totals', 'taps')?.textContent).toMatch(/^90\+45\s+\+?100 %$/);
    expect(table.name()?.closest('[data-row-id]')?.getBoundingClientRect().height).toBe(44);
    await reload();
    await expect.poll(() => table.cell('totals', 'taps')?.textContent).toMatch(/^90\+45/);
  });

  it('compared with a period that does not come says so beside its own figures, and asks again', async () => {
    const missing = (call: StandInCall) => {
      const response = halfBefore(call);
      return response === lastPeriod ? failure(400, 'The range is too long.', 'invalid_request') : response;
    };
    await openReports('?compare=previous', { responses: { 'GET /api/asa/campaigns': missing } });
    await expect.element(page.getByText('Could not load the comparison period: The range is too long.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await loaded();
  });
});

describe('the products of a campaign', () => {
  it('have counts by state that add up', async () => {
    await openReports('?tab=inapps');
    await loaded();
    const total = (field: string) => Number(table.cell('totals', `product:moon.month:${field}`)?.textContent);
    await expect.poll(() => total('count')).toBe(21);
    const states = ['trial', 'trial_canceled', 'billing_issues', 'active', 'canceled', 'refunded'];
    expect(states.map(total)).toEqual([6, 5, 1, 4, 3, 2]);
  });
});
