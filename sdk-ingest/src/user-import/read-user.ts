import { outcomeOfRecord, responseFromRecord } from '@tapwise/adapters';
import {
  type AttributionOutcome,
  DomainError,
  type ImportedOutcome,
  type InstallReport,
  type OpenApplication,
  type StoreNotification,
  type TransactionLink,
} from '@tapwise/domain';
import type { IngestContext } from '../ingest-context.ts';
import { interpretNotification } from '../interpret-notification.ts';
import { isTestBuild } from '../payloads/attribution.payload.ts';
import type { ImportedUser } from '../payloads/user-import.payload.ts';
import { installReport, transactionLink } from '../sdk-facts.ts';

/** A notification that will be recorded, and the body it was read from. */
export interface ReadNotification {
  readonly notification: StoreNotification;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A user whose parts are all understood; nothing of it is recorded yet. */
export interface ReadUser {
  readonly report: InstallReport;
  readonly outcome: ImportedOutcome;
  readonly links: readonly TransactionLink[];
  readonly notifications: readonly ReadNotification[];
  /** Notifications without a sale: of the sandbox, of unknown forms and about nothing bought. They are not recorded. */
  readonly ignored: number;
}

/**
 * Reads a user of the past, attribution record and signatures included.
 * @param position.path Where in the body the user is; named by errors.
 * @throws DomainError `invalid_request` that names what cannot be; `unavailable` while a look-up is away.
 */
export async function readUser(
  context: IngestContext,
  application: OpenApplication,
  user: ImportedUser,
  { path, receivedAt }: { path: string; receivedAt: string },
): Promise<ReadUser> {
  const { attribution, transactions, notifications, build, ...install } = user;
  const report = at(`${path}.first_launch_at`, () =>
    installReport(application, install, { at: receivedAt, token: null }),
  );
  const links = transactions.map((transaction) =>
    transactionLink(application, install.install_id, transaction, receivedAt),
  );
  const statedOutcome = await outcomeOf(context, attribution, `${path}.attribution`);
  const outcome = isTestBuild({ build }) ? ({ outcome: 'test_build' } as const) : statedOutcome;
  const read = await readNotifications(context, application, notifications, { path, receivedAt });
  return { report, outcome, links, notifications: read, ignored: notifications.length - read.length };
}

/** The store's messages about sales, in the order given. */
async function readNotifications(
  context: IngestContext,
  application: OpenApplication,
  bodies: ImportedUser['notifications'],
  { path, receivedAt }: { path: string; receivedAt: string },
): Promise<ReadNotification[]> {
  const read: ReadNotification[] = [];
  for (const [index, body] of bodies.entries()) {
    const posted = { body, receivedAt, passwordVerified: false };
    const interpreted = await interpretNotification(context, application, posted).catch((error: unknown) => {
      throw placed(error, `${path}.notifications.${index}`);
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
  return outcomeOfRecord(
    log,
    at(field, () => responseFromRecord(wire)),
  );
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
