import { handleCommand, keepRequest } from '@tapwise/adapters';
import {
  customerEndpointsStream,
  type DeliveryState,
  deliveryDecider,
  deliveryIn,
  endpointsDecider,
  exchangeRatesStream,
  installStream,
  type OwnDeliveryEvent,
  replayDelivery,
  setEndpoint,
  storeRequestStream,
  subscriptionStream,
  webhookDeliveryStream,
} from '@tapwise/domain';
import { applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../../support/facts/settings.ts';
import { attributedUser, purchaseMessage } from '../../../support/workers/webhook-world.ts';
import { encoded, readableVault } from '../engines/readable-vault.ts';
import type { LoggedDelivery } from '../records/webhook-record.ts';
import type { World } from '../world.ts';
import type { Requests } from './requests.ts';
import { foundTeam, recordFirst, since, teamId, untilDone } from './team.ts';

const endpoint = {
  application_id: applicationId,
  endpoint_id: '5f0c6a52-7e1d-4f0e-9d53-0a3c5a7f1b11',
  lane: 'webhook' as const,
  url: 'https://customer.test/webhooks',
  secret: encoded(`whsec_${Buffer.alloc(32, 7).toString('base64')}`),
  opened_at: since,
};

/** A customer with one address for webhooks, and one user whom an ad brought. Repeated until it has been recorded whole. */
export async function openEndpoint(world: World): Promise<void> {
  const rates = { day: since.slice(0, 10), rates: { USD: 1.085 }, fetched_at: since };
  await foundTeam(world);
  await recordFirst(world, exchangeRatesStream(rates.day), [{ type: 'ExchangeRatesPublished', data: rates }]);
  await recordFirst(world, installStream(applicationId, 'user'), attributedUser(applicationId, orgId, since));
  await recordFirst(world, customerEndpointsStream(applicationId), [
    { type: 'CustomerEndpointOpened', data: endpoint },
  ]);
}

export const notificationIdOf = (original: string): string => `notification-${original}`;

/** The store's message about a purchase of that user. @param at Instant at which it came. */
export async function recordPurchase(world: World, original: string, at: string): Promise<void> {
  const notification_id = notificationIdOf(original);
  const message = purchaseMessage(applicationId, original, since);
  const data = { ...message, notification_id, signed_at: at, received_at: at };
  const received = { type: 'StoreNotificationReceived' as const, data };
  await untilDone(world, () => recordFirst(world, subscriptionStream(original), [received]));
  if (world.scene !== 'replays') return;
  const bytes = Buffer.from(notification_id);
  const request = { application_id: applicationId, notification_id, received_at: at, bytes, headers: {} };
  const kept = { type: 'StoreRequestReceived' as const, data: await keepRequest(readableVault, request) };
  await untilDone(world, () => recordFirst(world, storeRequestStream(applicationId, notification_id), [kept]));
}

const mostReplays = 8;
const mostAddresses = 2;

/** Has webhooks posted again and sets other addresses at random instants; messages of the store are forwarded, too. @param opened When there is an address. */
export function beginReplays(world: World, requests: Requests, opened: Promise<void>): void {
  const { random } = world;
  const forwarded = requests.now(opened.then(() => setAddress(world, 'forwarding')));
  for (let count = random.upTo(mostReplays); count > 0; count -= 1) requests.sometime(() => replayOne(world));
  for (const kind of ['webhook', 'forwarding'] as const)
    for (let count = random.upTo(mostAddresses); count > 0; count -= 1)
      requests.sometime(() => forwarded.then(() => setAddress(world, kind)));
}

async function setAddress(world: World, kind: LoggedDelivery['lane']): Promise<void> {
  const endpoint_id = crypto.randomUUID();
  const at = new Date(world.time.now()).toISOString();
  const secret = kind === 'webhook' ? endpoint.secret : null;
  const wish = {
    application_id: applicationId,
    kind,
    url: `https://customer.test/${endpoint_id}`,
    endpoint_id,
    secret,
    at,
  };
  await untilDone(world, () =>
    handleCommand(world.openLog(), {
      stream: customerEndpointsStream(applicationId),
      decider: endpointsDecider,
      cause: `set ${endpoint_id}`,
      context: asTest,
      decide: (state) => setEndpoint(state, wish),
    }),
  );
}

/** Has one of the webhooks that the address of now got posted again, as a person asks for it. */
async function replayOne(world: World): Promise<void> {
  const { random, record, time } = world;
  const delivered = [...record.webhooks.deliveries].filter(([, { deliveredAt }]) => deliveredAt !== undefined);
  if (delivered.length === 0) return;
  const [id, { newest }] = random.pick(delivered);
  const delivery = deliveryIn(newest, id);
  if (delivery === undefined) return;
  const at = new Date(time.now()).toISOString();
  const cause = `replay ${id} ${crypto.randomUUID()}`;
  await untilDone(world, () =>
    handleCommand<DeliveryState, OwnDeliveryEvent>(world.openLog(), {
      stream: webhookDeliveryStream(id),
      decider: { ...deliveryDecider, initialState: () => delivery },
      cause,
      context: asTest,
      decide: (state) => replayDelivery(state, teamId, at),
    }),
  );
}
