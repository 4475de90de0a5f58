import { createHmac } from 'node:crypto';
import { type DomainEvent, teamBilling, teamStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

const secret = 'pdl_ntfset_01test';
let service: IngestService;
beforeAll(async () => {
  service = await startIngestService({}, { paymentSecrets: ['pdl_ntfset_old', secret] });
});
afterAll(() => service.stop());

const occurred_at = '2026-11-01T10:00:00.123456Z';
const notification = (event_id: string, overrides: object = {}) => ({
  event_id,
  event_type: 'subscription.updated',
  occurred_at,
  notification_id: 'ntf_1',
  data: { id: 'sub_1', status: 'active', items: [{ price: { id: 'pri_1' }, quantity: 1 }], updated_at: occurred_at },
  ...overrides,
});

/** Spelt as no serializer of ours would. */
const spelt = (body: unknown) => JSON.stringify(body, null, 3).replaceAll('"', '\u0022');

async function send(text: string | Buffer, overrides: { signed?: string | Buffer; key?: string; type?: string } = {}) {
  const ts = Math.floor(service.clock.now / 1000);
  const h1 = createHmac('sha256', overrides.key ?? secret)
    .update(`${ts}:`)
    .update(overrides.signed ?? text)
    .digest('hex');
  const headers = { 'paddle-signature': `ts=${ts};h1=${h1}`, 'content-type': overrides.type ?? 'application/json' };
  const response = await service.app.inject({ method: 'POST', url: '/payments/notifications', headers, payload: text });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
function dataOf(event: DomainEvent | undefined): { body: string; occurred_at: string } {
  if (event?.type !== 'PaymentNotificationReceived') throw new Error('not recorded');
  return event.data;
}
const recorded = (id: string) => service.events(`paymentNotification-${id}`);

describe('POST /payments/notifications', () => {
  it('answers after the append, and keeps the first of several with one id', async () => {
    expect(await send(spelt(notification('evt_1')))).toEqual({ status: 200, body: { status: 'ok' } });
    const changed = notification('evt_1', { event_type: 'subscription.canceled' });
    expect((await send(spelt(changed))).status).toBe(200);
    const [event, ...more] = await recorded('evt_1');
    expect(more).toEqual([]);
    expect(event?.data).toMatchObject({
      event_type: 'subscription.updated',
      occurred_at,
      updated_at: occurred_at,
      fact: { kind: 'subscription', subscription_id: 'sub_1', status: 'active', price_id: 'pri_1' },
    });
    const body = dataOf(event).body;
    expect((await service.vault.decrypt(body)) ?? '').toBe(spelt(notification('evt_1')));
  });

  it.each([
    ['another body', '{"event_id":"evt_2"} ', { signed: '{"event_id":"evt_2"}' }, 401],
    ['a foreign secret', spelt(notification('evt_2')), { key: 'pdl_ntfset_sandbox' }, 401],
    ['no object', '[1]', {}, 400],
    ['no JSON', '{"event_id":', {}, 400],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
    ['no data', '{"event_id":"evt_2","event_type":"x","occurred_at":"2026-01-01T00:00:00Z"}', {}, 400],
    ['no instant', spelt(notification('evt_2', { occurred_at: 'yesterday' })), {}, 400],
    ['257 kB', spelt(notification('evt_2', { note: 'x'.repeat(257 * 1024) })), {}, 413],
    ['nothing', '', {}, 400],
  ])('refuses %s and records nothing', async (_what, text, overrides, status) => {
    expect((await send(text, overrides)).status).toBe(status);
    expect(await recorded('evt_2')).toEqual([]);
  });

  it('records that signatures were refused, once a minute with how many there were', async () => {
    service.clock.now += 120_000;
    const refused = () => send(spelt(notification('evt_refused')), { key: 'pdl_ntfset_sandbox' });
    const day = new Date(service.clock.now).toISOString().slice(0, 10);
    const all = async () =>
      (await service.events(`paymentRefusal-${day}`)).flatMap((event) =>
        event.type === 'PaymentNotificationRefused' ? [event.data.count] : [],
      );
    const before = await all();
    for (const _ of [1, 2, 3]) expect((await refused()).status).toBe(401);
    await expect.poll(async () => (await all()).length).toBe(before.length + 1);
    service.clock.now += 60_000;
    await refused();
    await expect.poll(async () => (await all()).at(-1)).toBe(3);
  });

  it('counts each by what its signature is', async () => {
    const counted = async (signature: string) => {
      const { body } = await service.app.inject({ method: 'GET', url: '/metrics' });
      return Number(
        new RegExp(`^tapwise_payment_notifications_total{signature="${signature}"} (\\d+)$`, 'm').exec(body)?.[1],
      );
    };
    const before = [await counted('ok'), await counted('wrong')] as const;
    await send(spelt(notification('evt_counted')));
    await send(spelt(notification('evt_counted')), { key: 'pdl_ntfset_sandbox' });
    expect([await counted('ok'), await counted('wrong')]).toEqual([before[0] + 1, before[1] + 1]);
  });

  it('records types it does not know, and what it cannot read, without a fact', async () => {
    expect((await send(spelt(notification('evt_3', { event_type: 'customer.updated' })))).status).toBe(200);
    expect((await send(spelt(notification('evt_4', { data: { id: 'sub_1', status: 'odd' } })))).status).toBe(200);
    for (const id of ['evt_3', 'evt_4']) expect((await recorded(id))[0]?.data).toMatchObject({ fact: null });
  });

  it('takes an instant far ahead as five minutes from now', async () => {
    await send(spelt(notification('evt_5', { occurred_at: '2099-01-01T00:00:00Z' })));
    const [event] = await recorded('evt_5');
    const at = Date.parse(dataOf(event).occurred_at);
    expect(at).toBe(Math.floor((service.clock.now + 300_000) / 60_000) * 60_000);
  });

  it('reaches everyone who follows the log, and never assigns by what a browser could have written', async () => {
    const forged = { ...notification('evt_6').data, id: 'sub_6', custom_data: { team_id: 8, account_id: 8 } };
    await send(spelt(notification('evt_6', { data: forged })));
    expect(teamBilling(service.directory.state.billing, 8).state).toBe('none');
  });
});

describe('a year after the end of service', () => {
  it('records nothing of the team’s applications any more, and goes on as soon as there is service', async () => {
    const apiKey = await service.addApplication({ id: 711, adamId: 1500000711, bundleId: 'com.example.closed' });
    const at = new Date(service.clock.now).toISOString();
    const team_id = service.directory.state.applications.get(711)?.team_id ?? 0;
    const ended = (days: number) => new Date(service.clock.now - days * 86_400_000).toISOString();
    const post = () => service.post('/sdk/v1/transactions', { api_key: apiKey, install_id: 'a', transactions: [] });
    await service.happened(teamStream(team_id), {
      type: 'TeamFounded',
      data: { team_id, name: 'v1.t.AA', founded_at: at, trial_expires_at: ended(364), demo: false },
    });
    expect((await post()).status).not.toBe(401);
    await service.happened(teamStream(team_id), {
      type: 'TeamTrialMoved',
      data: { team_id, trial_expires_at: ended(365), moved_at: at },
    });
    expect((await post()).status).toBe(401);
    expect((await service.post(`/store/notifications/${apiKey}`, { signedPayload: 'x' })).status).toBe(401);
  });
});
