import type { CommandContext, CommandOptions, CommandResult } from '@tapwise/adapters';
import {
  type ApplicationEvent,
  type ApplicationState,
  applicationDecider,
  applicationStream,
  type DomainError,
  type DomainEvent,
  type DomainEventOf,
  type OpenApplication,
  proveOwnership,
  proveStoreNotifications,
  recordNotification,
  reportUnknownNotification,
  type StoreNotification,
  type SubscriptionEvent,
  type SubscriptionState,
  storeNoticeStream,
  storeRequestStream,
  subscriptionDecider,
  subscriptionStream,
} from '@tapwise/domain';
import { type IngestContext, nowIso } from './ingest-context.ts';

interface Notice {
  readonly notificationId: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly environment: string;
  /** What has another form than the documented one. */
  readonly excerpt: string;
}

/** Writes what one request of the store brought. Each answer is the commit position of what was written, now or by an earlier delivery. */
export interface NotificationRecorder {
  notification(application: OpenApplication, notification: Omit<StoreNotification, 'application_id'>): Promise<bigint>;
  /** The bytes that came; of several deliveries the first. */
  request(request: DomainEventOf<'StoreRequestReceived'>['data']): Promise<bigint>;
  notice(application: OpenApplication, notice: Notice): Promise<bigint>;
  /** A notification signed for the app's bundle came to this application's own address. */
  ownership(application: OpenApplication): Promise<void>;
  unknownForm(application: OpenApplication, notificationId: string, excerpt: string): Promise<bigint>;
  refused(application: OpenApplication, error: DomainError, digest: string): Promise<void>;
}

/** Subtypes and types that begin a stream. */
const firstPurchases: ReadonlySet<string> = new Set(['INITIAL_BUY', 'ONE_TIME_CHARGE']);

/** What a good notification proves about its application; recorded once each. */
function recordProofs(ingest: IngestContext, context: CommandContext) {
  const record = async (
    application: OpenApplication,
    cause: string,
    decide: (state: ApplicationState) => ApplicationEvent[],
  ): Promise<void> => {
    const stream = applicationStream(application.application_id);
    await ingest.queue.handle({ stream, decider: applicationDecider, decide, cause, context });
  };
  return {
    integration: async (application: OpenApplication): Promise<void> => {
      if (application.store_notifications === 'integrated') return;
      const at = nowIso(ingest);
      await record(application, `store-proof|${at}`, (state) => proveStoreNotifications(state, { at }));
    },
    ownership: async (application: OpenApplication): Promise<void> => {
      if (application.ownership_proof !== null) return;
      const proven = { proof: 'store_notification', at: nowIso(ingest) } as const;
      await record(application, 'ownership-proof|store_notification', (state) => proveOwnership(state, proven));
    },
  };
}

/** Streams that hold one event, whatever it is. */
const onceDecider = { initialState: () => 0, evolve: (count: number, _event: DomainEvent) => count + 1 };

export function recordNotifications(ingest: IngestContext, context: CommandContext): NotificationRecorder {
  const once = appendOnce(ingest, context);
  const { integration: prove, ownership } = recordProofs(ingest, context);
  return {
    notification: async (application, notification) => {
      const { application_id } = application;
      const received = { ...notification, application_id };
      const decide = (state: SubscriptionState) => recordNotification(state, received);
      const cause = `notification|${application_id}|${notification.notification_id}`;
      // A first purchase is usually the first thing known of its stream.
      const isFirst = firstPurchases.has(notification.subtype ?? notification.notification_type);
      const recorded = await recordCached(ingest, subscriptionStream(notification.original_transaction_id), {
        decide,
        cause,
        context,
        assume: isFirst ? 'new' : 'unknown',
      });
      if (notification.odd_fields === undefined) await prove(application);
      return recorded.position;
    },
    request: (data) =>
      once(storeRequestStream(data.application_id, data.notification_id), 'request', {
        type: 'StoreRequestReceived',
        data,
      }),
    notice: async (application, notice) => {
      const { application_id } = application;
      const position = await once(storeNoticeStream(application_id, notice.notificationId), 'notice', {
        type: 'StoreNoticeReceived',
        data: {
          application_id,
          notification_id: notice.notificationId,
          notification_type: notice.type,
          subtype: notice.subtype,
          environment: notice.environment,
          received_at: nowIso(ingest),
        },
      });
      if (notice.excerpt === '' && (notice.type === 'TEST' || notice.environment === 'Production'))
        await prove(application);
      return position;
    },
    ownership,
    unknownForm: async (application, notificationId, excerpt) => {
      const recorded = await ingest.queue.handle({
        stream: applicationStream(application.application_id),
        decider: applicationDecider,
        decide: (state) =>
          reportUnknownNotification(state, { notification_id: notificationId, excerpt, at: nowIso(ingest) }),
        cause: `unknown-notification|${notificationId}`,
        context,
      });
      return recorded.position;
    },
    refused: async (application, error, digest) => {
      const { application_id } = application;
      const reason = error.cause instanceof Error ? error.cause.message.slice(0, 200) : 'not verifiable';
      const data = { application_id, reason, received_at: nowIso(ingest) };
      const stream = storeNoticeStream(application_id, `refused-${digest}`);
      await once(stream, 'refusal', { type: 'StoreNotificationRefused', data });
    },
  };
}

type Recording = Pick<CommandOptions<SubscriptionState, SubscriptionEvent>, 'decide' | 'cause' | 'context' | 'assume'>;

/** What this process wrote last of the stream saves reading it, where that leaves something to record. */
async function recordCached(
  { queue, subscriptions }: IngestContext,
  stream: string,
  recording: Recording,
): Promise<CommandResult<SubscriptionState, SubscriptionEvent>> {
  const since = subscriptions.get(stream);
  const isNews = since !== undefined && (await recording.decide(since.state)).length > 0;
  subscriptions.forget(stream);
  const result = await queue.handle({
    stream,
    decider: subscriptionDecider,
    ...recording,
    ...(isNews ? { since, assume: 'current' as const } : {}),
  });
  const { state, revision } = result;
  if (revision !== undefined) subscriptions.keep(stream, { state, revision });
  return result;
}

/** Records an event in a stream that holds nothing else; repeated, it gives the position of the first. */
function appendOnce(ingest: IngestContext, context: CommandContext) {
  return async (stream: string, cause: string, event: DomainEvent): Promise<bigint> => {
    const recorded = await ingest.queue.handle({
      stream,
      decider: onceDecider,
      assume: 'new',
      cause,
      context,
      decide: (count) => (count === 0 ? [event] : []),
    });
    return recorded.position;
  };
}
