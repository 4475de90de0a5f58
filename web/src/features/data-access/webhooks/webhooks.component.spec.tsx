import {
  notificationForwardingResponseSchema,
  webhookSecretResponseSchema,
  webhookTestResponseSchema,
} from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';
import type { Delivery, Endpoints } from './api/webhook-types.ts';

const forwarding = '/api/application/notification_forwarding';
const listPath = '/api/application/webhook_deliveries';
const secret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const delivery = (index: number, overrides: Partial<Delivery> = {}): Delivery => ({
  id: idOf(index),
  lane: 'webhook',
  sequence: 20_000 + index,
  event: 'subscription_charge',
  estimated: false,
  url: 'https://hooks.moonvale.example/tapwise',
  state: 'delivered',
  reason: null,
  created_at: '2026-11-20T10:00:00.000Z',
  next_attempt_at: null,
  keyword: 'sleep sounds',
  proceeds: 27.993,
  attempts: [{ at: '2026-11-20T10:00:01.000Z', status: 200, ms: 98, error: null, answer: 'ok' }],
  ...overrides,
});
const refused = delivery(3, {
  state: 'failed',
  event: 'refund',
  proceeds: -7.6524,
  attempts: [
    { at: '2026-11-20T10:00:01.000Z', status: 503, ms: 1_040, error: null, answer: '503 Service Unavailable' },
    { at: '2026-11-20T10:00:06.000Z', status: null, ms: 15_000, error: 'no answer within 15 s', answer: '' },
  ],
});
const waiting = delivery(2, {
  state: 'pending',
  next_attempt_at: '2026-11-20T10:30:00.000Z',
  attempts: refused.attempts,
});
const forwarded = delivery(1, {
  lane: 'forwarding',
  event: null,
  sequence: null,
  keyword: null,
  proceeds: null,
  url: 'https://api.moonvale.example/v2',
});
const unsent = delivery(0, {
  state: 'not_sent',
  reason: 'Not sent: no active subscription',
  sequence: null,
  keyword: null,
  proceeds: null,
  attempts: [],
});
const sent = {
  headers: { 'webhook-id': idOf(3), 'webhook-signature': 'v1,K5oZ', 'x-tapwise-sequence': '20003' },
  body: '{"event":"refund","proceeds":-7.6524}',
  bytes: 37,
};
const five = [delivery(4), refused, waiting, forwarded, unsent];

/** The server's side: addresses as they were set, deliveries by the filter. */
function open(setup: { endpoints?: Partial<Endpoints>; deliveries?: readonly Delivery[] } & ScreenOptions = {}) {
  const { endpoints = {}, deliveries = five, ...options } = setup;
  const state: Endpoints = { proxy_url: '', webhook_url: '', webhook_state: 'none', ...endpoints };
  const list = ({ url }: StandInCall) => {
    const [kind, stateFilter, before, id, event] = ['lane', 'state', 'before', 'id', 'event'].map((name) =>
      url.searchParams.get(name),
    );
    const only = deliveries.find((delivery) => delivery.id === id);
    if (only !== undefined) return { status: 'ok', deliveries: [{ ...only, sent }] };
    const fits = deliveries.filter(
      (delivery) =>
        (kind === null || delivery.lane === kind) &&
        (stateFilter === null || delivery.state === stateFilter) &&
        (event === null || delivery.event === event),
    );
    const start = before === null ? 0 : fits.findIndex(({ id }) => id === before) + 1;
    return { status: 'ok', deliveries: fits.slice(start, start + 100) };
  };
  const save = ({ body }: StandInCall) => {
    const { webhook_url, proxy_url } = body as Partial<Endpoints>;
    if (webhook_url === 'https://10.0.0.1')
      return failure(400, 'Please enter a valid https address', 'invalid_address');
    const made = webhook_url !== undefined && webhook_url !== '' && webhook_url !== state.webhook_url;
    if (proxy_url !== undefined) state.proxy_url = proxy_url;
    if (webhook_url !== undefined)
      Object.assign(state, { webhook_url, webhook_state: webhook_url === '' ? 'none' : 'active' });
    return notificationForwardingResponseSchema.parse({
      status: 'ok',
      ...state,
      ...(made ? { webhook_secret: secret } : {}),
    });
  };
  return openScreen('/client/settings/webhooks', {
    ...options,
    responses: {
      [`GET ${forwarding}`]: () => notificationForwardingResponseSchema.parse({ status: 'ok', ...state }),
      [`POST ${forwarding}`]: save,
      [`GET ${listPath}`]: list,
      'POST /api/application/webhook_secret': webhookSecretResponseSchema.parse({
        status: 'ok',
        webhook_secret: `${secret}2`,
      }),
      'POST /api/application/webhook_test': webhookTestResponseSchema.parse({
        status: 'ok',
        delivered: false,
        http_status: 503,
        ms: 1_040,
      }),
      [`POST ${listPath}/replay`]: ({ body }: StandInCall) => ({
        status: 'ok',
        replayed: (body as { ids?: string[] }).ids?.length ?? 7,
      }),
      ...options.responses,
    },
  });
}

const active = {
  webhook_url: 'https://hooks.moonvale.example/tapwise',
  proxy_url: 'https://api.moonvale.example/v2',
  webhook_state: 'active',
} as const;
const bodies = (calls: readonly StandInCall[]) => writesOf(calls).map(({ body }) => body);
const panel = () => page.getByRole('complementary', { name: 'refund' });

describe('Webhooks', () => {
  it('are set up by keys: an address, its secret once, a test, another secret, and turned off', async () => {
    const { server } = await open({ deliveries: [] });
    await expect.element(page.getByText('Set a webhook or forwarding address: what is sent there')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page');
    await tabTo('Set address: Webhooks');
    await userEvent.keyboard('{Enter}');
    const address = page.getByRole('textbox', { name: 'Webhook address' });
    await expect.element(address).toHaveFocus();
    await userEvent.keyboard('http://hooks.moonvale.example{Enter}');
    await expect.element(page.getByText('Please enter a valid https address')).toBeVisible();
    expect(writesOf(server.calls)).toEqual([]);
    await address.fill('https://10.0.0.1');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => bodies(server.calls)).toHaveLength(1);
    await expect.element(page.getByText('Please enter a valid https address')).toBeVisible();
    await address.fill(` ${active.webhook_url} `);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Copy the secret now' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Webhook secret' })).toHaveValue(secret);
    expect(bodies(server.calls).at(-1)).toEqual({ application_id: 1, webhook_url: active.webhook_url });
    await expectAccessible('the secret');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(page.getByRole('textbox', { name: 'Webhook secret' }).elements()).toEqual([]);

    await page.getByRole('button', { name: 'Send test' }).click();
    await expect.element(page.getByText('The test was not delivered: 503 after 1.04 s')).toBeVisible();

    const menu = page.getByRole('button', { name: 'Actions for Webhooks' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('For 24 hours every webhook is signed');
    await expectAccessible('rotating', '[role="alertdialog"]');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    await expect.element(page.getByText('Both secrets sign for 24 hours.')).toBeVisible();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect.element(page.getByRole('button', { name: 'Set address: Webhooks' })).toBeVisible();
    expect(bodies(server.calls).at(-1)).toEqual({ application_id: 1, webhook_url: '' });
  });

  it('that were disabled say why and are enabled by the same address', async () => {
    const { server } = await open({ endpoints: { ...active, webhook_state: 'disabled' } });
    await expect.element(page.getByText(/it answered 410 or failed for too long/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Send test' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Actions for Webhooks' }).click();
    await page.getByRole('menuitem', { name: 'Enable again' }).click();
    await expect.poll(() => bodies(server.calls)).toEqual([{ application_id: 1, webhook_url: active.webhook_url }]);
    await expect.element(page.getByText(/it answered 410/)).not.toBeInTheDocument();
  });
});

describe('deliveries', () => {
  it('are filtered, opened by keys with their attempts, and replayed: one, those that failed, a range', async () => {
    const { server, address } = await open({ endpoints: active });
    await expect.element(page.getByText('1 of 2 delivered, 1 pending')).toBeVisible();
    await expect.element(page.getByText('1 of 1 delivered')).toBeVisible();
    await expect.element(page.getByText('5 deliveries, times in UTC')).toBeVisible();
    await tabTo('refund, 20 Nov 10:00:00');
    await userEvent.keyboard('{Enter}');
    await expect.element(panel().getByRole('heading', { name: 'refund' })).toHaveFocus();
    await expect.element(panel()).toHaveTextContent('Moonvale, first sent 20 Nov 10:00:01, sequence 20,003');
    await expect.element(panel()).toHaveTextContent('1.04 s503');
    await expect.element(panel()).toHaveTextContent('15.00 sno answer within 15 s');
    await expect.element(panel()).toHaveTextContent(`webhook-id: ${idOf(3)}`);
    await expect.element(panel()).toHaveTextContent('webhook-signature: v1,K5oZ');
    await expect.element(panel().getByRole('heading', { name: 'Body, 37 bytes, same on every attempt' })).toBeVisible();
    await expect.element(panel()).toHaveTextContent('"proceeds": -7.6524');
    await expect.element(panel().getByRole('button', { name: 'Copy as curl' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /refund.* sleep sounds −7.65 / })).toBeVisible();
    expect(address()).toContain(`delivery=${idOf(3)}`);
    await panel().getByRole('button', { name: 'Replay now' }).click();
    await expect.poll(() => bodies(server.calls)).toEqual([{ application_id: 1, ids: [idOf(3)] }]);
    await expect.element(page.getByText('1 delivery is sent again')).toBeVisible();
    (panel().getByRole('heading', { name: 'refund' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'refund, 20 Nov 10:00:00' })).toHaveFocus();

    await page.getByRole('button', { name: 'Replay 1 failed' }).click();
    await expect.poll(() => bodies(server.calls)).toHaveLength(2);
    await page.getByRole('button', { name: 'Replay a range' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Replay a range' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/same id, sequence and bytes. The days are those in UTC.$/)).toBeVisible();
    await page.getByLabelText('From').fill('2026-11-21');
    await page.getByLabelText('To', { exact: true }).fill('2026-11-20');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect.element(page.getByText('Choose two days, the first not after the last')).toBeVisible();
    await page.getByLabelText('From').fill('2026-11-19');
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect
      .poll(() => bodies(server.calls).at(-1))
      .toEqual({ application_id: 1, from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' });
    await expect.element(page.getByText('7 deliveries are sent again')).toBeVisible();

    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'refund' }).click();
    await expect.element(page.getByText('1 delivery, times in UTC')).toBeVisible();
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'All events' }).click();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Not sent' }).click();
    await expect.element(page.getByText('1 delivery, times in UTC')).toBeVisible();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Notification forwarding' }).click();
    await expect.element(page.getByRole('heading', { name: 'No delivery matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all deliveries' }).click();
    await expect.element(page.getByText('5 deliveries, times in UTC')).toBeVisible();
  });

  it('show how a replay ended without a press', async () => {
    const { server } = await open({ endpoints: active, deliveries: [refused] });
    await page.getByRole('button', { name: 'refund, 20 Nov 10:00:00' }).click();
    await panel().getByRole('button', { name: 'Replay now' }).click();
    await expect.element(page.getByText('1 delivery is sent again')).toBeVisible();
    const again = { at: '2026-11-20T10:01:00.000Z', status: 204, ms: 7, error: null, answer: '' };
    const delivered = { ...refused, state: 'delivered', attempts: [...refused.attempts, again] };
    server.setResponse(`GET ${listPath}`, { status: 'ok', deliveries: [{ ...delivered, sent }] });
    await expect.element(panel()).toHaveTextContent('7 ms204');
  });

  it('come by hundreds, older ones before the last', async () => {
    const many = Array.from({ length: 130 }, (_, index) => delivery(1_000 - index));
    const { server } = await open({ endpoints: active, deliveries: many });
    await expect.element(page.getByText('100 deliveries loaded, times in UTC')).toBeVisible();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.element(page.getByText('130 deliveries, times in UTC')).toBeVisible();
    const lists = server.calls.filter(({ url }) => url.pathname === listPath);
    expect(lists.at(-1)?.url.searchParams.get('before')).toBe(idOf(901));
    expect(page.getByRole('button', { name: 'Older' }).elements()).toEqual([]);
  });

  it('that cannot be read say so, with what can be tried; the demo and an ended trial say what they lack', async () => {
    const ended = account({ demo: true, service: 'ended', service_ends_at: '2020-01-01T00:00:00.000Z' });
    const { server } = await open({
      endpoints: active,
      responses: {
        'GET /api/account': sessionResponse(ended, [application()]),
        [`GET ${listPath}`]: () => failure(500, 'Internal server error. We will fix it soon.'),
      },
    });
    await expect.element(page.getByText('Internal server error. We will fix it soon.')).toBeVisible();
    await expect.element(page.getByText(/work only with an active subscription or trial/)).toBeVisible();
    for (const name of ['Send test', 'Actions for Webhooks', 'Replay a range']) {
      await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      await expect.element(page.getByRole('button', { name })).toHaveAttribute('title', "You're on a demo account.");
    }
    server.setResponse(`GET ${listPath}`, { status: 'ok', deliveries: [delivery(4)] });
    await page.getByRole('button', { name: /Retry|Try again/ }).click();
    await expect.element(page.getByText('1 delivery, times in UTC')).toBeVisible();
    expect(writesOf(server.calls)).toEqual([]);
  });
});

it('Webhooks has no accessibility fault in either theme, wide, with a delivery open, and on a phone', async () => {
  await open({ endpoints: { ...active, webhook_state: 'disabled' } });
  await expect.element(page.getByText('5 deliveries, times in UTC')).toBeVisible();
  await page.getByRole('button', { name: 'refund, 20 Nov 10:00:00' }).click();
  await expect.element(panel()).toBeVisible();
  await expectAccessible('a delivery');
  await page.viewport(390, 844);
  await expectAccessible('a phone');
  expectFits();
});
