import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatorClock } from '../base/clock.ts';
import { shareOf, uuidOf } from '../base/random/prng.ts';
import { mintToken } from '../endpoints/install-attribution/attribution-token.ts';
import { signedNotification } from '../market/people/notification-payload.ts';
import type { Person } from '../market/people/person.ts';
import type { PurchaseEvent, StoreEvent } from '../market/people/purchase.ts';
import type { App } from '../market/world/apps.ts';
import { storefrontOf } from '../market/world/storefronts.ts';
import type { NotificationSigner } from '../signing/notification-signer.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { ConnectedApp } from './demo-session.ts';
import type { ProductClient, ProductResponse } from './product-client.ts';

/** Numbers of deliveries since the simulator's world began. */
export interface DeliveryCounts {
  installs: number;
  notifications: number;
  links: number;
  /** Answers that no repetition will change (4xx). */
  refused: number;
}

/** Whether the product has taken a post, and where in its log it is since then, if the product says so. */
export interface Delivery {
  readonly acknowledged: boolean;
  readonly logPosition: string | null;
}

/** Carries installs, purchases and store messages of one app to the product; every call ends in an answer. */
export interface Courier {
  /** Posts a first launch; while Apple's answer is awaited the courier goes on asking in the background. */
  install(person: Person): Promise<Delivery>;
  purchase(person: Person, tagged: boolean, event: PurchaseEvent): Promise<Delivery>;
  /** The message that a developer has the store send to try a new address. */
  testNotification(): Promise<Delivery>;
  /** A correctly signed message of an unknown form. */
  unknownNotification(): Promise<void>;
  /** The last store message again; nothing when there was none. */
  repeatLast(): Promise<void>;
  /** Numbers of the people whose attribution is still awaited. */
  readonly awaiting: ReadonlySet<number>;
}

/** The last store message that the product took, by app. */
export type LastNotifications = Map<App, string>;

export interface CourierTools {
  readonly last: LastNotifications;
  readonly client: ProductClient;
  readonly clock: SimulatorClock;
  readonly signer: NotificationSigner;
  readonly acknowledgements: Acknowledgements;
  readonly counts: DeliveryCounts;
  readonly signal: AbortSignal;
  /** Called when the product no longer knows the app's key. */
  readonly keyRefused: () => void;
}

const AGAIN_MS = 5_000;

export function createCourier(connection: () => ConnectedApp, tools: CourierTools): Courier {
  const { clock, signer, acknowledgements, counts, last } = tools;
  const send = createSender(connection, tools);
  const awaiting = new Set<number>();
  const notify = async (body: string): Promise<Delivery> => {
    const delivery = deliveryOf(await send('/store/notifications/{api_key}', () => body));
    if (delivery.acknowledged) last.set(connection().app, body);
    return delivery;
  };
  const link = async (person: Person, { transaction }: PurchaseEvent): Promise<Delivery> =>
    deliveryOf(await send('/sdk/v1/transactions', (apiKey) => linkBody(person, transaction, apiKey)));
  return {
    awaiting,
    async install(person) {
      const token = mintToken({ person: person.key, mintedAt: clock.now() });
      const body = (apiKey: string) => installBody(person, apiKey, token);
      const response = await send('/sdk/v1/attribution', body);
      if (response.status === 200 || response.status === 202) counts.installs += 1;
      if (response.status === 200) acknowledgements.installDelivered(person);
      if (response.status !== 202) return deliveryOf(response);
      acknowledgements.installPending(person);
      awaiting.add(person.key);
      void askAgain(tools, () => send('/sdk/v1/attribution', body), response).then((isDelivered) => {
        if (isDelivered) acknowledgements.installDelivered(person);
        if (!tools.signal.aborted) awaiting.delete(person.key);
      });
      return { acknowledged: true, logPosition: response.logPosition };
    },
    async purchase(person, tagged, event) {
      const delivery = await (event.kind === 'link'
        ? link(person, event)
        : notify(notificationBody(tools, person, tagged, event)));
      if (!delivery.acknowledged) return delivery;
      counts[event.kind === 'link' ? 'links' : 'notifications'] += 1;
      acknowledgements.eventDelivered(person, event);
      if (event.kind === 'notification' && event.repeated) await notify(notificationBody(tools, person, tagged, event));
      return delivery;
    },
    testNotification: async () =>
      deliveryOf(await send('/store/notifications/{api_key}', () => testBody(tools, connection().app))),
    async unknownNotification() {
      const message = {
        notificationType: 'SOMETHING_NEW',
        notificationUUID: randomUUID(),
        version: '9.0',
        signedDate: clock.now(),
      };
      await send('/store/notifications/{api_key}', () => JSON.stringify({ signedPayload: signer.sign(message) }));
    },
    async repeatLast() {
      const body = last.get(connection().app);
      if (body !== undefined) await notify(body);
    },
  };
}

const deliveryOf = ({ status, logPosition }: ProductResponse): Delivery => ({
  acknowledged: status === 200,
  logPosition,
});

/** Signed again for a repetition: the same message under the same UUID, as the store does. */
const notificationBody = ({ signer }: CourierTools, person: Person, tagged: boolean, event: StoreEvent): string =>
  JSON.stringify({ signedPayload: signedNotification(signer, { person, tagged }, event) });

/** One for each app, under the same UUID each time. */
const testBody = ({ signer, clock }: CourierTools, { adamId, bundleId }: App): string =>
  JSON.stringify({
    signedPayload: signer.sign({
      notificationType: 'TEST',
      notificationUUID: uuidOf('test notification', adamId),
      version: '2.0',
      signedDate: clock.now(),
      data: { appAppleId: adamId, bundleId, environment: 'Production' },
    }),
  });

type Sender = (
  path: string,
  body: (apiKey: string) => string,
  headers?: Readonly<Record<string, string>>,
) => Promise<ProductResponse>;

/** Sends under the app's present key; a refused key is asked for again, since the product may have made another. */
export function createSender(
  connection: () => ConnectedApp,
  { client, counts, signal, keyRefused }: CourierTools,
): Sender {
  return async (path, body, headers) => {
    for (;;) {
      const { apiKey } = connection();
      const response = await client.postUntilAnswered(path.replace('{api_key}', apiKey), body(apiKey), headers);
      if (response.status !== 401) {
        if (response.status >= 400) counts.refused += 1;
        return response;
      }
      keyRefused();
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
}

/** Asks until the product has Apple's answer; true when it came. */
async function askAgain(
  { signal }: CourierTools,
  ask: () => Promise<ProductResponse>,
  first: ProductResponse,
): Promise<boolean> {
  let response = first;
  while (response.status === 202) {
    await sleep(waitOf(response), undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return false;
    response = await ask();
  }
  return response.status === 200;
}

function waitOf(response: ProductResponse): number {
  const { body } = response;
  const wished =
    typeof body === 'object' && body !== null && 'retry_after' in body ? Number(body.retry_after) : Number.NaN;
  return Number.isFinite(wished) ? Math.max(200, wished * 1000) : AGAIN_MS;
}

const installBody = (person: Person, apiKey: string, token: string): string =>
  JSON.stringify({ api_key: apiKey, attribution_token: isTokenless(person) ? null : token, ...installOf(person) });

/** One organic install in 25 has no token: the device was offline or too old for AdServices. */
export const isTokenless = (person: Person): boolean =>
  person.origin === null && shareOf('tokenless', person.key) < 0.04;

/** What the SDK says about a first launch. */
export const installOf = (person: Person): object => ({
  install_id: person.installId,
  sdk_version: '1.4.0',
  app_version: '4.1.2',
  os_version: shareOf('os', person.key) < 0.7 ? '19.1' : '18.6',
  device_class: person.device,
  locale: storefrontOf(person.country).locale,
  first_launch_at: new Date(person.launchedAt).toISOString(),
});

const linkBody = (person: Person, transaction: PurchaseEvent['transaction'], apiKey: string): string =>
  JSON.stringify({ api_key: apiKey, install_id: person.installId, transactions: [transactionOf(transaction)] });

/** What the SDK says about a purchase. */
export const transactionOf = (transaction: PurchaseEvent['transaction']): object => ({
  transaction_id: transaction.id,
  original_transaction_id: transaction.originalId,
  product_id: transaction.product.productId,
  purchased_at: new Date(transaction.purchasedAt).toISOString(),
});
