import { openRequest } from '@tapwise/adapters';
import { installStream, storeRequestStream, subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationSigner } from '../../../infra/simulators/apple/src/signing/notification-signer.ts';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';
import { attributedRecord } from '../../../tests/support/stand-ins/stand-in-store.ts';

const secret = 'a secret of the operator';
const app = { id: 541, adamId: 1500000541, bundleId: 'com.example.past' };
let service: IngestService;
let apiKey: string;
let sign: (payload: object) => string;
let installs = 0;

beforeAll(async () => {
  service = await startIngestService({}, { importSecret: secret });
  apiKey = await service.addApplication(app);
  sign = (payload) => createNotificationSigner(service.chain).sign(payload);
});
afterAll(() => service.stop());

const day = 86_400_000;
const record = attributedRecord;

function user(overrides: Record<string, unknown> = {}): Record<string, unknown> & { install_id: string } {
  installs += 1;
  const first_launch_at = new Date(service.clock.now - 100 * day).toISOString();
  return { install_id: `past-${installs}`, first_launch_at, ...overrides };
}

/** What the store said about a subscription; `number` counts its messages. */
function notification(
  original: string,
  number: number,
  overrides: Record<string, unknown> = {},
): { signedPayload: string } {
  const at = service.clock.now - 90 * day + number * 7 * day;
  const common = { bundleId: app.bundleId, environment: 'Production', signedDate: at };
  const transaction = {
    ...common,
    originalTransactionId: original,
    transactionId: `${original}${number}`,
    productId: 'past.weekly',
    type: 'Auto-Renewable Subscription',
    purchaseDate: at,
    expiresDate: at + 7 * day,
    quantity: 1,
    price: 4990,
    currency: 'USD',
    storefront: 'USA',
  };
  return {
    signedPayload: sign({
      ...(number === 1
        ? { notificationType: 'SUBSCRIBED', subtype: 'INITIAL_BUY' }
        : { notificationType: 'DID_RENEW' }),
      notificationUUID: `10000000-0000-4000-8000-${original.slice(-10)}${number}0`,
      version: '2.0',
      signedDate: at,
      data: {
        appAppleId: app.adamId,
        bundleId: app.bundleId,
        environment: 'Production',
        signedTransactionInfo: sign(transaction),
        ...overrides,
      },
    }),
  };
}

const post = (payload: object, bearerToken = secret) =>
  service.post('/sdk/v1/users', { api_key: apiKey, ...payload }, { authorization: `Bearer ${bearerToken}` });
const events = (installId: string) => service.events(installStream(app.id, installId));
const typesOf = async (installId: string) => (await events(installId)).map(({ type }) => type);
const ofSubscription = (original: string) => service.events(subscriptionStream(original));

const endOfLog = () => service.log.lastPosition();

describe('POST /sdk/v1/users', () => {
  it('records each user with what the attribution service said then, and asks it nothing', async () => {
    const users = [
      user({ attribution: record, device_class: 'ipad' }),
      user({ attribution: { attribution: false } }),
      user(),
    ];
    const exchangesBefore = service.store.exchanges.length;
    const response = await post({ users });
    expect(response).toMatchObject({ status: 200, body: { status: 'ok', users: 3, notifications: 0, ignored: 0 } });
    expect(service.store.exchanges).toHaveLength(exchangesBefore);
    const [reported, attributed] = await events(users[0]?.install_id ?? '');
    expect(reported).toMatchObject({
      type: 'InstallReported',
      data: { attribution_token: null, device_class: 'ipad', first_launch_at: users[0]?.first_launch_at },
    });
    expect(attributed).toMatchObject({
      type: 'InstallAttributed',
      data: { attribution: { campaign_id: 70, keyword_id: 72, country: 'US' }, answered: false },
    });
    const reasons = await Promise.all(
      users.slice(1).map(async ({ install_id }) => (await events(install_id))[1]?.data),
    );
    expect(reasons).toMatchObject([{ reason: 'not_by_ads' }, { reason: 'no_token' }]);
  });

  it('says in the log that the operator imported them', async () => {
    const importedUser = user();
    await post({ users: [importedUser] });
    const recorded = await service.log.readStream(installStream(app.id, importedUser.install_id));
    const actors = recorded.map(({ metadata }) => `${metadata?.actor.kind} ${metadata?.actor.id}`);
    expect(actors).toEqual(['operator import', 'operator import']);
  });

  it('gives the answer to an SDK that asks later, as its first', async () => {
    const importedUser = user({ attribution: record });
    await post({ users: [importedUser] });
    const { install_id, first_launch_at } = importedUser;
    const response = await service.post('/sdk/v1/attribution', { api_key: apiKey, install_id, first_launch_at });
    expect(response.body).toMatchObject({ status: 'ok', first_time: true, attribution: { campaign_id: 70 } });
  });

  it('completes a user without a token by what the service had said, and gives the SDK the answer', async () => {
    const importedUser = user();
    await post({ users: [importedUser] });
    await post({ users: [{ ...importedUser, attribution: record }] });
    await post({ users: [{ ...importedUser, attribution: { attribution: false } }] });
    const types = ['InstallReported', 'InstallFoundOrganic', 'InstallReopened', 'InstallAttributed'];
    expect(await typesOf(importedUser.install_id)).toEqual(types);
    const { install_id, first_launch_at } = importedUser;
    const response = await service.post('/sdk/v1/attribution', { api_key: apiKey, install_id, first_launch_at });
    expect(response.body).toMatchObject({ first_time: true, attribution: { campaign_id: 70 } });
  });

  it('leaves a user without a token to the token that the app sends later', async () => {
    const importedUser = user();
    await post({ users: [importedUser] });
    service.store.tokens.set('after-import', record);
    const { install_id, first_launch_at } = importedUser;
    const call = { api_key: apiKey, install_id, first_launch_at, attribution_token: 'after-import' };
    const responses = [
      await service.post('/sdk/v1/attribution', call),
      await service.post('/sdk/v1/attribution', call),
    ];
    expect(responses.map(({ body }) => body)).toMatchObject([
      { first_time: true, attribution: { campaign_id: 70 } },
      { first_time: false, attribution: { campaign_id: 70 } },
    ]);
  });

  it('takes what cannot be read and is not needed as unknown', async () => {
    const { adGroupId: _, countryOrRegion: __, ...some } = record;
    const partial = { ...some, campaignId: String(record.campaignId) };
    // When a phone sent its report says nothing about the time of the import.
    const sent_at = new Date(service.clock.now - 90 * day).toISOString();
    const importedUser = user({ attribution: partial, device_class: 'toaster', locale: 4, sent_at });
    expect(await post({ users: [importedUser] })).toMatchObject({ status: 200 });
    const [reported, attributed] = await events(importedUser.install_id);
    expect(reported?.data).toMatchObject({ device_class: null, first_launch_at: importedUser.first_launch_at });
    expect(attributed?.data).toMatchObject({ attribution: { campaign_id: 70, ad_group_id: null, country: null } });
  });

  it('counts no user of a build that is not from the store', async () => {
    const importedUser = user({ attribution: record, build: 'testflight' });
    expect(await post({ users: [importedUser] })).toMatchObject({ status: 200 });
    expect(await typesOf(importedUser.install_id)).toEqual(['TestInstallReported']);
  });

  it('records purchases in order, the bodies as they came, and all of it once when it is sent again', async () => {
    const original = '4500000001';
    const [first, second, third] = [1, 2, 3].map((number) => notification(original, number));
    const transaction = { transaction_id: original, original_transaction_id: original, product_id: 'past.weekly' };
    const importedUser = user({
      transactions: [{ ...transaction, purchased_at: new Date(service.clock.now).toISOString() }],
      notifications: [first, second, second, third],
    });
    const response = await post({ users: [importedUser] });
    expect(response.body).toMatchObject({ users: 1, notifications: 4, ignored: 0 });
    const types = (await ofSubscription(original)).map(({ type }) => type);
    expect(types).toEqual(['TransactionLinked', ...Array.from({ length: 3 }, () => 'StoreNotificationReceived')]);
    const { notificationUUID } = JSON.parse(
      Buffer.from(second?.signedPayload.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    const [kept] = await service.events(storeRequestStream(app.id, notificationUUID));
    if (kept?.type !== 'StoreRequestReceived') throw new Error('the body was not kept');
    expect(JSON.parse(String(await openRequest(service.vault, kept.data)))).toEqual(second);

    const end = await endOfLog();
    const again = await post({ users: [importedUser] });
    expect(again).toMatchObject({ status: 200, body: { users: 1, notifications: 4 } });
    expect(await endOfLog()).toBe(end);
  });

  it('adds to a subscription what is not known of it', async () => {
    const original = '4500000002';
    await service.post(`/store/notifications/${apiKey}`, notification(original, 2));
    await post({ users: [user({ notifications: [1, 2, 3].map((number) => notification(original, number)) })] });
    const signedAt = (await ofSubscription(original)).map(({ data }) => ('signed_at' in data ? data.signed_at : ''));
    expect(signedAt).toHaveLength(3);
    expect(new Set(signedAt).size).toBe(3);
  });

  it('passes over messages without a sale', async () => {
    const sandbox = notification('4500000003', 1, { environment: 'Sandbox', signedTransactionInfo: undefined });
    const importedUser = user({ notifications: [sandbox] });
    expect((await post({ users: [importedUser] })).body).toMatchObject({ users: 1, notifications: 0, ignored: 1 });
    expect(await typesOf(importedUser.install_id)).toEqual(['InstallReported', 'InstallFoundOrganic']);
  });

  it('says once how far back users reach, and when no older ones follow', async () => {
    const applicationKey = await service.addApplication({ id: 542, adamId: 1500000542, bundleId: 'com.example.reach' });
    const launched = (age: number) => user({ first_launch_at: new Date(service.clock.now - age * day).toISOString() });
    const dayOf = (age: number) => new Date(service.clock.now - age * day).toISOString().slice(0, 10);
    const send = (payload: object) => post({ api_key: applicationKey, ...payload });
    const reached = async () =>
      (await service.events('application-542')).flatMap((event) =>
        event.type === 'UsersImported' ? [[event.data.first_launch_day, event.data.complete]] : [],
      );
    await send({ users: [launched(10), launched(20)] });
    await send({ users: [launched(15)] });
    expect(await reached()).toEqual([[dayOf(20), false]]);
    await send({ users: [launched(30)] });
    await service.directory.reached(await endOfLog());
    await send({ users: [], complete: true });
    await service.directory.reached(await endOfLog());
    await send({ users: [], complete: true });
    expect(await reached()).toEqual([
      [dayOf(20), false],
      [dayOf(30), false],
      [dayOf(30), true],
    ]);
    const [application] = [...service.directory.state.applications.values()].filter(
      ({ application_id }) => application_id === 542,
    );
    expect(application).toMatchObject({ sdk: null, first_sdk_event_date: dayOf(30) });
  });
});

describe('what an import refuses', () => {
  const other = '4500000009';

  it.each([
    ['no secret', ''],
    ['another secret', 'a secret of somebody'],
  ])('is %s', async (_what, bearerToken) => {
    const importedUser = user();
    expect(await post({ users: [importedUser] }, bearerToken)).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect(await typesOf(importedUser.install_id)).toEqual([]);
  });

  it.each([
    ['an unknown key', { api_key: 'unknown', users: [] }, 401],
    [
      'more than 500 users',
      { users: Array.from({ length: 501 }, () => ({ install_id: 'x', first_launch_at: '2026-01-01T00:00:00Z' })) },
      400,
    ],
    ['no users', {}, 400],
  ])('is %s', async (_what, payload, status) => {
    expect((await post(payload)).status).toBe(status);
  });

  it.each([
    [
      'a first launch of four years ago',
      () => ({ first_launch_at: '2021-01-01T00:00:00Z' }),
      'users.1.first_launch_at',
    ],
    [
      'an attribution without a campaign',
      () => ({ attribution: { ...record, campaignId: null } }),
      'users.1.attribution',
    ],
    ['an attribution of another shape', () => ({ attribution: { attribution: 'yes' } }), 'users.1.attribution'],
    [
      'a message nobody signed',
      () => ({
        notifications: [notification(other, 1), { signedPayload: `${notification(other, 2).signedPayload}x` }],
      }),
      'users.1.notifications.1',
    ],
    [
      'a message about another app',
      () => ({ notifications: [notification(other, 1, { bundleId: 'com.example.other' })] }),
      'users.1.notifications.0',
    ],
  ])('is %s, and the users beside it are not recorded', async (_what, overrides, field) => {
    const good = user();
    const bad = user(overrides());
    const response = await post({ users: [good, bad] });
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(JSON.stringify(response.body)).toContain(field);
    expect(await typesOf(good.install_id)).toEqual([]);
    expect(await ofSubscription(other)).toEqual([]);
  });

  it('is everything where the operator has set no secret', async () => {
    const without = await startIngestService();
    try {
      const headers = { authorization: 'Bearer ' };
      expect((await without.post('/sdk/v1/users', { api_key: apiKey, users: [] }, headers)).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});
