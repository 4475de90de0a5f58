import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import {
  alert,
  alertsResponse,
  episode,
  episodesResponse,
  takenEpisode,
} from '../../../testing/fixtures/alert-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { reportAlert } from '../../../testing/live.ts';
import { alertCalls, openAlerts } from '../../../testing/screens/open-alerts.ts';
import { failure, never, type StandInCall } from '../../../testing/stand-in-server.ts';

const row = async (id: string) => {
  const find = () => document.querySelector(`[data-episode="${id}"]`);
  await expect.poll(find).not.toBeNull();
  return page.elementLocator(find() ?? document.body);
};
const panel = (name: string) => page.getByRole('complementary', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('alerts', () => {
  it('lists what is open first, then every alert, and is worked by keys: acknowledged, snoozed, turned off', async () => {
    const { server } = await openAlerts();
    await expect.element(page.getByText('2 open, 1 of them taken · 3 of 3 on')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: /^Alerts ?1 open$/ })).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(await row(episode().id))
      .toHaveTextContent(/Tracking gap · Moonvalesince 21 Nov, 09:00, .*80.95 %usually 92.00 %, limit 82.00 %/);
    await expect.element(await row(takenEpisode.id)).toHaveTextContent(/122 \$limit 98.10 \$.*Ann Weberhas it, 14:20/);
    const table = page.getByRole('row', { name: /^Brand CPA/ });
    await expect.element(table).toHaveTextContent('Brand CPA over 1.20own, 2 campaignsLow');
    await expectAccessible('alerts');
    await tabTo('Acknowledge');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Acknowledged')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, episode_ids: [episode().id] });
    await tabTo('Snooze');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: '1 hour' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => writesOf(server.calls).at(-1)?.url.pathname).toBe(`${alertCalls}/snooze`);
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({ application_id: 1, alert_id: 12 });
    await page.getByRole('switch', { name: 'Tracking gap is on' }).click();
    await expect
      .poll(() => writesOf(server.calls).at(-1)?.body)
      .toMatchObject({ id: 12, based_on: 3, updates: { on: false } });
  });

  it('opens an incident with its figure, what changed before and whom it was sent to, and takes it with a note', async () => {
    const { server, address } = await openAlerts('', { theme: 'dark' });
    await (await row(episode().id)).getByRole('link', { name: 'Tracking gap' }).click();
    await expect.poll(address).toBe(`/client/automation/alerts?app=1&episode=${episode().id}`);
    const beside = panel('Tracking gap');
    await expect.element(beside.getByRole('heading', { name: 'Tracking gap' })).toHaveFocus();
    await expect.element(beside).toHaveTextContent('80.95 % 18 to 20 Nov');
    await expect.element(beside.getByRole('img', { name: /2 days are out of the usual/ })).toBeVisible();
    await expect.element(beside).toHaveTextContent('Daily budget 60 → 220 of Exact20 Nov, 17:36Ann Weber');
    await expect.element(beside).toHaveTextContent('#ua-alerts21 Nov, 09:00began · Failed · no_service');
    await expectAccessible('an incident in the dark');
    await beside.getByRole('textbox', { name: 'Note for the team (optional)' }).fill('Version 5.2');
    await beside.getByRole('button', { name: 'Acknowledge' }).click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toMatchObject({ note: 'Version 5.2' });
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('/client/automation/alerts?app=1');
    await expect.element((await row(episode().id)).getByRole('link')).toHaveFocus();
  });

  it('lists everything that is open, of however many pages, and says how much more there is', async () => {
    const pageOfMany = Array.from({ length: 50 }, (_, index) =>
      episode({ id: `00000000-0000-4000-8000-${String(index + 100).padStart(12, '0')}`, key: `${index}` }),
    );
    const episodes = ({ url }: StandInCall) =>
      url.searchParams.get('before') === pageOfMany.at(-1)?.id
        ? episodesResponse(episode())
        : episodesResponse(...pageOfMany);
    const alerts = alertsResponse(alert({ more: 19_000 }));
    await openAlerts('', { responses: { [`GET ${alertCalls}/episodes`]: episodes, [`GET ${alertCalls}`]: alerts } });
    await expect.element(page.getByText('51 open · 1 of 1 on')).toBeVisible();
    await expect.element(page.getByText('Tracking gap: 19,000 more units, which are only counted')).toBeInTheDocument();
  });

  it('asks again when an incident is reported', async () => {
    const { server } = await openAlerts('', { responses: { [`GET ${alertCalls}/episodes`]: episodesResponse() } });
    await expect.element(page.getByText('Nothing is open')).toBeVisible();
    server.setResponse(`GET ${alertCalls}/episodes`, episodesResponse(episode()));
    await expect.poll(() => reportAlert(1)).toBeGreaterThan(0);
    await expect.element(page.getByText('1 open · 3 of 3 on')).toBeVisible();
  });

  it('saves what of an alert was changed, refuses nonsense in words, and says what the server refused', async () => {
    const { server } = await openAlerts('/12?app=1');
    const beside = panel('Tracking gap');
    await beside.getByRole('textbox', { name: 'Evaluations in a row until it opens' }).fill('9');
    await expect.element(beside.getByText('Enter a whole number from 1 to 7')).toBeVisible();
    await beside.getByRole('textbox', { name: 'Evaluations in a row until it opens' }).fill('2');
    await beside.getByRole('textbox', { name: 'Percentage points off the median' }).fill('12.5');
    await beside.getByRole('combobox', { name: 'Severity' }).selectOptions('normal');
    await beside.getByRole('checkbox', { name: '#ua-alerts' }).click();
    await beside.getByRole('checkbox', { name: /^Mail me/ }).click();
    await beside.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Tracking gap saved')).toBeVisible();
    const settings = { installs: 50, points: 12.5, deviations: 4.4478 };
    const updates = { for: 2, severity: 'normal', channels: alert().channels.slice(0, 1), mail: false, settings };
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, id: 12, based_on: 3, updates });
    await expectAccessible('settings of an alert', 'aside');
    server.setResponse(`PUT ${alertCalls}`, failure(409, 'This rule was changed meanwhile', 'conflict'));
    await beside.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('This rule was changed meanwhile')).toBeVisible();
  });

  it('keeps what is entered of an alert while others save another version', async () => {
    const { server } = await openAlerts('/12?app=1');
    const beside = panel('Tracking gap');
    await beside.getByRole('textbox', { name: 'Percentage points off the median' }).fill('12.5');
    server.setResponse(`GET ${alertCalls}`, alertsResponse(alert({ version: 4, severity: 'low' })));
    await expect.poll(() => reportAlert(1)).toBeGreaterThan(0);
    await expect.element(beside.getByRole('combobox', { name: 'Severity' })).toHaveValue('low');
    await expect.element(beside.getByRole('textbox', { name: 'Percentage points off the median' })).toHaveValue('12.5');
    await beside.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toMatchObject({ id: 12, based_on: 4 });
  });

  it('deletes an alert of one’s own after a question, and offers that of no other', async () => {
    const { server, address } = await openAlerts('/14?app=1');
    await expect.element(panel('Budget nearly used').getByRole('button', { name: 'Save' })).toBeVisible();
    await expect.element(button('Delete')).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Brand CPA over 1.20' }).click();
    await panel('Brand CPA over 1.20').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, id: 30 });
    await expect.poll(address).toBe('/client/automation/alerts?app=1');
  });

  it('says what is the matter: no access, no integration, nothing yet, a failure, an alert that is gone', async () => {
    const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
    const { server } = await openAlerts('', { responses: { 'GET /api/account': restricted } });
    await expect.element(page.getByText('Your access does not include alerts.')).toBeVisible();
    expect(server.calls.some(({ url }) => url.pathname === alertCalls)).toBe(false);
    const none = sessionResponse(account(), [application({ asa_integration: 'not_integrated' })]);
    await openAlerts('', { responses: { 'GET /api/account': none } });
    await expect
      .element(page.getByText('Please integrate the search-ads service for this application in Settings'))
      .toBeVisible();
    await openAlerts('', { responses: { [`GET ${alertCalls}`]: never } });
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
    const failing = await openAlerts('', { responses: { [`GET ${alertCalls}`]: () => failure(500, 'x') } });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    failing.server.setResponse(`GET ${alertCalls}`, alertsResponse(alert()));
    await button('Retry').click();
    await expect.element(page.getByRole('row', { name: /^Tracking gap/ })).toBeVisible();
    await openAlerts('/99?app=1');
    await expect.element(page.getByRole('heading', { name: 'This alert was not found' })).toBeVisible();
  });

  it('fits a screen of 320 px, with an incident beside it too', async () => {
    await openAlerts('', { width: 320, height: 640 });
    await expect.element((await row(episode().id)).getByRole('button', { name: 'Acknowledge' })).toBeVisible();
    expectFits();
    await expectAccessible('alerts on a phone');
    await (await row(episode().id)).getByRole('link').click();
    await expect.element(panel('Tracking gap').getByRole('button', { name: 'Close' })).toBeVisible();
    expectFits();
  });
});
