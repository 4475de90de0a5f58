import type { RecordedEvent } from '@tapwise/adapters';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { bookkeeping, type Recorded } from '../runner/projection.ts';
import type { LandedLink, LandedNotification } from './cohort-lookups.queries.ts';
import { installKey } from './install-link.ts';
import { installEventTypes } from './install-state.ts';

export type InstallRecorded = Recorded<(typeof installEventTypes)[number]>;
export type NotificationRecorded = Recorded<'StoreNotificationReceived'>;
export type LinkRecorded = Recorded<'TransactionLinked'>;

const installTypes: ReadonlySet<string> = new Set(installEventTypes);

export const isInstallEvent = (recorded: RecordedEvent): recorded is InstallRecorded =>
  installTypes.has(recorded.event.type);
export const isNotification = (recorded: RecordedEvent): recorded is NotificationRecorded =>
  recorded.event.type === 'StoreNotificationReceived';
export const isLink = (recorded: RecordedEvent): recorded is LinkRecorded =>
  recorded.event.type === 'TransactionLinked';

/** A notification as its landing table holds it. */
export function landedNotification(recorded: NotificationRecorded): LandedNotification {
  const { application_id, original_transaction_id } = recorded.event.data;
  return {
    application_id,
    original_transaction_id,
    notification: JSON.stringify(recorded.event.data),
    log_position: recorded.position,
    recorded_at: recorded.recordedAt.toISOString(),
  };
}

/** A link as its landing table holds it. */
export function landedLink(recorded: LinkRecorded): LandedLink {
  const { application_id, original_transaction_id } = recorded.event.data;
  return {
    application_id,
    original_transaction_id,
    link: JSON.stringify(recorded.event.data),
    log_position: recorded.position,
    recorded_at: recorded.recordedAt.toISOString(),
  };
}

/** Rows that keep a notification as received, and which installs its account tokens may mean. */
export function notificationRows(recorded: NotificationRecorded): TableRow[] {
  const { application_id, original_transaction_id, notification_id, transactions } = recorded.event.data;
  const marks = bookkeeping(recorded);
  const tokens = new Set(transactions.flatMap(({ app_account_token }) => app_account_token ?? []));
  const { notification } = landedNotification(recorded);
  const row = { application_id, original_transaction_id, notification_id, notification, ...marks };
  return [
    { table: 'store_notification_v1', row },
    ...[...tokens].map((token): TableRow => {
      const install_key = installKey(token);
      return {
        table: 'install_transaction_v1',
        row: { application_id, install_key, original_transaction_id, ...marks },
      };
    }),
  ];
}

/** Rows that keep a link, findable from both of its ends. */
export function linkRows(recorded: LinkRecorded): TableRow[] {
  const { application_id, original_transaction_id, install_id } = recorded.event.data;
  const marks = bookkeeping(recorded);
  return [
    {
      table: 'transaction_link_v1',
      row: { application_id, original_transaction_id, install_id, link: landedLink(recorded).link, ...marks },
    },
    {
      table: 'install_transaction_v1',
      row: { application_id, install_key: installKey(install_id), original_transaction_id, ...marks },
    },
  ];
}
