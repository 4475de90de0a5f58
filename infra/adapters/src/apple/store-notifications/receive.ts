import { DomainError, type StoreRenewal, type StoreTransaction } from '@tapwise/domain';
import type { z } from 'zod';
import { renewalFromV2, transactionFromV2 } from './mapping-v2.ts';
import { type NotificationWire, notificationWireSchema, renewalWireSchema, transactionWireSchema } from './schemas.ts';
import type { StoreSignature } from './signature.ts';

/** The app a notification must be about. */
export interface ExpectedApp {
  readonly bundleId: string;
  readonly adamId: number;
}

/** What a verified version 2 notification turned out to be. */
export type ReceivedV2 =
  | { readonly form: 'unknown'; readonly notificationId: string }
  | {
      readonly form: 'notice';
      readonly notificationId: string;
      readonly type: string;
      readonly subtype: string | null;
      readonly environment: string;
    }
  | {
      readonly form: 'transaction';
      readonly notificationId: string;
      readonly type: string;
      readonly subtype: string | null;
      readonly signedAt: string;
      readonly environment: string;
      readonly transaction: StoreTransaction;
      readonly renewal: StoreRenewal | null;
    };

/**
 * Verifies a notification, inner tokens included, and maps it to our words.
 * @throws DomainError `not_verifiable` when any signature, app or environment is not what it must be.
 */
export async function receiveV2(
  signature: StoreSignature,
  signedPayload: string,
  app: ExpectedApp,
): Promise<ReceivedV2> {
  const payload = await signature.open(signedPayload);
  const parsed = notificationWireSchema.safeParse(payload);
  if (!parsed.success) return { form: 'unknown', notificationId: notificationIdOf(payload) };
  const wire = parsed.data;
  const about = wire.data ?? wire.summary ?? wire.appData;
  if (about == null && wire.externalPurchaseToken == null)
    return { form: 'unknown', notificationId: wire.notificationUUID };
  demandOwn(wire, app);
  const known = { notificationId: wire.notificationUUID, type: wire.notificationType, subtype: wire.subtype ?? null };
  const environment = about?.environment ?? 'Production';
  if (wire.data?.signedTransactionInfo == null) return { form: 'notice', ...known, environment };
  const transaction = await openInner(
    signature,
    wire.data.signedTransactionInfo,
    transactionWireSchema,
    app,
    environment,
  );
  const renewal =
    wire.data.signedRenewalInfo == null
      ? null
      : await openInner(signature, wire.data.signedRenewalInfo, renewalWireSchema, undefined, environment);
  if (renewal !== null && renewal.originalTransactionId !== transaction.originalTransactionId)
    refuse('two subscriptions');
  return {
    form: 'transaction',
    ...known,
    signedAt: new Date(wire.signedDate).toISOString(),
    environment,
    transaction: transactionFromV2(transaction),
    renewal: renewal === null ? null : renewalFromV2(renewal),
  };
}

/** Environments in which nothing is signed must never be believed, and only the app's own news are its own. */
function demandOwn(wire: NotificationWire, app: ExpectedApp): void {
  const about = wire.data ?? wire.summary ?? wire.appData;
  const environment = about?.environment ?? 'Production';
  if (environment !== 'Production' && environment !== 'Sandbox') refuse('environment');
  if (about && about.bundleId !== app.bundleId) refuse('bundle');
  if (wire.data && environment === 'Production' && wire.data.appAppleId !== app.adamId) refuse('app');
}

async function openInner<T>(
  signature: StoreSignature,
  signed: string,
  schema: z.ZodType<T>,
  app: ExpectedApp | undefined,
  environment: string,
): Promise<T> {
  const payload = await signature.open(signed);
  if (app !== undefined && payload.bundleId !== app.bundleId) refuse('inner bundle');
  if (payload.environment !== undefined && payload.environment !== environment) refuse('inner environment');
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return refuse('inner form', parsed.error);
  return parsed.data;
}

function refuse(what: string, cause?: unknown): never {
  throw new DomainError('not_verifiable', { cause: new Error(`refused: ${what}`, { cause }) });
}

function notificationIdOf(payload: Readonly<Record<string, unknown>>): string {
  const id = payload.notificationUUID;
  return typeof id === 'string' && id !== '' ? id.slice(0, 128) : `at-${String(payload.signedDate)}`;
}
