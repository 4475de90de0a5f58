import { answerFromRecord, resolveAttribution } from '@tapwise/adapters';
import {
  type AttributionOutcome,
  checkFirstLaunch,
  DomainError,
  type importInstall,
  type OpenApplication,
  type StoreNotification,
  type TransactionLink,
} from '@tapwise/domain';
import type { IngestContext } from '../ingest-context.ts';
import { interpretNotification } from '../interpret-notification.ts';
import type { ImportedUser } from '../payloads/user-import.payload.ts';

/** A notification that will be recorded, and the body it was read from. */
export interface ReadNotification {
  readonly notification: StoreNotification;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A user whose parts are all understood; nothing of it is recorded yet. */
export interface ReadUser {
  readonly report: Parameters<typeof importInstall>[1];
  readonly outcome: AttributionOutcome;
  readonly links: readonly TransactionLink[];
  readonly notifications: readonly ReadNotification[];
  /** Notifications without a sale: of the sandbox, of unknown forms and about nothing bought. They are not recorded. */
  readonly ignored: number;
}

/**
 * Reads a user of the past, attribution record and signatures included.
 * @param place Where in the body the user is; named by errors.
 * @throws DomainError `invalid_request` that names what cannot be; `unavailable` while a look-up is away.
 */
export async function readUser(
  context: IngestContext,
  application: OpenApplication,
  user: ImportedUser,
  { place, receivedAt }: { place: string; receivedAt: string },
): Promise<ReadUser> {
  const { application_id } = application;
  const { install_id, attribution, transactions, notifications, ...about } = user;
  const report = {
    application_id,
    install_id,
    first_launch_at: new Date(about.first_launch_at).toISOString(),
    received_at: receivedAt,
    attribution_token: null,
    sdk_version: about.sdk_version ?? null,
    app_version: about.app_version ?? null,
    os_version: about.os_version ?? null,
    device_class: about.device_class ?? null,
    locale: about.locale ?? null,
  };
  at(`${place}.first_launch_at`, () => checkFirstLaunch(report.first_launch_at, receivedAt));
  const links = transactions.map(({ original_transaction_id, transaction_id, product_id, purchased_at }) => ({
    ...{ application_id, install_id, original_transaction_id, transaction_id, product_id, linked_at: receivedAt },
    purchased_at: new Date(purchased_at).toISOString(),
  }));
  const outcome = await outcomeOf(context, attribution, `${place}.attribution`);
  const read = await readNotifications(context, application, notifications, { place, receivedAt });
  return { report, outcome, links, notifications: read, ignored: notifications.length - read.length };
}

/** The store's messages about sales, in the order given. */
async function readNotifications(
  context: IngestContext,
  application: OpenApplication,
  bodies: ImportedUser['notifications'],
  { place, receivedAt }: { place: string; receivedAt: string },
): Promise<ReadNotification[]> {
  const read: ReadNotification[] = [];
  for (const [index, body] of bodies.entries()) {
    const posted = { body, receivedAt, passwordVerified: false };
    const interpreted = await interpretNotification(context, application, posted).catch((error: unknown) => {
      throw placed(error, `${place}.notifications.${index}`);
    });
    if (interpreted.form !== 'notification') continue;
    const { application_id } = application;
    read.push({ notification: { ...interpreted.notification, application_id }, body });
  }
  return read;
}

async function outcomeOf(
  { log }: IngestContext,
  wire: ImportedUser['attribution'],
  field: string,
): Promise<AttributionOutcome> {
  if (wire == null) return { outcome: 'organic', reason: 'no_token' };
  const answer = at(field, () => answerFromRecord(wire));
  switch (answer.kind) {
    case 'attributed': {
      const attribution = await resolveAttribution(log, answer.record);
      return { outcome: 'attributed', attribution, conversion_type: answer.record.conversion_type };
    }
    case 'not_attributed':
      return { outcome: 'organic', reason: 'not_by_ads' };
    case 'test_record':
      return { outcome: 'test' };
  }
}

/** Runs a check whose failure names the field. */
function at<T>(field: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw placed(error, field);
  }
}

/** What cannot be accepted is said about its place; anything else stays what it is. */
function placed(error: unknown, field: string): unknown {
  const isRefusal = !(error instanceof DomainError) || ['invalid_request', 'not_verifiable'].includes(error.code);
  if (!isRefusal) return error;
  const message = error instanceof Error ? error.message : 'is not valid';
  return new DomainError('invalid_request', { message: `${field}: ${message}`, details: { field }, cause: error });
}
