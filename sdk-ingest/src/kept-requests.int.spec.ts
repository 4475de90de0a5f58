import { X509Certificate } from 'node:crypto';
import {
  AlteredRequestError,
  createAppLookup,
  handleCommand,
  keepRequest,
  openRequest,
  StoreSignature,
} from '@tapwise/adapters';
import { type DomainEventOf, storeNoticeStream, storeRequestStream, subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationSigner } from '../../infra/simulators/apple/src/signing/notification-signer.ts';
import { asTest } from '../../tests/support/facts/settings.ts';
import { type IngestService, startIngestService } from '../../tests/support/services/ingest-service.ts';
import { remapNotifications } from './remap-notifications.ts';

type KeptRequest = DomainEventOf<'StoreRequestReceived'>['data'];
const app = { id: 541, adamId: 1500000541, bundleId: 'com.example.kept', password: 'shared secret' };
let service: IngestService;
let path: string;
let numbers = 0;

beforeAll(async () => {
  service = await startIngestService();
  path = `/store/notifications/${await service.addApplication(app)}`;
});
afterAll(() => service.stop());

/** A good notification; with `environment` of the sandbox a notice. */
function signed(environment = 'Production') {
  numbers += 1;
  const { sign } = createNotificationSigner(service.chain);
  const original = `6600000000${numbers}`;
  const uuid = `00000000-0000-4000-8000-${String(numbers).padStart(12, '0')}`;
  const at = Date.parse('2026-02-03T17:00:00Z');
  const common = { bundleId: app.bundleId, environment, signedDate: at };
  const sale = { transactionId: original, originalTransactionId: original, productId: 'kept.yearly', purchaseDate: at };
  const data = {
    appAppleId: app.adamId,
    bundleId: app.bundleId,
    environment,
    signedTransactionInfo: sign({ ...common, ...sale, type: 'Auto-Renewable Subscription' }),
  };
  const notification = { notificationType: 'SUBSCRIBED', notificationUUID: uuid, version: '2.0', signedDate: at, data };
  return { signedPayload: sign(notification), uuid, original };
}

async function keptOf(notificationId: string): Promise<KeptRequest[]> {
  const events = await service.events(storeRequestStream(app.id, notificationId));
  return events.flatMap((event) => (event.type === 'StoreRequestReceived' ? [event.data] : []));
}

async function append(data: KeptRequest): Promise<void> {
  await handleCommand(service.log, {
    stream: storeRequestStream(data.application_id, data.notification_id),
    decider: { initialState: () => 0, evolve: (count: number) => count + 1 },
    decide: () => [{ type: 'StoreRequestReceived', data }],
    cause: 'test',
    context: asTest,
  });
}

const remap = () =>
  remapNotifications(service.log, service.directory.state, {
    lookup: createAppLookup(service.store.url),
    signature: new StoreSignature([new X509Certificate(service.chain.root).raw]),
    vault: service.vault,
  });

describe('what the store sent', () => {
  it('is kept byte for byte, with the headers that matter, and not in the clear', async () => {
    const sent = signed();
    const text = `\uFEFF {\r\n\t"signedPayload" : "first", "note": 1.0e0,\n "signedPayload":"${sent.signedPayload}" }\n `;
    const bytes = Buffer.from(text, 'utf8');
    const response = await service.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json; charset=UTF-8', 'user-agent': 'store/2', cookie: 'a=b' },
      payload: bytes,
    });
    expect(response.statusCode, response.body).toBe(200);
    const [kept, ...more] = await keptOf(sent.uuid);
    expect(more).toEqual([]);
    if (kept === undefined) throw new Error('Nothing is kept');
    expect((await openRequest(service.vault, kept))?.equals(bytes)).toBe(true);
    expect(kept.headers).toEqual({ 'content-type': 'application/json; charset=UTF-8', 'user-agent': 'store/2' });
    expect(JSON.stringify(kept)).not.toContain(sent.signedPayload.slice(-40));
    expect(await service.events(subscriptionStream(sent.original))).toMatchObject([{ data: { mapping: 2 } }]);
    const changed = { ...kept, body: `${kept.body.slice(0, -2)}${kept.body.endsWith('AA') ? 'BB' : 'AA'}` };
    await expect(openRequest(service.vault, changed)).rejects.toThrow(AlteredRequestError);
  });

  it('is kept for a sandbox notice and for version 1 with its password, once for each id, and not when it is refused', async () => {
    const sandbox = signed('Sandbox');
    expect((await service.post(path, { signedPayload: sandbox.signedPayload })).status).toBe(200);
    expect(await service.events(storeNoticeStream(app.id, sandbox.uuid))).toHaveLength(1);
    expect(await keptOf(sandbox.uuid)).toHaveLength(1);
    const old = {
      notification_type: 'INITIAL_BUY',
      password: app.password,
      environment: 'PROD',
      bid: app.bundleId,
      unified_receipt: {
        latest_receipt_info: [
          {
            transaction_id: '6700000001',
            original_transaction_id: '6700000001',
            product_id: 'kept.weekly',
            purchase_date_ms: '1770000000000',
          },
        ],
      },
    };
    for (let sent = 0; sent < 2; sent += 1) expect((await service.post(path, old)).status).toBe(200);
    const [recorded] = await service.events(subscriptionStream('6700000001'));
    const id = recorded?.type === 'StoreNotificationReceived' ? recorded.data.notification_id : '';
    const [kept, ...more] = await keptOf(id);
    expect(more).toEqual([]);
    expect(kept && (await openRequest(service.vault, kept))?.toString()).toBe(JSON.stringify(old));
    const refused = signed();
    const broken = { signedPayload: `${refused.signedPayload.slice(0, -4)}AAAA` };
    expect((await service.post(path, broken)).status).toBe(400);
    expect(await keptOf(refused.uuid)).toEqual([]);
  });

  it('can be read again: what was kept and not interpreted is recorded as of when it came, once', async () => {
    const sent = signed();
    const request = { application_id: app.id, notification_id: sent.uuid, received_at: '2026-02-03T17:00:01.000Z' };
    const bytes = Buffer.from(JSON.stringify({ signedPayload: sent.signedPayload }));
    await append(await keepRequest(service.vault, { ...request, bytes, headers: {} }));
    expect(await remap()).toMatchObject({ remapped: 1, erased: 0, unreadable: [] });
    expect(await service.events(subscriptionStream(sent.original))).toMatchObject([
      { type: 'StoreNotificationReceived', data: { notification_id: sent.uuid, received_at: request.received_at } },
    ]);
    expect(await remap()).toMatchObject({ remapped: 0, unreadable: [] });
  });

  it('is named and not read again when its bytes were changed', async () => {
    const sent = signed();
    const request = { application_id: app.id, notification_id: sent.uuid, received_at: '2026-02-03T17:00:01.000Z' };
    const bytes = Buffer.from(JSON.stringify({ signedPayload: sent.signedPayload }));
    const kept = await keepRequest(service.vault, { ...request, bytes, headers: {} });
    // What is put in its place is genuine, so that only the digest can tell.
    const genuine = Buffer.from(JSON.stringify({ signedPayload: signed().signedPayload }));
    const other = await keepRequest(service.vault, { ...request, bytes: genuine, headers: {} });
    await append({ ...kept, body: other.body });
    expect(await remap()).toMatchObject({ remapped: 0, unreadable: [sent.uuid] });
    expect(await service.events(subscriptionStream(sent.original))).toEqual([]);
  });
});
