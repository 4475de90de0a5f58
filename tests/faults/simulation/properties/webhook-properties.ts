import type { DomainEventOf } from '@tapwise/domain';
import { forwardedId } from '../engines/customer-server.ts';
import type { LoggedDelivery } from '../records/webhook-record.ts';
import type { Purchase, Traffic } from '../traffic/traffic.ts';
import type { World } from '../world.ts';

type Lane = LoggedDelivery['lane'];

/** What is not posted yet, or never will be: of purchases that came after their address was set, by the message about each. */
export function openWebhooks({ record: { webhooks }, log }: World, { purchases }: Traffic): string[] {
  const addresses = addressesIn(log);
  const lost = purchases.flatMap(({ notificationId, at }) =>
    [...addresses].flatMap(([lane, address]) =>
      at <= address.opened_at || webhooks.of(notificationId, lane).length > 0 || isBefore(log, notificationId, address)
        ? []
        : [`${lane} ${notificationId}`],
    ),
  );
  return [...lost, ...[...webhooks.deliveries].flatMap(([id, { isSettled }]) => (isSettled ? [] : [id]))];
}

type Address = DomainEventOf<'CustomerEndpointOpened'>['data'];

/** Whether the log has the message before the address: then setting it had not been answered when the message came. */
function isBefore({ events }: World['log'], notificationId: string, { endpoint_id, lane }: Address): boolean {
  const type = lane === 'webhook' ? 'StoreNotificationReceived' : 'StoreRequestReceived';
  const isMessage = (event: (typeof events)[number]): boolean =>
    event.type === type && (event.data as { notification_id: string }).notification_id === notificationId;
  const isAddress = (event: (typeof events)[number]): boolean =>
    event.type === 'CustomerEndpointOpened' && (event.data as Address).endpoint_id === endpoint_id;
  const message = events.findIndex(isMessage);
  return message >= 0 && message < events.findIndex(isAddress);
}

/** The present address of each kind. */
function addressesIn({ events }: World['log']): ReadonlyMap<Lane, Address> {
  const addresses = new Map<Lane, Address>();
  for (const { type, data } of events)
    if (type === 'CustomerEndpointOpened') {
      const address = data as Address;
      addresses.set(address.lane, address);
    }
  return addresses;
}

/** Each purchase is one delivery to the address of its time, which is queued and frozen once, and was taken if the log says so. */
export function webhookViolations({ customer, log, record: { webhooks } }: World, { purchases }: Traffic): string[] {
  const messages = new Set(purchases.map(({ notificationId }) => notificationId));
  const deliveries = [...webhooks.deliveries];
  const present = new Set([...addressesIn(log).values()].map(({ endpoint_id }) => endpoint_id));
  const frozenTwice = [...webhooks.frozen].filter(([, bodies]) => bodies.length > 1);
  const gaps = [...webhooks.sequences].filter(([, sequences]) =>
    sequences.toSorted((left, right) => left - right).some((sequence, index) => sequence !== index + 1),
  );
  return [
    ...customer.violations,
    ...deliveries
      .filter(([, { notificationId }]) => !messages.has(notificationId))
      .map(([, { notificationId }]) => `a webhook about ${notificationId} follows from nothing`),
    ...deliveries
      .filter(([, { queued }]) => queued !== 1)
      .map(([id, { queued }]) => `${id} was queued ${queued} times`),
    ...purchases.flatMap(({ notificationId }) =>
      numberViolations(webhooks.of(notificationId, 'webhook'), notificationId),
    ),
    ...purchases.flatMap(({ notificationId }) =>
      numberViolations(webhooks.of(notificationId, 'forwarding'), notificationId),
    ),
    ...frozenTwice.map(([id]) => `webhook ${id} has two places in the sequence`),
    ...gaps.map(([endpoint]) => `the sequence of webhooks to ${endpoint} has a gap`),
    ...deliveries
      .filter(([id, { lane, notificationId, deliveredAt }]) => {
        const takenAs = lane === 'webhook' ? id : forwardedId(notificationId);
        return deliveredAt !== undefined && !customer.hasTaken(takenAs);
      })
      .map(([id]) => `webhook ${id} was recorded as delivered and never was`),
    ...deliveries
      .filter(([, { isGivenUp, endpointId }]) => isGivenUp && present.has(endpointId))
      .map(([id]) => `webhook ${id} was given up`),
  ];
}

const numberViolations = (
  deliveries: readonly LoggedDelivery[],
  notificationId: Purchase['notificationId'],
): string[] => (deliveries.length > 1 ? [`${notificationId} is ${deliveries.length} deliveries`] : []);
