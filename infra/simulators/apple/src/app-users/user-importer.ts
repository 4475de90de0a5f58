import type { AdServices } from '../endpoints/install-attribution/ad-services.ts';
import { signedNotification } from '../market/people/notification-payload.ts';
import type { Person } from '../market/people/person.ts';
import type { PurchaseEvent } from '../market/people/purchase.ts';
import type { CourierTools } from './courier.ts';
import type { ConnectedApp } from './demo-session.ts';
import { deviceOf, purchaseOf } from './phones/person-phone.ts';
import { isTokenless, sdkVersionOf } from './phones/phone-traits.ts';
import { createSender } from './sender.ts';

/** A person of the past and what became of them so far. */
export interface PastUser {
  readonly person: Person;
  /** Whether the purchases carry the install's id. */
  readonly tagged: boolean;
  /** The purchases that have happened, in order of delivery. */
  readonly events: readonly PurchaseEvent[];
}

/** Sends users of one app's past to the product, many in one post. */
export interface UserImporter {
  import(users: readonly PastUser[]): Promise<void>;
  /** Says that there are no older users. */
  complete(): Promise<void>;
}

type ImporterTools = CourierTools & { readonly adServices: AdServices; readonly secret: string };

const PATH = '/sdk/v1/users';

export function createUserImporter(connection: () => ConnectedApp, tools: ImporterTools): UserImporter {
  const { acknowledgements, counts, secret } = tools;
  const send = createSender(connection, tools.client.postUntilAnswered, tools);
  const headers = { authorization: `Bearer ${secret}` };
  return {
    async import(users) {
      const bodies = users.map((user) => userBody(tools, user));
      const body = (api_key: string) => JSON.stringify({ api_key, users: bodies });
      const { status } = await send(PATH, body, headers);
      if (status !== 200) return;
      counts.installs += users.length;
      for (const { person, events } of users) {
        acknowledgements.installDelivered(person);
        for (const event of events) {
          acknowledgements.eventDelivered(person, event);
          counts[event.kind === 'link' ? 'links' : 'notifications'] += 1;
        }
      }
    },
    async complete() {
      await send(PATH, (api_key) => JSON.stringify({ api_key, users: [], complete: true }), headers);
    },
  };
}

function userBody({ signer, adServices }: ImporterTools, { person, tagged, events }: PastUser): object {
  const notifications = events.flatMap((event) => {
    if (event.kind === 'link') return [];
    const body = { signedPayload: signedNotification(signer, { person, tagged }, event) };
    return event.repeated ? [body, body] : [body];
  });
  return {
    install_id: person.installId,
    first_launch_at: new Date(person.launchedAt).toISOString(),
    sdk_version: sdkVersionOf(person).name,
    ...deviceOf(person),
    attribution: isTokenless(person) ? null : adServices.recordOf(person),
    transactions: events.flatMap((event) => (event.kind === 'link' ? [purchaseOf(event)] : [])),
    notifications,
  };
}
