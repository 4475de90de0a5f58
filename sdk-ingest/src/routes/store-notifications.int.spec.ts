import { createHmac, sign } from 'node:crypto';
import { type RecordedEvent, readLog } from '@tapwise/adapters';
import { storeNoticeStream, subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSigningChain,
  type SigningChain,
  toPem,
} from '../../../infra/simulators/apple/src/signing/certificates.ts';
import { createNotificationSigner } from '../../../infra/simulators/apple/src/signing/notification-signer.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

const app = { id: 521, adamId: 1500000521, bundleId: 'com.example.calm', password: 'shared secret' };
let service: IngestService;
let apiKey: string;
let jws: (payload: object) => string;
let numbers = 0;

beforeAll(async () => {
  service = await startIngestService();
  apiKey = await service.addApplication(app);
  jws = (payload) => createNotificationSigner(service.chain).sign(payload);
});
afterAll(() => service.stop());

interface Story {
  notification?: object;
  data?: object;
  transaction?: object;
  signer?: (payload: object) => string;
}

/** A good notification about a fresh subscription, with whatever a test changes about it. */
function payload(story: Story = {}): { signedPayload: string; uuid: string; original: string } {
  numbers += 1;
  const original = `4400000000${numbers}`;
  const uuid = `00000000-0000-4000-8000-${String(numbers).padStart(12, '0')}`;
  const signer = story.signer ?? jws;
  const at = Date.parse('2026-02-03T17:00:00Z');
  const common = { bundleId: app.bundleId, environment: 'Production', signedDate: at };
  const transaction = {
    ...common,
    transactionId: original,
    originalTransactionId: original,
    productId: 'calm.yearly',
    type: 'Auto-Renewable Subscription',
    purchaseDate: at,
    expiresDate: at + 7 * 86_400_000,
    quantity: 1,
    price: 39990,
    currency: 'USD',
    storefront: 'USA',
    ...story.transaction,
  };
  const renewal = { ...common, originalTransactionId: original, autoRenewStatus: 1 };
  const notification = {
    notificationType: 'SUBSCRIBED',
    subtype: 'INITIAL_BUY',
    notificationUUID: uuid,
    version: '2.0',
    signedDate: at,
    data: {
      appAppleId: app.adamId,
      bundleId: app.bundleId,
      environment: 'Production',
      signedTransactionInfo: signer(transaction),
      signedRenewalInfo: signer(renewal),
      ...story.data,
    },
    ...story.notification,
  };
  return { signedPayload: signer(notification), uuid, original };
}

const post = (body: unknown, key = apiKey) => service.post(`/store/notifications/${key}`, body);
const recorded = (original: string) => service.events(subscriptionStream(original));
const refusal = { status: 400, body: { status: 'error', code: 'not_verifiable' } };

describe('a version 2 notification', () => {
  it('is in the log when it is answered, in our units', async () => {
    const sent = payload();
    const response = await post({ signedPayload: sent.signedPayload });
    expect(response).toMatchObject({ status: 200, body: { status: 'ok' }, position: expect.stringMatching(/^\d+$/) });
    const [event] = await recorded(sent.original);
    expect(event).toMatchObject({
      type: 'StoreNotificationReceived',
      data: {
        application_id: 521,
        transactions: [{ price_micros: 39_990_000, storefront: 'US', kind: 'auto_renewable' }],
      },
    });
  });

  it('is recorded once however often it is delivered, also at once', async () => {
    const sent = payload();
    const responses = await Promise.all(Array.from({ length: 6 }, () => post({ signedPayload: sent.signedPayload })));
    expect(new Set(responses.map((response) => response.position)).size).toBe(1);
    expect(await recorded(sent.original)).toHaveLength(1);
  });

  it('sent again after another one answers with the position the first answer had', async () => {
    const sent = payload();
    const first = await post({ signedPayload: sent.signedPayload });
    const { original } = sent;
    const renewed = payload({
      transaction: { originalTransactionId: original },
      data: { signedRenewalInfo: undefined },
    });
    const later = await post({ signedPayload: renewed.signedPayload });
    expect(await recorded(original)).toHaveLength(2);
    const again = await post({ signedPayload: sent.signedPayload });
    expect(again.position).toBe(first.position);
    expect(BigInt(later.position ?? 0)).toBeGreaterThan(BigInt(first.position ?? 0));
    expect((await post({ signedPayload: renewed.signedPayload })).position).toBe(later.position);
  });

  it('is recorded after a link that was written to its stream since the message before', async () => {
    const { signedPayload, original } = payload();
    await post({ signedPayload });
    const link = { original_transaction_id: original, transaction_id: original, product_id: 'calm.yearly' };
    const transactions = [{ ...link, purchased_at: '2026-02-03T17:00:00Z' }];
    await service.post('/sdk/v1/transactions', { api_key: apiKey, install_id: 'user-7', transactions });
    for (let further = 0; further < 2; further += 1) {
      const { signedPayload: next } = payload({
        transaction: { originalTransactionId: original },
        data: { signedRenewalInfo: undefined },
      });
      expect(await post({ signedPayload: next })).toMatchObject({ status: 200 });
    }
    const types = (await recorded(original)).map(({ type }) => type.slice(0, 11));
    expect(types).toEqual(['StoreNotifi', 'Transaction', 'StoreNotifi', 'StoreNotifi']);
  });

  it('proves the integration', async () => {
    await post({ signedPayload: payload().signedPayload });
    const types = (await service.events('application-521')).map((event) => event.type);
    expect(types.filter((type) => type === 'StoreNotificationsProven')).toHaveLength(1);
  });

  it('proves that the team runs the app, from the sandbox too, but not without known content', async () => {
    const proofs = async (id: number) =>
      (await service.events(`application-${id}`)).filter(({ type }) => type === 'ApplicationOwnershipProven');
    const key = await service.addApplication({ ...app, id: 529, adamId: 1500000529 });
    const ofApp = { appAppleId: 1500000529 };
    await post({ signedPayload: payload({ notification: { data: undefined } }).signedPayload }, key);
    expect(await proofs(529)).toEqual([]);
    const sandbox = { environment: 'Sandbox', signedRenewalInfo: undefined, signedTransactionInfo: undefined };
    const payloads = [payload({ data: { ...ofApp, ...sandbox } }), payload({ data: ofApp })];
    for (const { signedPayload } of payloads) expect((await post({ signedPayload }, key)).status).toBe(200);
    expect(await proofs(529)).toMatchObject([{ data: { application_id: 529, proof: 'store_notification' } }]);
  });

  it('of an unknown type is recorded like any other', async () => {
    const sent = payload({ notification: { notificationType: 'SOMETHING_NEW', subtype: 'WHO_KNOWS' } });
    expect((await post({ signedPayload: sent.signedPayload })).status).toBe(200);
    expect(await recorded(sent.original)).toHaveLength(1);
  });

  it('about a term that is paid month by month says which payment it is, and what follows the term', async () => {
    const ends = Date.parse('2027-02-03T17:00:00Z');
    const commitmentInfo = { billingPeriodNumber: 2, totalBillingPeriods: 12, commitmentExpiresDate: ends };
    const plan = { billingPlanType: 'MONTHLY', commitmentInfo: { ...commitmentInfo, commitmentPrice: 479_880 } };
    const renewal = { environment: 'Production', signedDate: ends - 1, autoRenewStatus: 1 };
    const sent = payload({ transaction: plan });
    const off = jws({
      ...renewal,
      originalTransactionId: sent.original,
      commitmentInfo: { commitmentAutoRenewStatus: 0 },
    });
    const again = payload({
      transaction: { ...plan, originalTransactionId: sent.original },
      data: { signedRenewalInfo: off },
    });
    const upfront = payload({ transaction: { ...plan, billingPlanType: 'BILLED_UPFRONT' } });
    for (const { signedPayload } of [sent, again, upfront]) expect((await post({ signedPayload })).status).toBe(200);
    const commitment = { payment: 2, payments: 12, expires_at: '2027-02-03T17:00:00.000Z' };
    expect(await recorded(sent.original)).toMatchObject([
      { data: { transactions: [{ commitment }], renewal: { auto_renew: true } } },
      { data: { transactions: [{ commitment }], renewal: { auto_renew: false } } },
    ]);
    expect(JSON.stringify(await recorded(upfront.original))).not.toContain('"commitment"');
  });

  it('from the sandbox is a notice and no sale', async () => {
    const sandbox = { environment: 'Sandbox' };
    const sent = payload({
      data: { ...sandbox, appAppleId: undefined, signedRenewalInfo: undefined },
      transaction: sandbox,
    });
    const again = payload({ data: { ...sandbox, signedRenewalInfo: undefined, signedTransactionInfo: undefined } });
    expect((await post({ signedPayload: again.signedPayload })).status).toBe(200);
    // The inner token must be of the sandbox too.
    const inner = jws({ ...JSON.parse(Buffer.from(sent.signedPayload.split('.')[1] ?? '', 'base64url').toString()) });
    expect((await post({ signedPayload: inner })).status).toBe(200);
    expect(await recorded(sent.original)).toEqual([]);
    expect(await service.events(storeNoticeStream(521, sent.uuid))).toMatchObject([{ type: 'StoreNoticeReceived' }]);
  });

  it('without any known content turns the integration to error', async () => {
    const key = await service.addApplication({ ...app, id: 522, adamId: 1500000522 });
    const sent = payload({ notification: { data: undefined } });
    expect((await post({ signedPayload: sent.signedPayload }, key)).status).toBe(200);
    const types = (await service.events('application-522')).map((event) => event.type);
    expect(types).toContain('UnknownStoreNotificationReceived');
  });

  it('is answered 503 while the look-up of the app is away, so that the store tries again', async () => {
    const key = await service.addApplication({ ...app, id: 523, adamId: 1500000523 });
    service.store.away = true;
    const sent = payload({ data: { appAppleId: 1500000523 } });
    const refused = await post({ signedPayload: sent.signedPayload }, key);
    service.store.away = false;
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await post({ signedPayload: sent.signedPayload }, key)).status).toBe(200);
  });
});

/** Signs with a chain of the forger's choice in the header. */
function signedBy(chain: SigningChain, x5c: readonly Buffer[], header: object = { alg: 'ES256' }) {
  return (content: object): string => {
    const head = { ...header, x5c: x5c.map((der) => der.toString('base64')) };
    const text = [head, content].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(text), { key: chain.leafKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
}

const tampered = (text: string, change: (parts: string[]) => void): string => {
  const parts = text.split('.');
  change(parts);
  return parts.join('.');
};

const forgeries: ReadonlyArray<[string, (ownChain: SigningChain, other: SigningChain) => unknown]> = [
  [
    'a self-made root',
    (_own, other) => payload({ signer: signedBy(other, [other.leaf, other.intermediate, other.root]) }),
  ],
  [
    'a foreign chain under our root',
    (ownChain, other) => payload({ signer: signedBy(other, [other.leaf, other.intermediate, ownChain.root]) }),
  ],
  [
    'a swapped leaf',
    (ownChain, other) => payload({ signer: signedBy(other, [other.leaf, ownChain.intermediate, ownChain.root]) }),
  ],
  [
    "our leaf with a stranger's key",
    (ownChain, other) => payload({ signer: signedBy(other, [ownChain.leaf, ownChain.intermediate, ownChain.root]) }),
  ],
  ['a chain of two', (ownChain) => payload({ signer: signedBy(ownChain, [ownChain.leaf, ownChain.intermediate]) })],
  [
    'a chain of four',
    (ownChain) =>
      payload({ signer: signedBy(ownChain, [ownChain.leaf, ownChain.intermediate, ownChain.root, ownChain.root]) }),
  ],
  ['no chain', (ownChain) => payload({ signer: signedBy(ownChain, []) })],
  [
    'a leaf without the mark',
    (ownChain) => payload({ signer: signedBy(ownChain, [ownChain.intermediate, ownChain.root, ownChain.root]) }),
  ],
  [
    'certificates that are none',
    (ownChain) => payload({ signer: signedBy(ownChain, [Buffer.from('x'), ownChain.intermediate, ownChain.root]) }),
  ],
  [
    'algorithm none',
    (ownChain) =>
      payload({ signer: signedBy(ownChain, [ownChain.leaf, ownChain.intermediate, ownChain.root], { alg: 'none' }) }),
  ],
  [
    'algorithm ES384',
    (ownChain) =>
      payload({ signer: signedBy(ownChain, [ownChain.leaf, ownChain.intermediate, ownChain.root], { alg: 'ES384' }) }),
  ],
  [
    'an extension that must be understood',
    (ownChain) =>
      payload({
        signer: signedBy(ownChain, [ownChain.leaf, ownChain.intermediate, ownChain.root], {
          alg: 'ES256',
          crit: ['b64'],
          b64: false,
        }),
      }),
  ],
  [
    'a signature cut off',
    () => ({ signedPayload: tampered(payload().signedPayload, (parts) => parts.splice(2, 1, '')) }),
  ],
  [
    'a signature of zeros',
    () => ({ signedPayload: tampered(payload().signedPayload, (parts) => parts.splice(2, 1, 'A'.repeat(86))) }),
  ],
  [
    'a changed payload',
    () => ({
      signedPayload: tampered(payload().signedPayload, (parts) =>
        parts.splice(1, 1, payload().signedPayload.split('.')[1] ?? ''),
      ),
    }),
  ],
  ['two parts only', () => ({ signedPayload: payload().signedPayload.split('.').slice(0, 2).join('.') })],
  ['a signing date before the certificates', () => payload({ notification: { signedDate: Date.parse('2015-01-01') } })],
  ['a signing date after the certificates', () => payload({ notification: { signedDate: Date.parse('2060-01-01') } })],
  ['another bundle', () => payload({ data: { bundleId: 'com.example.other' } })],
  ['another app', () => payload({ data: { appAppleId: 1 } })],
  ['no app in production', () => payload({ data: { appAppleId: undefined } })],
  ['environment Xcode', () => payload({ data: { environment: 'Xcode' } })],
  ['environment LocalTesting', () => payload({ data: { environment: 'LocalTesting' } })],
  ['a transaction of another bundle', () => payload({ transaction: { bundleId: 'com.example.other' } })],
  ['a sandbox transaction in production', () => payload({ transaction: { environment: 'Sandbox' } })],
  ['an unsigned transaction', () => payload({ data: { signedTransactionInfo: 'e30.e30.' } })],
  [
    'a transaction of a stranger',
    (_own, other) =>
      payload({
        data: {
          signedTransactionInfo: signedBy(other, [other.leaf, other.intermediate, other.root])({ signedDate: 1 }),
        },
      }),
  ],
  [
    'renewal facts of another subscription',
    () =>
      payload({
        data: {
          signedRenewalInfo: jws({
            originalTransactionId: '1',
            environment: 'Production',
            signedDate: 1_770_000_000_000,
          }),
        },
      }),
  ],
  ['a header of 300 kB', () => ({ signedPayload: `${'A'.repeat(230_000)}.e30.AA` })],
  ['a number', () => ({ signedPayload: 5 })],
  ['an empty text', () => ({ signedPayload: '' })],
  ['neither form', () => ({ hello: 'world' })],
  ['an array', () => []],
];

describe('a forged notification', () => {
  it.each(forgeries)('with %s is refused with 400 and no sale is recorded', async (_what, forge) => {
    const sent = forge(service.chain, await createSigningChain()) as { signedPayload?: unknown; original?: string };
    const body = 'signedPayload' in sent ? { signedPayload: sent.signedPayload } : sent;
    expect(await post(body)).toMatchObject(refusal);
    if (sent.original !== undefined) expect(await recorded(sent.original)).toEqual([]);
  });

  it('signed with HS256 and our public key as the secret is refused', async () => {
    const head = {
      alg: 'HS256',
      x5c: [service.chain.leaf, service.chain.intermediate, service.chain.root].map((der) => der.toString('base64')),
    };
    const content = JSON.parse(Buffer.from(payload().signedPayload.split('.')[1] ?? '', 'base64url').toString());
    const text = [head, content].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = createHmac('sha256', toPem(service.chain.leaf)).update(text).digest('base64url');
    expect(await post({ signedPayload: `${text}.${signature}` })).toMatchObject(refusal);
  });

  it('is recorded as refused, but of one application twenty times an hour at most', async () => {
    const flooded = { id: 5533, adamId: 1500005533, bundleId: 'com.example.flooded' };
    const key = await service.addApplication(flooded);
    for (let sent = 0; sent < 25; sent += 1)
      expect(await post({ signedPayload: `forged ${sent}` }, key)).toMatchObject(refusal);
    const events: RecordedEvent[] = [];
    await readLog(
      service.log,
      { streamPrefixes: [storeNoticeStream(flooded.id, 'refused-')] },
      (batch) => void events.push(...batch),
    );
    expect(events.map(({ event }) => event.type)).toEqual(Array.from({ length: 20 }, () => 'StoreNotificationRefused'));
  });

  it('is refused under a wrong key too', async () => {
    expect(await post({ signedPayload: payload().signedPayload }, 'unknown')).toMatchObject({ status: 401 });
  });

  it('of more than 256 kB is not read', async () => {
    expect(await post({ signedPayload: 'A'.repeat(300_000) })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });
});

describe('a version 1 notification', () => {
  const body = (overrides: object = {}) => {
    numbers += 1;
    const original = `5500000000${numbers}`;
    return {
      original,
      notification_type: 'INITIAL_BUY',
      password: app.password,
      environment: 'PROD',
      bid: app.bundleId,
      auto_renew_status: 'true',
      unified_receipt: {
        latest_receipt_info: [
          {
            transaction_id: original,
            original_transaction_id: original,
            product_id: 'calm.weekly',
            purchase_date_ms: '1770000000000',
            expires_date_ms: '1770604800000',
            is_trial_period: 'true',
          },
        ],
      },
      ...overrides,
    };
  };

  it('with the shared secret is recorded, once, without a price', async () => {
    const sent = body();
    expect((await post(sent)).status).toBe(200);
    expect((await post(sent)).status).toBe(200);
    expect(await recorded(sent.original)).toMatchObject([
      { data: { version: 'v1', transactions: [{ price_micros: 0, offer_discount_type: 'FREE_TRIAL' }] } },
    ]);
  });

  it.each([
    ['a wrong secret', { password: 'guess' }],
    ['no secret', { password: undefined }],
    ['another bundle', { bid: 'com.example.other' }],
  ])('with %s is refused', async (_what, overrides) => {
    const sent = body(overrides);
    expect(await post(sent)).toMatchObject(refusal);
    expect(await recorded(sent.original)).toEqual([]);
  });

  it('is refused before a secret is set', async () => {
    const key = await service.addApplication({ id: 524, adamId: 1500000524, bundleId: app.bundleId });
    expect(await post(body(), key)).toMatchObject(refusal);
    expect(await post(body({ password: '' }), key)).toMatchObject(refusal);
  });

  it('without transactions turns the integration to error', async () => {
    const key = await service.addApplication({ ...app, id: 525, adamId: 1500000525 });
    expect((await post(body({ unified_receipt: undefined }), key)).status).toBe(200);
    expect((await service.events('application-525')).at(-1)?.type).toBe('UnknownStoreNotificationReceived');
  });

  it('from the sandbox is never counted', async () => {
    const sent = body({ environment: 'Sandbox' });
    expect((await post(sent)).status).toBe(200);
    expect(await recorded(sent.original)).toEqual([]);
  });
});
