import { handleCommand } from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  createApplication,
  customerEndpointsStream,
  type DomainEvent,
  exchangeRatesStream,
  fold,
  installStream,
  linkAdOrganization,
  statelessDecider,
  subscriptionStream,
  teamStream,
} from '@tapwise/domain';
import { applicationId, orgId } from '../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../support/facts/settings.ts';
import { attributedUser, purchaseMessage } from '../../support/workers/webhook-world.ts';
import { encoded } from './engines/readable-vault.ts';
import type { World } from './world.ts';

const teamId = 1;
/** Everything is there before the first purchase. */
const since = '2026-11-28T12:00:00.000Z';
const until = '2027-11-28T12:00:00.000Z';
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
  const founded = { team_id: teamId, name: encoded('Acme'), founded_at: since, trial_expires_at: until, demo: false };
  const rates = { day: since.slice(0, 10), rates: { USD: 1.085 }, fetched_at: since };
  await record(world, teamStream(teamId), [{ type: 'TeamFounded', data: founded }]);
  await record(world, applicationStream(applicationId), linkedApplication());
  await record(world, exchangeRatesStream(rates.day), [{ type: 'ExchangeRatesPublished', data: rates }]);
  await record(world, installStream(applicationId, 'user'), attributedUser(applicationId, orgId, since));
  await record(world, customerEndpointsStream(applicationId), [{ type: 'CustomerEndpointOpened', data: endpoint }]);
}

/** The store's message about a purchase of that user. @param at Instant at which it came. */
export async function recordPurchase(world: World, original: string, at: string): Promise<void> {
  const message = purchaseMessage(applicationId, original, since);
  const data = { ...message, notification_id: `notification-${original}`, signed_at: at, received_at: at };
  await record(world, subscriptionStream(original), [{ type: 'StoreNotificationReceived', data }]);
}

function linkedApplication(): DomainEvent[] {
  const created = createApplication(applicationDecider.initialState(), {
    application_id: applicationId,
    account_id: teamId,
    team_id: teamId,
    name: 'App',
    url: 'https://apps.apple.com/app/id1500000001',
    api_key: 'key',
    created_at: since,
  });
  const linked = linkAdOrganization(fold(applicationDecider, created), {
    org_id: orgId,
    currency: 'USD',
    time_zone: 'UTC',
    name: 'Acme',
    account_name: 'Acme',
    payment_model: null,
    linked_at: since,
  });
  return [...created, ...linked];
}

const record = (world: World, stream: string, events: readonly DomainEvent[]): Promise<unknown> =>
  handleCommand<null, DomainEvent>(world.openLog(), {
    stream,
    decider: statelessDecider,
    cause: `recorded ${stream}`,
    context: asTest,
    assume: 'new',
    decide: () => events,
  });
