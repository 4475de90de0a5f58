import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { schedule, schedulesResponse } from '../../../testing/fixtures/scheduled-report-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScheduledReports, reportCalls } from '../../../testing/screens/open-scheduled-reports.ts';
import { failure, never } from '../../../testing/stand-in-server.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const panelOf = (name: string) => page.getByRole('complementary', { name });
const menuOf = async (name: string) => button(`Actions of ${name}`).click();

describe('scheduled reports', () => {
  it('lists what is sent when and to whom, and how the last one ended', async () => {
    await openScheduledReports();
    await expect.element(page.getByText('2 reports to 4 people, 1 waits for confirmation')).toBeVisible();
    const weekly = page.getByRole('row', { name: /^Weekly keywords/ });
    await expect.element(weekly).toHaveTextContent('Keywords, Full report, US · last week');
    await expect.element(weekly).toHaveTextContent('Mondays 08:00Berlin, next 7 Jan');
    await expect.element(weekly).toHaveTextContent('1 waits');
    await expect.element(weekly).toHaveTextContent('Sent 16 Nov');
    const monthly = page.getByRole('row', { name: /^Month for finance/ });
    await expect.element(monthly).toHaveTextContent('2nd, 07:30Paused');
    await expect.element(monthly).toHaveTextContent('Not sent yet');
    await expect.element(page.getByRole('tab', { name: 'Scheduled reports', selected: true })).toBeVisible();
    await expectAccessible('scheduled reports');
  });

  it('shows a report as it would be sent, its receipt, its recipients and its sends', async () => {
    const { address } = await openScheduledReports('', { theme: 'dark' });
    await page.getByRole('link', { name: 'Weekly keywords' }).click();
    await expect.poll(address).toBe('/client/automation/reports/5?app=1');
    const panel = panelOf('Weekly keywords');
    await expect.element(panel.getByRole('heading', { name: 'Weekly keywords', exact: true })).toHaveFocus();
    await expect.element(panel.getByText('Apple Ads figures are complete until 14 Nov 2026')).toBeVisible();
    await expect.element(panel.getByRole('cell', { name: '<img src=x> sounds' })).toBeVisible();
    expect(panel.element().querySelector('img, a')).toBeNull();
    await expect.element(panel.getByText('1184420917')).toBeVisible();
    await expect.element(panel.getByText('9f2c 41d0 7be3 … e8a6')).toBeVisible();
    await expect.element(panel.getByText('restricted: 3 columns left out')).toBeVisible();
    await expect.element(panel.getByText('2 columns', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('asked, 5 days left to confirm')).toBeVisible();
    const sent = page.getByRole('region', { name: 'Sent' });
    await expect
      .element(sent.getByRole('row', { name: /9 to 15 Nov/ }))
      .toHaveTextContent('312complete1 sent, 1 left out');
    await expect.element(sent.getByText('Apple Ads until 31 Oct')).toBeVisible();
    await expectAccessible('one report');
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/client/automation/reports?app=1');
    await expect.element(page.getByRole('link', { name: 'Weekly keywords' })).toHaveFocus();
  });

  it('sends, pauses, asks again and makes a file again, by keys alone', async () => {
    const { server } = await openScheduledReports('/5');
    await expect.element(panelOf('Weekly keywords').getByText('9f2c', { exact: false })).toBeVisible();
    await tabTo('Ask again, report@agency.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('report@agency.example was asked again')).toBeVisible();
    await tabTo('Send to me now');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Weekly keywords is being made')).toBeVisible();
    await tabTo('Pause');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Weekly keywords paused')).toBeVisible();
    await button(/^Make again/).click();
    await expect.element(page.getByText('The file is being made again')).toBeVisible();
    const id = { application_id: 1, id: 5 };
    const writes = writesOf(server.calls).filter(({ url }) => !url.pathname.endsWith('/preview'));
    expect(writes.map(({ body }) => body)).toEqual([
      { ...id, email: 'report@agency.example' },
      { ...id, to: 'me' },
      { ...id, updates: { status: 'paused' } },
      { application_id: 1, send_id: '10000000-0000-4000-8000-000000000003' },
    ]);
  });

  it('offers to make a file again once the server does not keep it', async () => {
    const gone = failure(404, 'This file is not kept any more. Make it again.');
    await openScheduledReports('/5', { responses: { [`GET ${reportCalls}/file`]: () => gone.clone() } });
    await button(/^xlsx, 96 kB: download Weekly keywords-2026-11-09/)
      .first()
      .click();
    await expect.element(page.getByText('This file is not kept any more. Make it again.')).toBeVisible();
    await expect.element(button('Make again, 9 to 15 Nov')).toBeVisible();
  });

  it('sends to all and deletes only after a question', async () => {
    const { server } = await openScheduledReports();
    await menuOf('Weekly keywords');
    await item('Send to all now').click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog.getByText(/^2 people get the report at once/)).toBeVisible();
    await expectAccessible('sending to all', '[role="alertdialog"]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(writesOf(server.calls)).toEqual([]);
    await menuOf('Weekly keywords');
    await item('Send to all now').click();
    await dialog.getByRole('button', { name: 'Send to all now' }).click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, id: 5, to: 'all' });
    await menuOf('Month for finance');
    await item('Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Month for finance deleted')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Month for finance' })).not.toBeInTheDocument();
  });

  it('says what is the matter: nothing yet, loading, a failure, an unknown report, no access, no integration', async () => {
    await openScheduledReports('', { responses: { [`GET ${reportCalls}`]: schedulesResponse() }, width: 320 });
    await expect.element(page.getByRole('heading', { name: 'No scheduled reports yet' })).toBeVisible();
    expectFits();
    await expectAccessible('no reports');
    await openScheduledReports('', { responses: { [`GET ${reportCalls}`]: never } });
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
    const broken = failure(500, 'x');
    const { server } = await openScheduledReports('', { responses: { [`GET ${reportCalls}`]: () => broken.clone() } });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    server.setResponse(`GET ${reportCalls}`, schedulesResponse(schedule()));
    await button('Retry').click();
    await expect.element(page.getByRole('link', { name: 'Weekly keywords' })).toBeVisible();
    await openScheduledReports('/77');
    await expect.element(page.getByRole('heading', { name: 'This report was not found.' })).toBeVisible();
    const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
    const closed = await openScheduledReports('', { responses: { 'GET /api/account': restricted } });
    await expect.element(page.getByText('Your access does not include scheduled reports.')).toBeVisible();
    expect(closed.server.calls.some(({ url }) => url.pathname.startsWith(reportCalls))).toBe(false);
    const none = sessionResponse(account(), [application({ asa_integration: 'not_integrated' })]);
    await openScheduledReports('', { responses: { 'GET /api/account': none } });
    await expect.element(page.getByText(/^Please integrate the search-ads service/)).toBeVisible();
  });

  it('fits 320 pixels with a report open', async () => {
    await openScheduledReports('/5', { width: 320 });
    await expect.element(panelOf('Weekly keywords').getByText('1184420917')).toBeVisible();
    expectFits();
    await expectAccessible('a report on a phone', 'aside');
  });
});
