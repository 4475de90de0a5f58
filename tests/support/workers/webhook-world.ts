import { setMaxListeners } from 'node:events';
import {
  type EventLog,
  handleCommand,
  type KeyVault,
  type Logger,
  newWebhookSecret,
  type OutboundClient,
  openFileFolder,
} from '@tapwise/adapters';
import {
  customerEndpointsStream,
  type DomainEvent,
  type DomainEventOf,
  exchangeRatesStream,
  installStream,
  statelessDecider,
  subscriptionStream,
  teamStream,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import { followLogFacts } from '../../../workflows/src/facts/log-facts.ts';
import { createLocalRunner } from '../../../workflows/src/local/local-runner.ts';
import { findProcess } from '../../../workflows/src/processes.ts';
import { checkpointsIn } from '../../../workflows/src/start/checkpoint.ts';
import { createRates } from '../../../workflows/src/users/deliver-webhooks/charge-rates.ts';
import { createDeliverWebhooksActivities } from '../../../workflows/src/users/deliver-webhooks/deliver-webhooks.activities.ts';
import { createDeliveryCaches } from '../../../workflows/src/users/deliver-webhooks/delivery-caches.ts';
import { keepDelivering } from '../../../workflows/src/users/deliver-webhooks/keep-delivering.ts';
import { keepQueueing } from '../../../workflows/src/users/deliver-webhooks/queue-deliveries.ts';
import { addApplication, linkOrganization } from '../facts/linked-application.ts';
import { asTest } from '../facts/settings.ts';

export interface WebhookWorldOptions {
  readonly log: EventLog;
  readonly vault: KeyVault;
  readonly endpoints: number;
  /** `host:port` of the receiver. */
  readonly target: string;
}

/** A purchase that was recorded. */
interface Charged {
  readonly original: string;
  readonly application_id: number;
}

/** A process that queues and posts. */
export interface DeliveringOptions {
  readonly log: EventLog;
  readonly vault: KeyVault;
  readonly client: OutboundClient;
  /** Keeps its snapshots. */
  readonly folder: string;
  readonly logger: Logger;
  /** Seconds between attempts; the product's own if absent. */
  readonly pauses?: readonly number[];
}

const at = new Date().toISOString();
const orgId = 40_669_820;

/** Applications with one address and one user each, that purchases can be recorded for. */
export async function recordWebhookWorld({ log, vault, endpoints, target }: WebhookWorldOptions) {
  const record = recorderOf(log);
  await recordRates(log);
  for (let id = 1; id <= endpoints; id += 1) {
    const trial_expires_at = new Date(Date.now() + 1e9).toISOString();
    const founded = { team_id: id, name: 'v1.team.AA', founded_at: at, trial_expires_at, demo: false };
    await record(teamStream(id), { type: 'TeamFounded', data: founded });
    await addApplication(log, { id, accountId: id, adamId: 1_500_000_000 + id });
    await linkOrganization(log, id, { org_id: orgId, currency: 'USD', time_zone: 'UTC' });
    await recordUser(log, id, orgId);
    const secret = await vault.encrypt(`application-${id}`, newWebhookSecret());
    const endpoint = { application_id: id, endpoint_id: crypto.randomUUID(), lane: 'webhook' as const };
    const opened = { ...endpoint, url: `http://${target}/${id}`, secret, opened_at: at };
    await record(customerEndpointsStream(id), { type: 'CustomerEndpointOpened', data: opened });
  }
  let made = 0;
  const limit = pLimit(32);
  return {
    /** Records purchases, one after the other for each application. @returns their original transactions. */
    charge: (count: number): Promise<Charged[]> =>
      Promise.all(
        Array.from({ length: count }, () => {
          made += 1;
          const original = `33${made}`;
          const application_id = (made % endpoints) + 1;
          return limit(async () => {
            await recordPurchase(log, application_id, original);
            return { original, application_id };
          });
        }),
      ),
  };
}

const recorderOf = (log: EventLog) => (stream: string, event: DomainEvent) =>
  handleCommand<null, DomainEvent>(log, {
    stream,
    decider: statelessDecider,
    context: asTest,
    cause: crypto.randomUUID(),
    decide: () => [event],
  });

/** Rates of the day, without which no proceeds are known in US dollars. */
export async function recordRates(log: EventLog): Promise<void> {
  const rates = { day: at.slice(0, 10), rates: { USD: 1.085 }, fetched_at: at };
  await recorderOf(log)(exchangeRatesStream(rates.day), { type: 'ExchangeRatesPublished', data: rates });
}

/** A user of an application whom a keyword of the organization brought. */
export async function recordUser(log: EventLog, applicationId: number, org_id: number): Promise<void> {
  for (const event of attributedUser(applicationId, org_id, at))
    await recorderOf(log)(installStream(applicationId, 'user'), event);
}

/** A purchase of that user. @returns commit position. */
export async function recordPurchase(log: EventLog, applicationId: number, original: string): Promise<bigint> {
  const data = purchaseMessage(applicationId, original, at);
  return (await recorderOf(log)(subscriptionStream(original), { type: 'StoreNotificationReceived', data })).position;
}

/** Queues and posts what the log asks for, as the product does. */
export async function startDelivering({ log, vault, client, folder, logger, pauses }: DeliveringOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each follower of the log, and each lane, listens to it.
  setMaxListeners(100, signal);
  const facts = followLogFacts(log, { files: openFileFolder(folder), vault }, logger, signal);
  const caches = createDeliveryCaches();
  const { directory, deliveries: work, deliveryArrived: changed, deliveryWatchers: watchers } = facts;
  await Promise.all([directory.caughtUp, work.caughtUp]);
  const context = {
    log,
    vault,
    client,
    caches,
    directory,
    work,
    watchers,
    ratesOf: createRates(facts.rates),
    now: Date.now,
    pauses,
  };
  const activities = { ...createDeliverWebhooksActivities(context) };
  const runner = createLocalRunner({ processes: findProcess, activities, logger, signal, stop: signal });
  const checkpoint = checkpointsIn(log, 1)('queued-webhooks');
  void keepQueueing({ log, directory, work, caches, logger, signal, checkpoint });
  void keepDelivering({ work, watchers, changed, runner, logger, signal });
  return { facts, stop: (): void => stopping.abort() };
}

/** Events of a user whom a keyword of the organization brought. @param at Instant of the first launch. */
export function attributedUser(application_id: number, org_id: number, at: string): DomainEvent[] {
  const identity = { application_id, install_id: 'user' };
  const nothing = { attribution_token: null, sdk_version: null, app_version: null, os_version: null };
  const report = { ...identity, ...nothing, device_class: null, locale: null, first_launch_at: at, received_at: at };
  const attribution = {
    org_id,
    campaign_id: 7,
    campaign_name: 'US',
    ad_group_id: 8,
    ad_group_name: 'sleep',
    keyword_id: 9,
    keyword_name: 'sleep',
    ad_id: null,
    custom_product_page: null,
    country: 'US',
    claim_type: 'click' as const,
  };
  const decided = { ...identity, attribution, conversion_type: null, decided_at: at, answered: true };
  return [
    { type: 'InstallReported', data: report },
    { type: 'InstallAttributed', data: decided },
  ];
}

/** What the store says now of a purchase of that user. @param at Instant of the purchase. */
export function purchaseMessage(
  application_id: number,
  original: string,
  at: string,
): DomainEventOf<'StoreNotificationReceived'>['data'] {
  const now = new Date().toISOString();
  return {
    application_id,
    notification_id: crypto.randomUUID(),
    version: 'v2',
    notification_type: 'SUBSCRIBED',
    subtype: 'INITIAL_BUY',
    signed_at: now,
    received_at: now,
    original_transaction_id: original,
    renewal: null,
    mapping: 1,
    transactions: [
      {
        transaction_id: original,
        original_transaction_id: original,
        product_id: 'calm.yearly',
        kind: 'auto_renewable',
        purchased_at: at,
        original_purchased_at: at,
        expires_at: null,
        quantity: 1,
        family_shared: false,
        app_account_token: 'user',
        reason: 'PURCHASE',
        price_micros: 11_990_000,
        currency: 'EUR',
        storefront: 'DE',
        offer_type: null,
        offer_discount_type: null,
        is_upgraded: false,
        revoked_at: null,
        revocation_type: null,
        revocation_share: null,
        subscription_group: 'g',
      },
    ],
  };
}
