import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScheduledReports, reportCalls } from '../../../testing/screens/open-scheduled-reports.ts';
import type { StandInCall } from '../../../testing/stand-in-server.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const lastSaved = (calls: readonly StandInCall[]) =>
  writesOf(calls).findLast(({ url }) => url.pathname === reportCalls)?.body;
const view = 'app=1&org=40&panel=new&name=Big+spenders&campaign_id=501&tab=spend&sort=-taps&country=US&range=last30';

describe('the form of a report', () => {
  it('begins with the view of the address, survives a reload, and schedules it', async () => {
    const { server, address, reload } = await openScheduledReports(`?${view}`);
    const panel = page.getByRole('complementary', { name: 'New report' });
    await expect.element(panel.getByText('Ad groups, Spend details, US in campaign 501')).toBeVisible();
    await expect.element(panel.getByLabelText('Name', { exact: true })).toHaveValue('Big spenders');
    await expect.element(panel.getByLabelText('Range')).toHaveValue('last30');
    await panel.getByRole('checkbox', { name: 'Monday' }).click();
    await button('Schedule report').click();
    await expect.element(panel.getByText('Choose at least one weekday')).toBeVisible();
    await expect.element(panel.getByRole('checkbox', { name: 'Monday' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await panel.getByLabelText('Member of your team').selectOptions('Ann Weber');
    await panel.getByLabelText('Address outside your team').fill('no address');
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText('Please enter a valid email')).toBeVisible();
    await panel.getByLabelText('Address outside your team').fill('report@agency.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Remove report@agency.example')).toBeVisible();
    expect(lastSaved(server.calls)).toBeUndefined();
    await expectAccessible('the form of a report', 'aside');
    await reload();
    await expect.element(panel.getByText('Your draft of before is kept in this browser.')).toBeVisible();
    await expect.element(button('Remove report@agency.example')).toBeVisible();
    await button('Schedule report').click();
    await expect.element(page.getByText('Big spenders is scheduled')).toBeVisible();
    expect(lastSaved(server.calls)).toEqual({
      application_id: 1,
      name: 'Big spenders',
      view: {
        call: 'adgroups',
        tab: 'spend_details',
        sort: '-taps',
        filters: { country: 'US', status: 'all' },
        claim_type: 'click',
        predictions: true,
      },
      scope: { asa_organization_id: 40, campaign_id: 501 },
      range: 'last30',
      cadence: { every: 'week', weekdays: [1], time: '08:00', zone: 'UTC' },
      form: { mail_table: true, file: 'xlsx' },
      recipients: [{ account_id: 1 }, { account_id: 2 }, { email: 'report@agency.example' }],
      wait_hours: 3,
      if_late: 'send',
      if_empty: 'send',
      correct: false,
    });
    await expect.poll(address).toBe('/client/automation/reports/5?app=1');
  });

  it('shows what the server refuses at its field, and sends what was changed alone', async () => {
    const message = 'This time zone is not known';
    const refused = {
      status: 'error',
      code: 'bad_rule',
      error_message: message,
      errors: [{ path: 'cadence.zone', message }],
    };
    const { server } = await openScheduledReports('/5?panel=edit', {
      theme: 'dark',
      responses: { [`PUT ${reportCalls}`]: () => Response.json(refused, { status: 400 }) },
    });
    const panel = page.getByRole('complementary', { name: 'Edit Weekly keywords' });
    await panel.getByLabelText('Time zone').fill('Europe/Nowhere');
    await button('Save').click();
    await expect.element(panel.getByText(message)).toBeVisible();
    await expect.element(panel.getByLabelText('Time zone')).toHaveFocus();
    await expectAccessible('a refused report', 'aside');
    server.setResponse(`PUT ${reportCalls}`, { status: 'ok', id: 5, next_at: null, warnings: [] });
    await panel.getByLabelText('How often').selectOptions('On a day of the month');
    await panel.getByLabelText('Day of the month').selectOptions('Last day');
    await panel.getByLabelText('Time zone').fill('Europe/Berlin');
    await button('Save').click();
    await expect.element(page.getByText('Weekly keywords saved')).toBeVisible();
    const cadence = { every: 'month', day: 'last', time: '08:00', zone: 'Europe/Berlin' };
    expect(lastSaved(server.calls)).toEqual({ application_id: 1, id: 5, updates: { cadence } });
  });

  it('shows the mail of what is entered, and says when it is of before', async () => {
    const { server } = await openScheduledReports(`?${view}`, { width: 320 });
    await tabTo('Preview');
    await userEvent.keyboard('{Enter}');
    const mail = page.getByRole('article', { name: 'Mail' });
    await expect.element(mail.getByText('Weekly keywords, 9 Nov to 15 Nov 2026')).toBeVisible();
    const previewed = writesOf(server.calls).at(-1)?.body;
    expect(previewed).toMatchObject({ application_id: 1, name: 'Big spenders', range: 'last30' });
    expect(previewed).not.toHaveProperty('recipients');
    await page.getByLabelText('Range').selectOptions('Yesterday');
    await expect.element(page.getByText('The report was changed since this preview.')).toBeVisible();
    expectFits();
  });

  it('adds no outside address in the demo, and says why', async () => {
    const demo = sessionResponse(account({ demo: true }), [application()]);
    await openScheduledReports(`?${view}`, { responses: { 'GET /api/account': demo } });
    await page.getByLabelText('Address outside your team').fill('report@agency.example');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Add address')).toHaveAttribute('title', "You're on a demo account.");
    await expect.element(button('Remove report@agency.example')).not.toBeInTheDocument();
  });
});
