import type { Decider } from '../../shared/decider.ts';
import type { SubscriptionEvent } from './subscription.events.ts';

export type StoreNotification = Extract<SubscriptionEvent, { type: 'StoreNotificationReceived' }>['data'];
export type TransactionLink = Extract<SubscriptionEvent, { type: 'TransactionLinked' }>['data'];

/** What must be known to record nothing twice; its meaning is determined by `interpretSubscription`. */
export interface SubscriptionState {
  /** The newest mapping of each notification. */
  mappings: ReadonlyMap<string, number>;
  /** First link of each application. */
  links: ReadonlyMap<number, TransactionLink>;
  /** First account token the store named, per application, in lower case. */
  tokens: ReadonlyMap<number, string>;
}

/** Fold of `subscription-<originalTransactionId>`. */
export const subscriptionDecider: Decider<SubscriptionState, SubscriptionEvent> = {
  initialState: () => ({ mappings: new Map(), links: new Map(), tokens: new Map() }),
  evolve(state, event) {
    if (event.type === 'StoreNotificationReceived') {
      const mappings = new Map(state.mappings).set(notificationKey(event.data), event.data.mapping);
      return { ...state, mappings, tokens: withToken(state.tokens, event.data) };
    }
    if (event.type !== 'TransactionLinked' || state.links.has(event.data.application_id)) return state;
    return { ...state, links: new Map(state.links).set(event.data.application_id, event.data) };
  },
};

/** Records a verified notification; a repeated delivery changes nothing, a newer mapping of it takes the place of the older. */
export function recordNotification(state: SubscriptionState, notification: StoreNotification): SubscriptionEvent[] {
  const recordedMapping = state.mappings.get(notificationKey(notification));
  if (recordedMapping !== undefined && recordedMapping >= notification.mapping) return [];
  return [{ type: 'StoreNotificationReceived', data: notification }];
}

/** Ties the original transaction to an install; the first link of an application is kept. */
export function linkTransaction(state: SubscriptionState, link: TransactionLink): SubscriptionEvent[] {
  if (state.links.has(link.application_id)) return [];
  return [{ type: 'TransactionLinked', data: link }];
}

/** Whether the original transaction is tied to that install, by a link or by the account token the app gave the store. */
export function isLinkedTo(state: SubscriptionState, applicationId: number, installId: string): boolean {
  const byToken = state.tokens.get(applicationId) === installId.toLowerCase();
  return byToken || state.links.get(applicationId)?.install_id === installId;
}

// The address a notification is posted to names the application, so one id may reach two applications.
function notificationKey(notification: StoreNotification): string {
  return `${notification.application_id} ${notification.notification_id}`;
}

function withToken(tokens: ReadonlyMap<number, string>, notification: StoreNotification): ReadonlyMap<number, string> {
  const token = notification.transactions.find((transaction) => transaction.app_account_token)?.app_account_token;
  if (!token || tokens.has(notification.application_id)) return tokens;
  return new Map(tokens).set(notification.application_id, token.toLowerCase());
}
