import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatorClock } from '../../base/clock.ts';
import type { Person } from '../../market/people/person.ts';
import type { LinkEvent } from '../../market/people/purchase.ts';
import type { World } from '../../market/world/world.ts';
import type { ConnectedApp } from '../demo-session.ts';
import type { ProductClient, ProductResponse } from '../product-client.ts';
import { createSender, type SenderTools } from '../sender.ts';
import { type PhoneSite, purchaseOf, reportInstall, reportPurchase } from './person-phone.ts';
import { noTroubles, troublesOf } from './phone-traits.ts';

export interface PhoneTools extends SenderTools {
  readonly world: World;
  readonly client: ProductClient;
  readonly clock: SimulatorClock;
  /** What is carried has happened before the simulator began. */
  readonly isPast: boolean;
}

/** What a phone calls while it reports an install. */
export interface InstallCalls {
  /** With each reply of the product. */
  readonly replied: (response: ProductResponse) => void;
  /** Before each wait. */
  readonly freeSlot: () => void;
}

/** The phones of an app's users. Both resolve to the product's last reply, and to nothing when the simulator ends before it. */
export interface AppPhones {
  install(person: Person, calls: InstallCalls): Promise<ProductResponse | undefined>;
  purchase(person: Person, event: LinkEvent, freeSlot: () => void): Promise<ProductResponse | undefined>;
}

/**
 * Only phones of people who come by themselves, now, have troubles and wait as the SDK does: the past is over, and a test waits for what it
 * causes.
 */
export function createAppPhones(connection: () => ConnectedApp, tools: PhoneTools): AppPhones {
  const { client, clock, signal, world, isPast } = tools;
  const once = createSender(connection, client.post, tools);
  const untilAnswered = createSender(connection, client.postUntilAnswered, tools);
  const siteOf = ({ caused }: Person, { replied, freeSlot }: InstallCalls): PhoneSite => {
    const send = isPast || caused ? untilAnswered : once;
    return {
      clock,
      replied,
      post: (call, body) => send(`/sdk/v1/${call}`, (api_key) => JSON.stringify({ api_key, ...body })),
      async wait(seconds) {
        freeSlot();
        await sleep(seconds * 1000, undefined, { signal, ref: false });
      },
    };
  };
  const untilEnd = (reply: Promise<ProductResponse>) =>
    reply.catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    });
  return {
    install(person, calls) {
      const isUntroubled = isPast || person.caused || world.stillFrom !== null;
      return untilEnd(reportInstall(person, isUntroubled ? noTroubles : troublesOf(person), siteOf(person, calls)));
    },
    purchase: (person, event, freeSlot) =>
      untilEnd(reportPurchase(person, purchaseOf(event), siteOf(person, { replied: () => undefined, freeSlot }))),
  };
}
