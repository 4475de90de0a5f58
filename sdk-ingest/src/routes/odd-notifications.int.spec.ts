import { type RecordedEvent, readLog } from '@tapwise/adapters';
import { interpretSubscription, storeRequestStream, subscriptionStream } from '@tapwise/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationSigner } from '../../../infra/simulators/apple/src/signing/notification-signer.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

const app = { id: 541, adamId: 1500000541, bundleId: 'com.example.odd', password: 'shared secret' };
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

type Fields = Record<string, unknown>;
interface Parts {
  notification: Fields;
  data: Fields;
  transaction: Fields;
  renewal: Fields;
}
const at = Date.parse('2026-02-03T17:00:00Z');

/** A notification about a charge, before it is signed. */
function partsOf(): Parts & { original: string; uuid: string } {
  numbers += 1;
  const original = `4600000000${String(numbers).padStart(5, '0')}`;
  const uuid = `00000000-0000-4000-8541-${String(numbers).padStart(12, '0')}`;
  const common = { bundleId: app.bundleId, environment: 'Production', signedDate: at };
  return {
    original,
    uuid,
    notification: {
      notificationType: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      notificationUUID: uuid,
      version: '2.0',
      signedDate: at,
    },
    data: { appAppleId: app.adamId, bundleId: app.bundleId, environment: 'Production', status: 1 },
    transaction: {
      ...common,
      transactionId: original,
      originalTransactionId: original,
      productId: 'odd.yearly',
      quantity: 1,
      type: 'Auto-Renewable Subscription',
      purchaseDate: at,
      originalPurchaseDate: at,
      price: 39_990,
      expiresDate: at + 30 * 86_400_000,
      inAppOwnershipType: 'PURCHASED',
      currency: 'USD',
      storefront: 'USA',
      offerType: 2,
      offerDiscountType: 'PAY_AS_YOU_GO',
      isUpgraded: false,
      transactionReason: 'PURCHASE',
      subscriptionGroupIdentifier: '21000001',
      appAccountToken: 'a-token',
      revocationPercentage: 50_000,
    },
    renewal: {
      ...common,
      originalTransactionId: original,
      autoRenewStatus: 1,
      autoRenewProductId: 'odd.yearly',
      renewalPrice: 39_990,
      expirationIntent: 1,
      isInBillingRetryPeriod: false,
      renewalDate: at,
      currency: 'USD',
    },
  };
}

const signed = ({ notification, data, transaction, renewal }: Parts): string =>
  jws({
    ...notification,
    data: { signedTransactionInfo: jws(transaction), signedRenewalInfo: jws(renewal), ...data },
  });
const post = (body: unknown, key = apiKey) => service.post(`/store/notifications/${key}`, body);
const stateOf = async (id = app.id) => {
  const types = (await service.events(`application-${id}`)).map(({ type }) => type);
  return types.findLast((type) => type === 'UnknownStoreNotificationReceived' || type === 'StoreNotificationsProven');
};
/** Posts a notification with some of its fields in another form. */
async function postOdd(change: { [Name in keyof Parts]?: Fields }) {
  const parts = partsOf();
  for (const name of Object.keys(change) as (keyof Parts)[]) Object.assign(parts[name], change[name]);
  const response = await post({ signedPayload: signed(parts) });
  const events = await service.events(subscriptionStream(parts.original));
  return { response, events, parts };
}
const kept = async (): Promise<number> => {
  const recorded: RecordedEvent[] = [];
  await readLog(
    service.log,
    { streamPrefixes: [storeRequestStream(app.id, '')] },
    (batch) => void recorded.push(...batch),
  );
  return recorded.length;
};

describe('a genuine notification with a field of another form', () => {
  it.each<[string, { [Name in keyof Parts]?: (original: string) => Fields }]>([
    ['ids as numbers', { transaction: (id) => ({ transactionId: Number(id), originalTransactionId: Number(id) }) }],
    ['a price with a fraction', { transaction: () => ({ price: 39_990.4 }) }],
    ['a price as a text', { transaction: () => ({ price: '39990' }) }],
    ['dates as texts', { transaction: () => ({ purchaseDate: String(at), expiresDate: '2026-03-05T17:00:00Z' }) }],
    ['a boolean as a text', { transaction: () => ({ isUpgraded: 'false' }) }],
    ['the id of the app as a text', { data: () => ({ appAppleId: String(app.adamId) }) }],
    [
      'an object where a text is expected',
      { transaction: () => ({ storefront: { code: 'USA' }, appAccountToken: {} }) },
    ],
    [
      'renewal facts of other forms',
      { renewal: (id) => ({ originalTransactionId: Number(id), autoRenewStatus: true }) },
    ],
    ['a date of signing as a text', { notification: () => ({ signedDate: String(at) }) }],
  ])('is counted as far as it can be read, and the integration says so: %s', async (_what, change) => {
    const parts = partsOf();
    for (const [name, make] of Object.entries(change)) Object.assign(parts[name as keyof Parts], make(parts.original));
    await post({ signedPayload: signed(partsOf()) });
    expect(await stateOf()).toBe('StoreNotificationsProven');
    expect(await post({ signedPayload: signed(parts) })).toMatchObject({ status: 200, body: { status: 'ok' } });
    const [event] = await service.events(subscriptionStream(parts.original));
    if (event?.type !== 'StoreNotificationReceived') throw new Error('nothing is recorded');
    expect(event.data.odd_fields?.length).toBeGreaterThan(0);
    const view = interpretSubscription([event.data], []);
    expect(view?.charges).toMatchObject([{ gross_micros: expect.closeTo(39_990_000, -3), currency: 'USD' }]);
    expect(await stateOf()).toBe('UnknownStoreNotificationReceived');
  });

  it('is kept without money where the price cannot be read, and as a fact where its ids cannot', async () => {
    const unpriced = await postOdd({ transaction: { price: { amount: 39_990 } } });
    expect(unpriced.response.status).toBe(200);
    expect(unpriced.events).toMatchObject([{ data: { transactions: [{ price_micros: null }] } }]);
    for (const change of [
      { transactionId: {} },
      { purchaseDate: 'soon' },
      { productId: null },
      { originalTransactionId: 9.5e200 },
    ]) {
      const before = await kept();
      const { response, events } = await postOdd({ transaction: change });
      expect(response.status).toBe(200);
      expect(events).toEqual([]);
      expect(await kept()).toBe(before + 1);
      const last = (await service.events(`application-${app.id}`)).at(-1);
      expect(last).toMatchObject({
        type: 'UnknownStoreNotificationReceived',
        data: { excerpt: expect.stringContaining(Object.keys(change)[0] ?? '') },
      });
    }
  });

  it('with an ownership never seen is kept with that word, marked, and earns nothing', async () => {
    const { response, events } = await postOdd({ transaction: { inAppOwnershipType: 'LENT' } });
    expect(response.status).toBe(200);
    expect(events).toMatchObject([
      { data: { transactions: [{ ownership: 'LENT' }], odd_fields: ['transaction.inAppOwnershipType'] } },
    ]);
    const assigned = await postOdd({ transaction: { inAppOwnershipType: 'ASSIGNED' } });
    const [event] = assigned.events;
    if (event?.type !== 'StoreNotificationReceived') throw new Error('nothing is recorded');
    expect(event.data).toMatchObject({ transactions: [{ ownership: 'ASSIGNED' }] });
    expect(event.data.odd_fields).toBeUndefined();
    expect(interpretSubscription([event.data], [])).toBeNull();
  });

  it('is never refused and always in the log, whatever its fields hold', async () => {
    const values = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant({}),
      fc.constant([]),
      fc.constantFrom<unknown>({ a: { b: 1 } }, [1, 'x'], '', ' ', 'x'.repeat(3000), 1e300, -1, '-5', 9.5, '1e5'),
      fc.constantFrom<unknown>('\u0000', '\ud800', 'Ω', 2 ** 60, 8.64e15, '2026-02-30T99:00:00Z', 'true', 0),
    );
    // These say whose and where: another text there is a notification about something else.
    const ownFields = [
      'bundleId',
      'environment',
      'appAppleId',
      'originalTransactionId',
      'signedDate',
      'notificationUUID',
    ];
    const unread = (value: unknown): boolean => typeof value === 'object';
    const part = fc.constantFrom<keyof Parts>('notification', 'data', 'transaction', 'renewal');
    const changes = fc.array(fc.tuple(part, fc.nat(), values), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (mutations) => {
        const parts = partsOf();
        for (const [name, index, value] of mutations) {
          const fields = Object.keys(parts[name]);
          const field = fields[index % fields.length] ?? '';
          if (ownFields.includes(field) && !unread(value)) continue;
          parts[name][field] = value;
        }
        const before = await kept();
        const response = await post({ signedPayload: signed(parts) });
        expect(response.status, JSON.stringify(mutations)).toBe(200);
        expect(await kept()).toBe(before + 1);
      }),
      { numRuns: 150 },
    );
  });

  it('is refused, and nothing of it kept, when a signature of it is broken', async () => {
    const places = fc.constantFrom('outer', 'signedTransactionInfo', 'signedRenewalInfo');
    const broken = (text: string): string => {
      const [head = '', , signature = ''] = text.split('.');
      return `${head}.${Buffer.from(JSON.stringify({ signedDate: at, forged: true })).toString('base64url')}.${signature}`;
    };
    await fc.assert(
      fc.asyncProperty(places, async (brokenPart) => {
        const parts = partsOf();
        if (brokenPart !== 'outer') {
          const inner = brokenPart === 'signedTransactionInfo' ? parts.transaction : parts.renewal;
          parts.data[brokenPart] = broken(jws(inner));
        }
        const text = signed(parts);
        const before = await kept();
        const response = await post({ signedPayload: brokenPart === 'outer' ? broken(text) : text });
        expect(response).toMatchObject({ status: 400, body: { code: 'not_verifiable' } });
        expect(await service.events(subscriptionStream(parts.original))).toEqual([]);
        expect(await kept()).toBe(before);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a version 1 body of another form', () => {
  const body = (entry: Fields = {}, overrides: Fields = {}) => {
    numbers += 1;
    const original = `5600000000${String(numbers).padStart(5, '0')}`;
    const receipt = {
      transaction_id: original,
      original_transaction_id: original,
      product_id: 'odd.weekly',
      purchase_date_ms: '1770000000000',
      expires_date_ms: '1770604800000',
      is_trial_period: 'true',
      ...entry,
    };
    const sent = {
      notification_type: 'INITIAL_BUY',
      password: app.password,
      environment: 'PROD',
      bid: app.bundleId,
      // Part of what an old-style body is known by.
      auto_renew_status_change_date_ms: String(1_770_000_000_000 + numbers),
      auto_renew_status: 'true',
      unified_receipt: { latest_receipt_info: [receipt] },
      ...overrides,
    };
    return { original, receipt, sent };
  };

  it.each<[string, (receipt: Fields) => { entry?: Fields; overrides?: Fields }]>([
    ['a receipt that is no list', (receipt) => ({ overrides: { unified_receipt: { latest_receipt_info: receipt } } })],
    ['a list by keys', (receipt) => ({ overrides: { unified_receipt: { latest_receipt_info: { '0': receipt } } } })],
    ['booleans as booleans', () => ({ entry: { is_trial_period: true }, overrides: { auto_renew_status: true } })],
    ['numbers as numbers', () => ({ entry: { purchase_date_ms: 1_770_000_000_000, quantity: 1 } })],
  ])('is read and marked: %s', async (_what, change) => {
    const plain = body();
    const { entry, overrides } = change(plain.receipt);
    const sent = {
      ...plain.sent,
      unified_receipt: { latest_receipt_info: [{ ...plain.receipt, ...entry }] },
      ...overrides,
    };
    expect((await post(sent)).status).toBe(200);
    const [event] = await service.events(subscriptionStream(plain.original));
    if (event?.type !== 'StoreNotificationReceived') throw new Error('nothing is recorded');
    expect(event.data.odd_fields?.length).toBeGreaterThan(0);
    expect(interpretSubscription([event.data], [])).toMatchObject({ status: 'trial', intro: 'free' });
    expect(await stateOf()).toBe('UnknownStoreNotificationReceived');
  });

  it('is never refused with the right password, whatever its fields hold', async () => {
    const values = fc.constantFrom<unknown>(
      null,
      {},
      [],
      5,
      1.5,
      true,
      false,
      '',
      'x',
      { a: 1 },
      [[]],
      1e300,
      '\ud800',
    );
    const names = [
      'notification_type',
      'environment',
      'auto_renew_status',
      'unified_receipt',
      'original_transaction_id',
    ];
    const outer = fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 2 });
    const inner = fc.dictionary(fc.constantFrom(...Object.keys(body().receipt), 'quantity', 'is_upgraded'), values);
    await fc.assert(
      fc.asyncProperty(outer, inner, async (overrides, entry) => {
        const before = await kept();
        expect((await post(body(entry, overrides).sent)).status, JSON.stringify([overrides, entry])).toBe(200);
        expect(await kept()).toBe(before + 1);
      }),
      { numRuns: 100 },
    );
  });
});
