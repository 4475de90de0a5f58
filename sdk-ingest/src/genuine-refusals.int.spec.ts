import { failureStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigningChain } from '../../infra/simulators/apple/src/signing/certificates.ts';
import { createNotificationSigner } from '../../infra/simulators/apple/src/signing/notification-signer.ts';
import { type IngestService, startIngestService } from '../../tests/support/services/ingest-service.ts';

type Signer = ReturnType<typeof createNotificationSigner>;

let service: IngestService;
let ours: Signer;
let theirs: Signer;
let applications = 530;

beforeAll(async () => {
  service = await startIngestService();
  ours = createNotificationSigner(service.chain);
  theirs = createNotificationSigner(await createSigningChain());
});
afterAll(() => service.stop());

async function newApplication() {
  applications += 1;
  const app = { id: applications, adamId: 1_500_000_000 + applications, bundleId: `com.example.app${applications}` };
  return { ...app, apiKey: await service.addApplication(app) };
}

let sent = 0;

/** A notification about a subscription, under that signature. */
function notificationBody(app: { adamId: number; bundleId: string }, subscription: string, { sign }: Signer) {
  sent += 1;
  const at = Date.parse('2026-02-03T17:00:00Z') + sent;
  const common = { bundleId: app.bundleId, environment: 'Production', signedDate: at };
  const transaction = {
    ...common,
    transactionId: subscription,
    originalTransactionId: subscription,
    productId: 'calm.yearly',
    type: 'Auto-Renewable Subscription',
    purchaseDate: at,
    expiresDate: at + 604_800_000,
    quantity: 1,
    price: 39990,
    currency: 'USD',
    storefront: 'USA',
  };
  const data = { ...common, appAppleId: app.adamId, signedTransactionInfo: sign(transaction) };
  const notificationUUID = `00000000-0000-4000-9000-${String(sent).padStart(12, '0')}`;
  const notification = { notificationType: 'SUBSCRIBED', subtype: 'INITIAL_BUY', version: '2.0', signedDate: at };
  return { signedPayload: sign({ ...notification, notificationUUID, data }) };
}

const failures = async (applicationId: number) =>
  (await service.events(failureStream(applicationId))).map(({ type, data }) => [type, 'source' in data && data.source]);

describe('notifications whose certificate is not known', () => {
  it('are a failure when they name several subscriptions that the application has, until one is accepted', async () => {
    const app = await newApplication();
    const post = (body: object) => service.post(`/store/notifications/${app.apiKey}`, body);
    const names = [1, 2, 3].map((number) => `530${app.id}${number}`);
    for (const name of names) expect((await post(notificationBody(app, name, ours))).status).toBe(200);
    for (const name of names.slice(1)) expect((await post(notificationBody(app, name, theirs))).status).toBe(400);
    // The same one again proves nothing more.
    await post(notificationBody(app, names[1] ?? '', theirs));
    expect(await failures(app.id)).toEqual([]);
    await post(notificationBody(app, names[0] ?? '', theirs));
    expect(await failures(app.id)).toEqual([['FailureBegan', 'notifications']]);
    expect((await service.events(failureStream(app.id)))[0]?.data).toMatchObject({ reason: 'certificate_refused' });
    await expect.poll(() => service.directory.state.failures.get(app.id)?.open).toHaveLength(1);
    await post(notificationBody(app, names[0] ?? '', ours));
    expect(await failures(app.id)).toEqual([
      ['FailureBegan', 'notifications'],
      ['FailureEnded', 'notifications'],
    ]);
  });

  it('are no failure when anybody may have made them up', async () => {
    const app = await newApplication();
    const other = await newApplication();
    const post = (body: object) => service.post(`/store/notifications/${app.apiKey}`, body);
    for (const number of [1, 2, 3, 4]) {
      await post(notificationBody(app, `990${app.id}${number}`, theirs));
      // What another application has is nothing that this one's store would send.
      await service.post(
        `/store/notifications/${other.apiKey}`,
        notificationBody(other, `991${app.id}${number}`, ours),
      );
      await post(notificationBody(app, `991${app.id}${number}`, theirs));
    }
    await post({ signedPayload: 'a.b.c' });
    expect(await failures(app.id)).toEqual([]);
  });
});
