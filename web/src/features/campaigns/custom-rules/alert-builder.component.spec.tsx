import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { alert, alertsResponse, channelsResponse, slackChannel } from '../../../testing/fixtures/alert-fixtures.ts';
import { customDryRun } from '../../../testing/fixtures/custom-rule-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { button } from '../../../testing/screens/open-automation.ts';
import { openCustomRules } from '../../../testing/screens/open-custom-rules.ts';
import type { ScreenOptions } from '../../../testing/screens/open-screen.tsx';

const calls = '/api/asa/alerts';
const ownAlert = alert({
  id: 30,
  kind: 'own',
  name: 'Brand CPA',
  apply_to: { '40': 'all' },
  automation_params: {
    level: 'keyword',
    claim_type: 'click',
    scope: { status: ['running'] },
    cases: [
      {
        when: { metric: 'cpa', window: '7d', of: 'self', op: '>', value: 4, per_day: false, at_least: false },
        then: [{ do: 'notify' }],
        once: false,
      },
    ],
    schedule: { hours: [9], weekdays: [1, 2, 3, 4, 5, 6, 7] },
    guards: {
      floors: true,
      maturity: 0.6,
      confidence: 'medium',
      trust: true,
      cooldown_days: null,
      units_per_run: 100,
      units_per_day: 300,
      max_share: 0.5,
      raise_per_day: null,
      oscillation: 'hold',
    },
    priority: 500,
  },
  settings: null,
  version: 2,
});
const saved = { status: 'ok', id: 30, version: 1, warnings: ['No campaign matches the filters now'], alert: ownAlert };

const open = (path: string, options: ScreenOptions = {}) =>
  openCustomRules(`/alerts${path}`, {
    ...options,
    responses: {
      [`GET ${calls}`]: alertsResponse(ownAlert),
      [`GET ${calls}/episodes`]: { status: 'ok', episodes: [] },
      'GET /api/asa/alert_channels': channelsResponse(slackChannel),
      [`POST ${calls}`]: saved,
      [`PUT ${calls}`]: saved,
      [`POST ${calls}/dry_run`]: {
        ...customDryRun(),
        episodes: [{ key: '501', name: 'Brand', from: '2026-11-10T09:00:00.000Z', to: null }],
      },
      ...options.responses,
    },
  });

const form = page.getByRole('region', { name: 'Alert', exact: true });
const value = form.getByRole('textbox', { name: 'Value' });

// First: toasts of the other cases would cover what it presses.
describe('An own alert', () => {
  it('is edited by the version that was seen', async () => {
    const { server } = await open('/30');
    await page.getByRole('link', { name: 'Edit conditions' }).click();
    await expect.element(value).toHaveValue('4');
    await expect.element(form.getByRole('radio', { name: 'Keywords' })).toBeChecked();
    await value.fill('5');
    await userEvent.keyboard('{Tab}');
    await button('Save').click();
    await expect
      .poll(() => writesOf(server.calls).at(-1)?.body)
      .toMatchObject({
        id: 30,
        based_on: 2,
        updates: { automation_params: { level: 'keyword', cases: [{ when: { value: 5 } }] }, for: 1 },
      });
  });
});

describe('An own alert that others save meanwhile', () => {
  it('keeps what is entered over a reload, and is saved by the version that it began with', async () => {
    const opened = await open('/30/edit');
    await value.fill('6');
    opened.server.setResponse(`GET ${calls}`, alertsResponse(alert({ ...ownAlert, version: 3, name: 'Theirs' })));
    await opened.reload();
    await expect.element(page.getByText('This rule was changed meanwhile')).toBeVisible();
    await expect.element(value).toHaveValue('6');
    await button('Save').click();
    await expect.poll(() => writesOf(opened.server.calls).at(-1)?.body).toMatchObject({ id: 30, based_on: 2 });
  });
});

describe('New alert', () => {
  it('is written with conditions, tried, and created with how it notifies', async () => {
    const { server, address } = await open('/new');
    await expect.element(form.getByRole('radio', { name: 'Campaigns' })).toBeChecked();
    await button('Create alert').click();
    await expect.element(form.getByText('Enter a number').first()).toBeVisible();
    expect(writesOf(server.calls)).toHaveLength(0);
    await form.getByRole('radio', { name: 'Application' }).click();
    await value.fill('200');
    await form.getByRole('combobox', { name: 'Asked' }).selectOptions('every hour');
    await form.getByRole('checkbox', { name: slackChannel.name }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('Much is spent');
    await expectAccessible('a new alert');
    await button('Try it').click();
    const panel = page.getByRole('region', { name: 'If it ran now' });
    await expect.element(panel.getByText('1 incident in 30 days')).toBeVisible();
    await expect.element(panel.getByText('Brand 10 Nov – now')).toBeVisible();
    await button('Create alert').click();
    await expect.poll(address).toBe('/client/automation/alerts?app=1');
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({
      application_id: 1,
      name: 'Much is spent',
      apply_to: { '40': 'all' },
      automation_params: {
        level: 'application',
        cases: [{ when: { all: [{ metric: 'spend', window: '1d', op: '>', value: 200 }] }, then: [{ do: 'notify' }] }],
      },
      severity: 'normal',
      for: 2,
      clear: 2,
      channels: [slackChannel.id],
    });
  });

  it('is created once, also where the mails about it could not be switched off', async () => {
    const error = { status: 'error', code: 'wrong_state', error_message: 'Try again later' };
    const refused = () => Response.json(error, { status: 409 });
    const { server, address } = await open('/new', { responses: { [`PUT ${calls}`]: refused } });
    await value.fill('200');
    await form.getByRole('textbox', { name: 'Name' }).fill('Much is spent');
    await form.getByRole('checkbox', { name: /^Mail me/ }).click();
    await button('Create alert').click();
    await expect.element(page.getByText('Mails could not be switched off: Try again later')).toBeVisible();
    await expect.poll(address).toBe('/client/automation/alerts?app=1');
    expect(writesOf(server.calls).map(({ method }) => method)).toEqual(['POST', 'PUT']);
  });

  it('is kept as a draft through a reload, and shows what the server refuses where it is', async () => {
    const errors = [{ path: 'cases[0].when.all[0].metric', message: 'Spend is not available for application' }];
    const body = { status: 'error', code: 'bad_rule', error_message: errors[0]?.message, errors };
    const refused = () => Response.json(body, { status: 400 });
    const opened = await open('/new', { theme: 'dark', responses: { [`POST ${calls}`]: refused } });
    await value.fill('75');
    await opened.reload();
    await expect.element(value).toHaveValue('75');
    await button('Create alert').click();
    await expect.element(form.getByText('Spend is not available for application').first()).toBeVisible();
    await expectAccessible('a refused alert in the dark');
    await page.viewport(320, 800);
    expectFits();
    await button('Discard draft').click();
    await expect.element(value).toHaveValue('');
  });
});
