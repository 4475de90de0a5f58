import type { Alert, AlertEpisode, NoticesResponse } from '@tapwise/contract/alerts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never, type StandInCall } from '../../../testing/stand-in-server.ts';

const path = '/client/automation/alerts';
const alert = (id: number, kind: Alert['kind'], name: string, changed: Partial<Alert> = {}): Alert => ({
  id,
  kind,
  name,
  on: true,
  severity: 'high',
  apply_to: null,
  automation_params: null,
  settings: {},
  for: 1,
  clear: 1,
  channels: [],
  mail: true,
  firing: 0,
  pending: 0,
  last_at: null,
  snoozed_until: null,
  version: 1,
  ...changed,
});
const episode = (changed: Partial<AlertEpisode> = {}): AlertEpisode => ({
  id: 'e1',
  alert_id: 1,
  kind: 'tracking_gap',
  key: 'org:1',
  name: 'Moonvale',
  severity: 'high',
  state: 'firing',
  since: '2026-11-21T09:00:00.000Z',
  recovered_at: null,
  value: 0.8095,
  limit: 0.82,
  window: { from: '2026-11-18', to: '2026-11-20' },
  text: 'Tracking gap in Moonvale: 81.0 % of installs were seen by the SDK in 3 days, usually 92.0 %',
  acknowledged: null,
  snoozed_until: null,
  messages: [{ channel_id: 'c1', kind: 'fired', at: '2026-11-21T09:00:03.000Z', state: 'sent', error: null }],
  before: [{ change_id: null, at: '2026-11-20T17:36:00.000Z', actor: 'person', text: 'Daily budget of US: 60 → 220' }],
  ...changed,
});
const channel = {
  id: 'c1',
  kind: 'slack',
  name: 'Growth team',
  address: 'hooks.slack.com/services/T0…/…',
  account_ids: [],
  quiet: null,
  digest: '09:00',
  without_amounts: false,
  state: 'active',
  problem: null,
  last_sent_at: null,
};
const responses = {
  'GET /api/asa/alerts': {
    status: 'ok',
    alerts: [
      alert(1, 'tracking_gap', 'Tracking gap', { firing: 1 }),
      alert(2, 'rules', 'Rules need attention', { on: false }),
    ],
  },
  'GET /api/asa/alerts/episodes': { status: 'ok', episodes: [episode()] },
  'GET /api/asa/alert_channels': { status: 'ok', channels: [channel] },
};
const open = (options: ScreenOptions = {}, at = path) =>
  openScreen(at, { ...options, responses: { ...responses, ...options.responses } });
const sent = (calls: readonly StandInCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => [method, url.pathname, body]);
const incident = () => page.getByRole('region', { name: 'Open now' });
const press = async (element: ReturnType<typeof page.getByRole>) => {
  await expect.element(element).toBeVisible();
  (element.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
};

describe('Alerts', () => {
  it('that are open are acknowledged and snoozed by keys alone', async () => {
    const { server } = await open();
    await expect.element(page.getByText('1 open, 0 of them taken · 1 of 2 on')).toBeVisible();
    await expect.element(incident().getByText('80.95 %')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Alerts' })).toHaveAttribute('aria-selected', 'true');
    await expectAccessible('open alerts');
    server.setResponse('POST /api/asa/alerts/acknowledge', { status: 'ok', episodes: [] });
    server.setResponse('POST /api/asa/alerts/snooze', { status: 'ok', episodes: [] });
    server.setResponse('GET /api/asa/alerts/episodes', {
      status: 'ok',
      episodes: [episode({ acknowledged: { by: 1, at: '2026-11-21T10:00:00.000Z', note: null } })],
    });
    await press(page.getByRole('button', { name: 'Acknowledge' }));
    await expect.element(page.getByText(/^Taken/)).toBeVisible();
    await press(page.getByRole('button', { name: 'Snooze' }));
    await expect.element(page.getByRole('menuitem', { name: 'For 1 day' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByText('Snoozed')).toBeVisible();
    expect(sent(server.calls)).toEqual([
      ['POST', '/api/asa/alerts/acknowledge', { application_id: 1, episode_ids: ['e1'] }],
      ['POST', '/api/asa/alerts/snooze', expect.objectContaining({ alert_id: 1, key: 'org:1' })],
    ]);
  });

  it('are looked at in a panel, which goes with Escape', async () => {
    const { address } = await open();
    await press(page.getByRole('rowheader').getByRole('button', { name: 'Tracking gap' }));
    const panel = page.getByRole('complementary', { name: 'Tracking gap' });
    await expect.element(panel.getByText('Daily budget of US: 60 → 220')).toBeVisible();
    await expect.element(panel.getByText('Growth team, sent')).toBeVisible();
    expect(address()).toContain(`${path}/1`);
    await expectAccessible('an alert in its panel');
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });

  it('are switched on, and sent to a channel', async () => {
    const { server } = await open({}, `${path}/1`);
    server.setResponse('PUT /api/asa/alerts', { status: 'ok', alert: alert(2, 'rules', 'Rules need attention') });
    await page.getByRole('switch', { name: 'Rules need attention: on' }).click();
    await expect.element(page.getByText('Rules need attention is on')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Growth team' }).click();
    await expect.element(page.getByText('The alert was changed')).toBeVisible();
    expect(sent(server.calls).map(([, , body]) => body)).toEqual([
      { application_id: 1, id: 2, updates: { on: true } },
      { application_id: 1, id: 1, updates: { channels: ['c1'] } },
    ]);
  });

  it('get a channel, whose secret is shown once', async () => {
    const { server } = await open();
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Signed webhook');
    await page.getByRole('textbox', { name: 'Name' }).fill('Data');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://moonvale.example/alerts');
    server.setResponse('POST /api/asa/alert_channels', { status: 'ok', channel, webhook_secret: 'whsec_abc' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(page.getByText('whsec_abc')).toBeVisible();
    await expectAccessible('the secret of a channel');
    expect(sent(server.calls)).toEqual([
      ['POST', '/api/asa/alert_channels', { kind: 'webhook', name: 'Data', url: 'https://moonvale.example/alerts' }],
    ]);
  });

  it('say what is missing in every state, also on a narrow screen', async () => {
    await open({
      responses: {
        'GET /api/asa/alerts/episodes': { status: 'ok', episodes: [] },
        'GET /api/asa/alert_channels': { status: 'ok', channels: [] },
      },
      width: 320,
    });
    await expect.element(page.getByText('No alert is open')).toBeVisible();
    await expect.element(page.getByText(/^Alerts are only shown here/)).toBeInTheDocument();
    await expectFits();
    await open({ responses: { 'GET /api/asa/alerts': () => never() } });
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
    await open({ responses: { 'GET /api/asa/alerts': failure(500, 'No') } });
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await open({
      responses: { 'GET /api/account': sessionResponse(account({ access: 'restricted' }), [application()]) },
    });
    await expect.element(page.getByText('Your role can only read reports.')).toBeVisible();
  });
});

describe('The bell', () => {
  const notices: NoticesResponse = {
    status: 'ok',
    unread: 1,
    notices: [
      {
        id: 'n1',
        at: '2026-11-21T09:00:00.000Z',
        kind: 'fired',
        severity: 'high',
        text: 'Tracking gap in Moonvale',
        link: `${path}/1?app=1`,
        read: false,
      },
    ],
  };

  it('counts what is unread, and opens what it is about', async () => {
    const { server, address } = await open({ responses: { 'GET /api/asa/notices': notices } });
    server.setResponse('POST /api/asa/notices/read', {
      ...notices,
      unread: 0,
      notices: notices.notices.map((notice) => ({ ...notice, read: true })),
    });
    await press(page.getByRole('button', { name: 'Notices, 1 unread' }));
    await expect.element(page.getByRole('link', { name: 'Unread: Tracking gap in Moonvale' })).toBeVisible();
    await expectAccessible('notices');
    await page.getByRole('link', { name: 'Unread: Tracking gap in Moonvale' }).click();
    await expect.element(page.getByRole('button', { name: 'Notices, 0 unread' })).toBeVisible();
    expect(address()).toContain(`${path}/1`);
    expect(sent(server.calls)).toEqual([['POST', '/api/asa/notices/read', { ids: ['n1'] }]]);
  });
});
