import { DomainError, type ErrorCode } from '../../shared/domain-error.ts';
import type { StoreCheckOutcome } from './integration.events.ts';

/** What a person reads in the store's console and types, or has as a file. */
export interface EnteredStoreKeys {
  readonly vendor_number?: string | undefined;
  readonly key_id?: string | undefined;
  readonly issuer_id?: string | undefined;
  readonly private_key?: string | undefined;
}

type StoreKeys = Readonly<Record<keyof EnteredStoreKeys, string>>;

/** In the order of the wizard, in which the first that is missing is named. */
const requiredFields: readonly { readonly field: keyof StoreKeys; readonly missing: ErrorCode }[] = [
  { field: 'issuer_id', missing: 'issuer_id_required' },
  { field: 'key_id', missing: 'key_id_required' },
  { field: 'private_key', missing: 'private_key_required' },
  { field: 'vendor_number', missing: 'vendor_number_required' },
];
const forms = {
  issuer_id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  key_id: /^[A-Z\d]{10}$/,
  vendor_number: /^\d{5,12}$/,
} as const satisfies Partial<Record<keyof StoreKeys, RegExp>>;

/** Apple's have 257 characters. */
const longestKey = 8 * 1024;

/**
 * What was typed, without blanks around it. Whether the private key is one of the store's curve is for the caller to find out.
 * @throws DomainError `issuer_id_required`, `key_id_required`, `vendor_number_required`, `private_key_required`,
 * `private_key_invalid`, `invalid_request`.
 */
export function readStoreKeys(entered: EnteredStoreKeys): StoreKeys {
  for (const { field, missing } of requiredFields) {
    if ((entered[field] ?? '').trim() === '') throw new DomainError(missing);
  }
  const read = (field: keyof typeof forms): string => {
    const text = (entered[field] ?? '').trim();
    if (!forms[field].test(text)) throw new DomainError('invalid_request', { details: { field } });
    return text;
  };
  const names = { issuer_id: read('issuer_id'), key_id: read('key_id'), vendor_number: read('vendor_number') };
  return { ...names, private_key: readPrivateKey(entered.private_key ?? '') };
}

/** The store hands out keys as PKCS#8 text, one in a file. Libraries take the first of several, and other labels. */
function readPrivateKey(text: string): string {
  // Also a byte order mark is white space here.
  const pem = text.trim();
  const labels = pem.match(/-----BEGIN [^-]*-----/g) ?? [];
  const [label] = labels;
  const isOnlyKey = labels.length === 1 && label === '-----BEGIN PRIVATE KEY-----' && pem.startsWith(label);
  if (!isOnlyKey || text.length > longestKey) throw new DomainError('private_key_invalid');
  return pem;
}

const refusals: Readonly<Partial<Record<StoreCheckOutcome, ErrorCode>>> = {
  key_refused: 'store_key_refused',
  role_missing: 'store_key_without_rights',
  agreement_missing: 'store_agreement_missing',
  vendor_number_refused: 'vendor_number_refused',
};

/**
 * Refuses a key that the store does not accept. While the store does not answer it is accepted unverified: the pull of reports finds out.
 * @throws DomainError `store_key_refused`, `store_key_without_rights`, `store_agreement_missing`, `vendor_number_refused`.
 */
export function requireAcceptedKey(outcome: StoreCheckOutcome): void {
  const refusal = refusals[outcome];
  if (refusal !== undefined) throw new DomainError(refusal);
}

const passwordForm = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;

/** The shared secret of old-style notifications. @throws DomainError `store_password_required`, `store_password_invalid`. */
export function readStorePassword(entered: string | undefined): string {
  const password = (entered ?? '').trim();
  if (password === '') throw new DomainError('store_password_required');
  if (!passwordForm.test(password)) throw new DomainError('store_password_invalid', { details: { field: 'password' } });
  return password;
}
