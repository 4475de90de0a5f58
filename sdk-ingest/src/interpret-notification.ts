import { createHash } from 'node:crypto';
import {
  type AppLookup,
  isSameSecret,
  type KeyVault,
  notificationFromV1,
  readNotificationV1,
  receiveV2,
  type StoreSignature,
  storeMappingVersion,
} from '@tapwise/adapters';
import { DomainError, type OpenApplication, type StoreNotification } from '@tapwise/domain';
import { type NotificationPayload, notificationPayload } from './payloads/notification.payload.ts';

interface Verified {
  readonly notificationId: string;
  /** What has another form than the documented one; empty where nothing has. */
  readonly excerpt: string;
}

/** What a verified notification says, by the present mapping. */
export type InterpretedNotification =
  | (Verified & { readonly form: 'unknown' })
  | (Verified & {
      readonly form: 'notice';
      readonly type: string;
      readonly subtype: string | null;
      readonly environment: string;
      /** Signed by the store for the app's bundle; a version 1 body only knows a password that the team chose. */
      readonly signed: boolean;
    })
  | (Verified & {
      readonly form: 'notification';
      readonly notification: Omit<StoreNotification, 'application_id'>;
      readonly signed: boolean;
    });

export interface InterpretationParts {
  readonly lookup: AppLookup;
  readonly signature: StoreSignature;
  readonly vault: KeyVault;
}

/** What was posted, and whether its password was compared when it came in: it may be another one by now. */
export interface PostedNotification {
  readonly body: unknown;
  readonly receivedAt: string;
  readonly passwordVerified: boolean;
}

/**
 * Verifies a notification and maps it to our units.
 * @throws DomainError `not_verifiable`; `unavailable` while the look-up of the app is away.
 */
export async function interpretNotification(
  parts: InterpretationParts,
  application: OpenApplication,
  posted: PostedNotification,
): Promise<InterpretedNotification> {
  const parsed = notificationPayload.safeParse(posted.body);
  if (!parsed.success) throw new DomainError('not_verifiable', { cause: parsed.error });
  const payload = parsed.data;
  return isSigned(payload)
    ? interpretSigned(parts, application, payload.signedPayload, posted.receivedAt)
    : interpretV1(parts, application, payload as PasswordBody, posted);
}

type PasswordBody = Readonly<Record<string, unknown>> & { readonly password: string };

const isSigned = (payload: NotificationPayload): payload is { signedPayload: string } =>
  'signedPayload' in payload && typeof payload.signedPayload === 'string';

async function interpretSigned(
  parts: InterpretationParts,
  application: OpenApplication,
  signedPayload: string,
  receivedAt: string,
): Promise<InterpretedNotification> {
  const { bundleId } = await publishedApp(parts, application);
  const app = { bundleId, adamId: application.adam_id };
  const received = await receiveV2(signedPayload, { signature: parts.signature, app, receivedAt });
  const { notificationId, odd } = received;
  const excerpt = excerptOf(odd);
  if (received.form === 'unknown') {
    return { form: 'unknown', notificationId, excerpt: excerpt || 'version 2 without a known content' };
  }
  const { type, subtype, environment } = received;
  if (received.form === 'notice' || environment !== 'Production') {
    return { form: 'notice', notificationId, excerpt, type, subtype, environment, signed: true };
  }
  return {
    form: 'notification',
    notificationId,
    excerpt,
    signed: true,
    notification: {
      notification_id: notificationId,
      version: 'v2',
      notification_type: type,
      subtype,
      signed_at: received.signedAt,
      received_at: receivedAt,
      original_transaction_id: received.transaction.original_transaction_id,
      transactions: [received.transaction],
      renewal: received.renewal,
      mapping: storeMappingVersion,
      ...oddFields(odd),
    },
  };
}

async function interpretV1(
  parts: InterpretationParts,
  application: OpenApplication,
  payload: PasswordBody,
  { receivedAt, passwordVerified }: PostedNotification,
): Promise<InterpretedNotification> {
  if (!passwordVerified) await demandPassword(parts.vault, application, payload.password);
  const unknown = (excerpt: string): InterpretedNotification => ({
    form: 'unknown',
    notificationId: `v1-${bodyDigest(payload)}`,
    excerpt,
  });
  const wire = readNotificationV1(payload);
  const app = await publishedApp(parts, application);
  if (wire.bid !== null && wire.bid !== app.bundleId) throw new DomainError('not_verifiable');
  const excerpt = excerptOf(wire.odd);
  const environment = environmentOf(payload, wire);
  const mapped = notificationFromV1(wire, receivedAt);
  if (mapped === undefined) return unknown(excerpt || 'version 1 without latest_receipt_info');
  if (environment === null) return unknown(excerpt || 'version 1 of another environment');
  const { notificationId, type, signedAt, originalTransactionId, transactions, renewal } = mapped;
  if (environment === 'Sandbox') {
    return { form: 'notice', notificationId, excerpt, type, subtype: null, environment, signed: false };
  }
  return {
    form: 'notification',
    notificationId,
    excerpt,
    signed: false,
    notification: {
      notification_id: notificationId,
      version: 'v1',
      notification_type: type,
      subtype: null,
      signed_at: signedAt,
      received_at: receivedAt,
      original_transaction_id: originalTransactionId,
      transactions,
      renewal,
      mapping: storeMappingVersion,
      ...oddFields(wire.odd),
    },
  };
}

const production: ReadonlySet<string | null> = new Set([null, 'PROD', 'Production']);

/** @returns `null` where it, or the app that the body is about, is not one that is known. */
function environmentOf(
  body: Readonly<Record<string, unknown>>,
  { bid, environment }: { bid: string | null; environment: string | null },
): 'Production' | 'Sandbox' | null {
  const isUnclear = (bid === null && body.bid != null) || (environment === null && body.environment != null);
  if (isUnclear) return null;
  if (environment === 'Sandbox') return 'Sandbox';
  return production.has(environment) ? 'Production' : null;
}

const mostNamed = 20;

const excerptOf = (odd: readonly string[]): string =>
  odd.length === 0 ? '' : `not as documented: ${odd.slice(0, mostNamed).join(', ')}`;

const oddFields = (odd: readonly string[]): Pick<StoreNotification, 'odd_fields'> =>
  odd.length === 0 ? {} : { odd_fields: odd.slice(0, mostNamed) };

/** The store tries again later; by then an app that it does not know yet may be published. */
async function publishedApp({ lookup }: InterpretationParts, application: OpenApplication) {
  const app = await lookup.find(application.adam_id);
  if (app === undefined) throw new DomainError('unavailable', { message: 'The store does not know this app yet.' });
  return app;
}

/** Compares in constant time; before a shared secret is set nothing old-style can be verified. */
async function demandPassword(vault: KeyVault, application: OpenApplication, password: string): Promise<void> {
  const cipher = application.store_password;
  const secret = cipher === null ? undefined : await vault.decrypt(cipher);
  const equal = isSameSecret(password, secret ?? '');
  if (secret === undefined || !equal) throw new DomainError('not_verifiable');
}

/** Names a body that has no id of its own. */
export const bodyDigest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
    .slice(0, 32);
