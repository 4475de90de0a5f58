import { type CommandContext, evolveAll, keepRequest } from '@tapwise/adapters';
import {
  importInstall,
  installDecider,
  installStream,
  linkTransaction,
  recordNotification,
  type SubscriptionEvent,
  type SubscriptionState,
  subscriptionDecider,
  subscriptionStream,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import type { IngestContext } from '../ingest-context.ts';
import { type NotificationRecorder, recordNotifications } from '../record-notification.ts';
import type { ReadUser } from './read-user.ts';

/** Users whose appends are under way together; the calls of SDKs wait behind them. */
const usersAtOnce = 100;

/**
 * Records users of the past. All is durable when this resolves, and a repetition completes what is missing.
 * @returns the highest commit position; 0 when there was nothing to record.
 */
export async function recordUsers(
  context: IngestContext,
  commandContext: CommandContext,
  users: readonly ReadUser[],
): Promise<bigint> {
  const turn = pLimit(usersAtOnce);
  const recorder = recordNotifications(context, commandContext);
  const positions = await Promise.all(
    users.map((user) => turn(() => recordUser(context, commandContext, recorder, user))),
  );
  return positions.reduce(later, 0n);
}

async function recordUser(
  context: IngestContext,
  commandContext: CommandContext,
  recorder: NotificationRecorder,
  user: ReadUser,
): Promise<bigint> {
  const install = context.queue.handle({
    stream: installStream(user.report.application_id, user.report.install_id),
    decider: installDecider,
    assume: 'new',
    // A later import may say more about a user than the first one.
    cause: `import ${user.outcome.outcome} ${'reason' in user.outcome ? user.outcome.reason : ''}`,
    context: commandContext,
    decide: (state) => importInstall(state, user.report, user.outcome),
  });
  const [installed, ...others] = await Promise.all([
    install,
    ...recordPurchases(context, commandContext, user),
    ...keepBodies(context, recorder, user),
  ]);
  return others.reduce(later, installed.position);
}

/** One append for each subscription, with all that is new about it. */
function recordPurchases(context: IngestContext, commandContext: CommandContext, user: ReadUser): Promise<bigint>[] {
  const decisions = new Map<string, ((state: SubscriptionState) => SubscriptionEvent[])[]>();
  const decide = (originalId: string, decision: (state: SubscriptionState) => SubscriptionEvent[]) =>
    decisions.set(originalId, [...(decisions.get(originalId) ?? []), decision]);
  for (const link of user.links) decide(link.original_transaction_id, (state) => linkTransaction(state, link));
  for (const { notification } of user.notifications)
    decide(notification.original_transaction_id, (state) => recordNotification(state, notification));
  const contents = [...user.links.map((link) => link.transaction_id), ...user.notifications.map(idOf)].join('|');
  return [...decisions].map(async ([originalId, all]) => {
    const stream = subscriptionStream(originalId);
    context.subscriptions.forget(stream);
    const recorded = await context.queue.handle({
      stream,
      decider: subscriptionDecider,
      assume: 'new',
      cause: `import|${user.report.application_id}|${contents}`,
      context: commandContext,
      decide: (before) => {
        let state = before;
        return all.flatMap((decision) => {
          const events = decision(state);
          state = evolveAll(subscriptionDecider, state, events);
          return events;
        });
      },
    });
    return recorded.position;
  });
}

/** The bodies as they came: what the mapping of today drops, a better one finds there. */
function keepBodies(context: IngestContext, recorder: NotificationRecorder, user: ReadUser): Promise<bigint>[] {
  const { application_id, received_at } = user.report;
  return user.notifications.map(async ({ notification: { notification_id }, body }) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json' };
    return recorder.request(
      await keepRequest(context.vault, { application_id, notification_id, received_at, headers, bytes }),
    );
  });
}

const idOf = ({ notification }: ReadUser['notifications'][number]): string => notification.notification_id;
/** The later of two positions. */
export const later = (first: bigint, other: bigint): bigint => (first > other ? first : other);
