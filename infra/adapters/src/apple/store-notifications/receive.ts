import { createHash } from 'node:crypto';
import { DomainError, type StoreRenewal, type StoreTransaction } from '@tapwise/domain';
import { millisField, readField, readFields, readObject } from './lenient-fields.ts';
import { isDocumentedKind, missingIn, renewalFromV2, transactionFromV2 } from './mapping-v2.ts';
import { isDocumentedOwnership } from './ownership.ts';
import type { StoreSignature } from './signature.ts';
import {
  appFields,
  commitmentFields,
  notificationFields,
  renewalCommitmentFields,
  renewalFields,
  transactionFields,
} from './wire-v2.ts';

/** The app a notification must be about. */
export interface ExpectedApp {
  readonly bundleId: string;
  readonly adamId: number;
}

interface Named {
  readonly notificationId: string;
  /** Fields that have another form, or another value of a closed set, than the documented ones. */
  readonly odd: readonly string[];
}

/** What a verified version 2 notification turned out to be. */
export type ReceivedV2 =
  | (Named & { readonly form: 'unknown' })
  | (Named & {
      readonly form: 'notice';
      readonly type: string;
      readonly subtype: string | null;
      readonly environment: string;
    })
  | (Named & {
      readonly form: 'transaction';
      readonly type: string;
      readonly subtype: string | null;
      readonly signedAt: string;
      readonly environment: string;
      readonly transaction: StoreTransaction;
      readonly renewal: StoreRenewal | null;
    });

type Payload = Readonly<Record<string, unknown>>;

/** What a notification is verified with. */
export interface Verification {
  readonly signature: StoreSignature;
  readonly app: ExpectedApp;
  /** When it came; ISO. */
  readonly receivedAt: string;
}

/**
 * Verifies a notification, inner tokens included, and maps it to our words. Signatures come first: what is genuine is kept, whatever
 * form its fields have.
 * @throws DomainError `not_verifiable` when any signature, app or environment is not what it must be.
 */
export async function receiveV2(signedPayload: string, verification: Verification): Promise<ReceivedV2> {
  const { signature, app, receivedAt } = verification;
  const payload = await signature.open(signedPayload, Date.parse(receivedAt));
  const odd: string[] = [];
  const { notificationType, subtype, notificationUUID } = readFields(notificationFields, payload, odd);
  const notificationId = notificationUUID ?? `v2-${digestOf(payload)}`;
  const unknown: ReceivedV2 = { form: 'unknown', notificationId, odd };
  const signedMs = readField(millisField, payload.signedDate, odd, 'signedDate');
  const data = readObject(payload.data, odd, 'data');
  const summary = readObject(payload.summary, odd, 'summary');
  const appData = readObject(payload.appData, odd, 'appData');
  const subject = data ?? summary ?? appData;
  const token = readObject(payload.externalPurchaseToken, odd, 'externalPurchaseToken');
  if (notificationType === null) odd.push('notificationType');
  if (subject == null && token === null) return unknown;
  const environment = subject == null ? 'Production' : environmentOf(subject, { isSale: data !== null, app, odd });
  if (environment === null || notificationType === null) return unknown;
  const named = { notificationId, odd, type: notificationType, subtype, environment };
  const { signedTransactionInfo, signedRenewalInfo } = data ?? {};
  if (signedTransactionInfo == null) return { form: 'notice', ...named };
  const inner = { verification, environment, odd };
  const transaction = await openTransaction(signedTransactionInfo, inner);
  if (transaction === undefined) return unknown;
  const renewal = signedRenewalInfo == null ? null : await openRenewal(signedRenewalInfo, transaction, inner);
  if (payload.signedDate == null) odd.push('signedDate');
  const signedAt = new Date(signedMs ?? Date.parse(receivedAt)).toISOString();
  return { form: 'transaction', ...named, signedAt, transaction, renewal };
}

const environments: ReadonlySet<string> = new Set(['Production', 'Sandbox']);
/** Nothing is verified there, so nothing that says so may be believed. */
const unsigned: ReadonlySet<string> = new Set(['Xcode', 'LocalTesting']);

/**
 * The environment of a notification that is about the app.
 * @returns `null` where it cannot be read whether it is, or where the environment is one never seen.
 */
function environmentOf(
  subject: Payload,
  { isSale, app, odd }: { isSale: boolean; app: ExpectedApp; odd: string[] },
): string | null {
  const path = isSale ? 'data.' : '';
  const { bundleId, appAppleId, environment: named } = readFields(appFields, subject, odd, path);
  const environment = named ?? (subject.environment == null ? 'Production' : null);
  if (environment !== null && unsigned.has(environment)) refuse('environment');
  if (bundleId === null ? subject.bundleId === undefined : bundleId !== app.bundleId) refuse('bundle');
  const isProduction = environment === 'Production';
  if (isSale && isProduction && (appAppleId === null ? subject.appAppleId === undefined : appAppleId !== app.adamId))
    refuse('app');
  if (environment !== null && !environments.has(environment)) odd.push(`${path}environment`);
  const isUnclear = bundleId === null || (isSale && isProduction && appAppleId === null);
  if (isUnclear) odd.push(`${path}${bundleId === null ? 'bundleId' : 'appAppleId'}`);
  return isUnclear || environment === null || !environments.has(environment) ? null : environment;
}

interface Inner {
  readonly verification: Verification;
  readonly environment: string;
  readonly odd: string[];
}

async function openTransaction(signed: unknown, inner: Inner): Promise<StoreTransaction | undefined> {
  const { odd, verification } = inner;
  const path = 'transaction.';
  const payload = await openInner(signed, 'signedTransactionInfo', inner);
  if (payload === null) return undefined;
  const bundleId = readField(appFields.bundleId, payload.bundleId, odd, `${path}bundleId`);
  if (bundleId !== null && bundleId !== verification.app.bundleId) refuse('inner bundle');
  const committed = readObject(payload.commitmentInfo, odd, `${path}commitmentInfo`);
  const commitment = committed && readFields(commitmentFields, committed, odd, `${path}commitmentInfo.`);
  const wire = { ...readFields(transactionFields, payload, odd, path), commitment };
  odd.push(...missingIn(wire).map((name) => path + name));
  if (!isDocumentedOwnership(wire.inAppOwnershipType)) odd.push(`${path}inAppOwnershipType`);
  if (!isDocumentedKind(wire.type)) odd.push(`${path}type`);
  return transactionFromV2(wire);
}

async function openRenewal(signed: unknown, of: StoreTransaction, inner: Inner): Promise<StoreRenewal | null> {
  const payload = await openInner(signed, 'signedRenewalInfo', inner);
  if (payload === null) return null;
  const committed = readObject(payload.commitmentInfo, inner.odd, 'renewal.commitmentInfo') ?? {};
  const wire = {
    ...readFields(renewalFields, payload, inner.odd, 'renewal.'),
    ...readFields(renewalCommitmentFields, committed, inner.odd, 'renewal.commitmentInfo.'),
  };
  const { originalTransactionId } = wire;
  if (originalTransactionId !== null && originalTransactionId !== of.original_transaction_id)
    refuse('two subscriptions');
  return renewalFromV2(wire);
}

/** @returns `null` for what is no text, and so no signed one. */
async function openInner(
  signed: unknown,
  name: string,
  { verification, environment, odd }: Inner,
): Promise<Payload | null> {
  if (typeof signed !== 'string') {
    odd.push(name);
    return null;
  }
  const payload = await verification.signature.open(signed, Date.parse(verification.receivedAt));
  const innerEnvironment = readField(appFields.environment, payload.environment, odd, `${name}.environment`);
  if (innerEnvironment !== null && innerEnvironment !== environment) refuse('inner environment');
  return payload;
}

function refuse(what: string): never {
  throw new DomainError('not_verifiable', { cause: new Error(`refused: ${what}`) });
}

const digestOf = (payload: Payload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 32);
