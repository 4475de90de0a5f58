import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { channel, channelsResponse, slackChannel } from '../../../testing/fixtures/alert-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { channelCalls, openAlerts } from '../../../testing/screens/open-alerts.ts';
import { failure } from '../../../testing/stand-in-server.ts';

const panel = (name: string) => page.getByRole('complementary', { name });
const strip = page.getByRole('region', { name: 'Channels' });

describe('channels of alerts', () => {
  it('are listed with when they are quiet and what is the matter, and each can be tried', async () => {
    const refusing = channel({ name: 'Ops', state: 'disabled', problem: 'no_service' });
    const { server } = await openAlerts('', {
      responses: { [`GET ${channelCalls}`]: channelsResponse(refusing, slackChannel) },
    });
    await expect.element(strip).toHaveTextContent(/OpsOffno_service.*#ua-alertsquiet 20:00 to 08:00, daily at 09:00/);
    await page.getByRole('button', { name: 'Send test to #ua-alerts' }).click();
    await expect.element(page.getByText('Test reached #ua-alerts in 84 ms')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ id: slackChannel.id });
    const refused = { status: 'ok', delivered: false, http_status: 404, ms: 30, answer: 'no_service' };
    server.setResponse(`POST ${channelCalls}/test`, refused);
    await page.getByRole('button', { name: 'Send test to #ua-alerts' }).click();
    await expect.element(page.getByText('Test did not reach #ua-alerts: 404 no_service')).toBeVisible();
  });

  it('a mail channel is added by keys, with quiet hours and a digest', async () => {
    const { server, address } = await openAlerts();
    await expect.element(strip).toBeVisible();
    await tabTo('Add channel');
    await userEvent.keyboard('{Enter}');
    const form = panel('Add channel');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form.getByText('Enter a name')).toBeVisible();
    await expect.element(form.getByText('Choose at least one member')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill('Marketing');
    await form.getByRole('checkbox', { name: 'Ann Weber' }).click();
    await form.getByRole('switch', { name: 'Quiet hours' }).click();
    await form.getByRole('textbox', { name: 'From' }).fill('8 pm');
    await expect.element(form.getByText('Enter hours as 20:00')).toBeVisible();
    await form.getByRole('textbox', { name: 'From' }).fill('21:00');
    await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
    await form.getByRole('checkbox', { name: 'Sunday' }).click();
    await form.getByRole('combobox', { name: /^Normal and low ones/ }).selectOptions('09:00');
    await expectAccessible('adding a channel');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Marketing saved')).toBeVisible();
    const quiet = { from: '21:00', to: '08:00', zone: 'Europe/Berlin', weekdays: [1, 2, 3, 4, 5, 6], high: false };
    expect(writesOf(server.calls).at(-1)?.body).toEqual({
      kind: 'mail',
      name: 'Marketing',
      account_ids: [2],
      quiet,
      digest: '09:00',
      without_amounts: false,
    });
    await expect.poll(address).toBe('/client/automation/alerts?app=1');
  });

  it('shows the secret of a new webhook once, and what the server refused', async () => {
    const refusal = () => failure(400, 'This address is not allowed', 'bad_address');
    const { server } = await openAlerts('?app=1&channel=new', {
      theme: 'dark',
      responses: { [`POST ${channelCalls}`]: refusal },
    });
    const form = panel('Add channel');
    await form.getByRole('radio', { name: 'Webhook' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('Hooks');
    await form.getByRole('textbox', { name: 'Address' }).fill('http://hooks.example');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form.getByText('Enter an address that begins with https://')).toBeVisible();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/alerts');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(form.getByRole('alert')).toHaveTextContent('This address is not allowed');
    const made = { status: 'ok', channel: channel({ kind: 'webhook', name: 'Hooks' }), webhook_secret: 'whsec_once' };
    server.setResponse(`POST ${channelCalls}`, made);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_once');
    await expect.element(page.getByRole('heading', { name: 'Secret of the webhook' })).toHaveFocus();
    await expectAccessible('the secret in the dark', 'aside');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Secret' })).not.toBeInTheDocument();
  });

  it('keeps the address of a channel where none is entered, and deletes a channel after a question', async () => {
    const { server } = await openAlerts(`?app=1&channel=${slackChannel.id}`);
    const form = panel('#ua-alerts');
    await expect
      .element(form.getByText('Now hooks.slack.com/services/T0…/…. Leave it empty to keep it.'))
      .toBeVisible();
    await form.getByRole('checkbox', { name: 'Without amounts' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('#ua-alerts saved')).toBeVisible();
    const { quiet, digest, name } = slackChannel;
    expect(writesOf(server.calls).at(-1)?.body).toEqual({
      id: slackChannel.id,
      name,
      quiet,
      digest,
      without_amounts: true,
    });
    await page.getByRole('link', { name: '#ua-alerts' }).click();
    await panel('#ua-alerts').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => writesOf(server.calls).at(-1)?.body).toEqual({ id: slackChannel.id });
  });

  it('a demo account is offered mails only, and why channels of all visitors stay as they are', async () => {
    const demo = sessionResponse(account({ demo: true }), [application()]);
    const { server } = await openAlerts('?app=1&channel=new', { responses: { 'GET /api/account': demo } });
    await expect.element(page.getByText('Demo accounts have mail channels only.')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Slack' })).toBeDisabled();
    await page.getByRole('link', { name: '#ua-alerts' }).click();
    const form = panel('#ua-alerts');
    await expect
      .element(form.getByText(/^You're on a demo account: all its visitors share this channel/))
      .toBeVisible();
    await expect.element(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(form.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
    await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await userEvent.keyboard('{Enter}');
    expect(writesOf(server.calls)).toEqual([]);
  });
});
