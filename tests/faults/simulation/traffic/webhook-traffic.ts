import { customerEndpointsStream, exchangeRatesStream, installStream, subscriptionStream } from '@tapwise/domain';
import { applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { attributedUser, purchaseMessage } from '../../../support/workers/webhook-world.ts';
import { encoded } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';
import { foundTeam, recordFirst, since } from './team.ts';

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

/** The store's message about a purchase of that user. @param at Instant at which it came. */
export async function recordPurchase(world: World, original: string, at: string): Promise<void> {
  const message = purchaseMessage(applicationId, original, since);
  const data = { ...message, notification_id: `notification-${original}`, signed_at: at, received_at: at };
  await recordFirst(world, subscriptionStream(original), [{ type: 'StoreNotificationReceived', data }]);
}
