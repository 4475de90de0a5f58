import { randomUUID } from 'node:crypto';
import { uuidOf } from '../base/random/prng.ts';
import { mintToken } from '../endpoints/install-attribution/attribution-token.ts';
import { signedNotification } from '../market/people/notification-payload.ts';
import type { Person } from '../market/people/person.ts';
import type { PurchaseEvent, StoreEvent } from '../market/people/purchase.ts';
import type { App } from '../market/world/apps.ts';
import type { NotificationSigner } from '../signing/notification-signer.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { ConnectedApp } from './demo-session.ts';
import { createAppPhones, type PhoneTools } from './phones/app-phones.ts';
import { currentSdk, type TestLaunch } from './phones/phone-traits.ts';
import type { ProductResponse } from './product-client.ts';
import { createSender } from './sender.ts';

/** Whether the product has taken a post, and where in its log it is since then, if the product says so. */
export interface Delivery {
  readonly acknowledged: boolean;
  readonly logPosition: string | null;
}

/** Carries installs, purchases and store messages of one app to the product; every call ends in an answer. */
export interface Courier {
  /**
   * Has a phone report a first launch; while Apple's answer is awaited it goes on asking in the background.
   * @param freeSlot called before each wait of the phone
   */
  install(person: Person, freeSlot?: () => void): Promise<Delivery>;
  purchase(person: Person, tagged: boolean, event: PurchaseEvent, freeSlot?: () => void): Promise<Delivery>;
  /** Has a build that is not from the store report itself. */
  testLaunch(launch: TestLaunch): Promise<void>;
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

export interface CourierTools extends PhoneTools {
  readonly last: LastNotifications;
  readonly signer: NotificationSigner;
  readonly acknowledgements: Acknowledgements;
}

export function createCourier(connection: () => ConnectedApp, tools: CourierTools): Courier {
  const { client, clock, signer, acknowledgements, counts, last, signal } = tools;
  const send = createSender(connection, client.postUntilAnswered, tools);
  const awaiting = new Set<number>();
  const phones = createAppPhones(connection, tools);
  const notify = async (body: string): Promise<Delivery> => {
    const delivery = deliveryOf(await send('/store/notifications/{api_key}', () => body));
    if (delivery.acknowledged) last.set(connection().app, body);
    return delivery;
  };
  return {
    awaiting,
    install: (person, freeSlot = () => undefined) =>
      new Promise((resolve) => {
        let isCounted = false;
        const replied = (response: ProductResponse) => {
          if (response.status !== 200 && response.status !== 202) return;
          if (!isCounted) counts.installs += 1;
          isCounted = true;
          if (response.status === 200) return;
          acknowledgements.installPending(person);
          awaiting.add(person.key);
          resolve({ acknowledged: true, logPosition: response.logPosition });
        };
        void phones.install(person, { replied, freeSlot }).then((response) => {
          const delivery = deliveryOf(response);
          if (delivery.acknowledged) acknowledgements.installDelivered(person);
          if (!signal.aborted) awaiting.delete(person.key);
          resolve(delivery);
        });
      }),
    async purchase(person, tagged, event, freeSlot = () => undefined) {
      const delivery =
        event.kind === 'link'
          ? deliveryOf(await phones.purchase(person, event, freeSlot))
          : await notify(notificationBody(tools, person, tagged, event));
      if (!delivery.acknowledged) return delivery;
      counts[event.kind === 'link' ? 'links' : 'notifications'] += 1;
      acknowledgements.eventDelivered(person, event);
      if (event.kind === 'notification' && event.repeated) await notify(notificationBody(tools, person, tagged, event));
      return delivery;
    },
    async testLaunch(launch) {
      const report = testInstallOf(launch, clock.now());
      await send('/sdk/v1/attribution', (api_key) => JSON.stringify({ api_key, ...report }));
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

const deliveryOf = (response: ProductResponse | undefined): Delivery => ({
  acknowledged: response?.status === 200,
  logPosition: response?.logPosition ?? null,
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

/** What the SDK of a build that is not from the store reports. */
const testInstallOf = ({ at, installId, build }: TestLaunch, now: number): object => ({
  install_id: installId,
  first_launch_at: new Date(at).toISOString(),
  sent_at: new Date(now).toISOString(),
  attribution_token: build === 'simulator' ? null : mintToken({ person: null, mintedAt: now }),
  sdk_version: currentSdk.name,
  build,
});
