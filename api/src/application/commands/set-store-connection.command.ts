import { createPrivateKey } from 'node:crypto';
import type { CommandContext, StoreKeyProof, StoreReportsKey } from '@tapwise/adapters';
import { okSchema, storeConnectionBodySchema } from '@tapwise/contract';
import { DomainError, type ErrorCode, reportStoreCheck, setStoreConnection } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** What a person reads in the store's console and types, or has as a file. */
interface StoreKeys {
  vendor_number?: string | undefined;
  key_id?: string | undefined;
  issuer_id?: string | undefined;
  private_key?: string | undefined;
}

/** In the order of the wizard, in which the first that is missing is named. */
const required = [
  ['issuer_id', 'issuer_id_required'],
  ['key_id', 'key_id_required'],
  ['private_key', 'private_key_required'],
  ['vendor_number', 'vendor_number_required'],
] as const satisfies readonly (readonly [keyof StoreKeys, ErrorCode])[];
const forms = {
  issuer_id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  key_id: /^[A-Z\d]{10}$/,
  vendor_number: /^\d{5,12}$/,
} as const satisfies Partial<Record<keyof StoreKeys, RegExp>>;

/** Apple's have 257 bytes. */
const largestKeyBytes = 8 * 1024;
/** Longest wait for the store's opinion of a key. */
const proofMs = 8000;
const refusals: Readonly<Record<Exclude<StoreKeyProof, 'accepted'>, ErrorCode>> = {
  key_refused: 'store_key_refused',
  role_missing: 'store_key_without_rights',
  agreement_missing: 'store_agreement_missing',
  vendor_number_refused: 'vendor_number_refused',
};

/** `POST /api/application/asc_credentials`: what opens the store's sales reports; the key is never shown again. */
export function setStoreConnectionRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/asc_credentials',
    {
      schema: { body: storeConnectionBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { application_id, ...keys } = request.body;
      ownApplication(deps, session, application_id);
      const outcome = await proveKeys(deps, readKeys(keys));
      const context = personContext(request);
      await keepStoreConnection(deps, context, application_id, keys);
      const at = deps.now().toISOString();
      const checked = await changeApplication(deps, context, application_id, (state) =>
        reportStoreCheck(state, { outcome, at }),
      );
      holdsUpTo(reply, checked);
      return { status: 'ok' as const };
    },
  );
}

/**
 * Asks the store whether key and vendor number open its reports. While it does not answer they are accepted unverified: the pull of
 * reports finds out.
 * @throws DomainError `store_key_refused`, `store_key_without_rights`, `store_agreement_missing`, `vendor_number_refused`.
 */
async function proveKeys(
  { storeReports, logger }: ApiDependencies,
  key: StoreReportsKey,
): Promise<'accepted' | 'not_checked'> {
  const proof = await storeReports.probe(key, AbortSignal.timeout(proofMs)).catch((error: unknown) => {
    logger.warn({ err: error }, 'The store gave no answer about a key');
    return 'not_checked' as const;
  });
  if (proof !== 'accepted' && proof !== 'not_checked') throw new DomainError(refusals[proof]);
  return proof;
}

/**
 * Keeps the key, encrypted, and the vendor number. The same ones again change nothing.
 * @returns commit position.
 * @throws DomainError as `readKeys`.
 */
export async function keepStoreConnection(
  deps: ApiDependencies,
  context: CommandContext,
  applicationId: number,
  keys: StoreKeys,
): Promise<bigint> {
  const { private_key: plain, ...names } = readKeys(keys);
  const cipher = await deps.vault.encrypt(`application-${applicationId}`, plain);
  const set_at = deps.now().toISOString();
  return changeApplication(deps, context, applicationId, async (state) => {
    const connection = state.status === 'open' ? state.store_connection : null;
    const unchanged = connection !== null && (await deps.vault.decrypt(connection.private_key)) === plain;
    const private_key = unchanged ? connection.private_key : cipher;
    return setStoreConnection(state, { ...names, private_key, set_at });
  });
}

/**
 * What was typed, without blanks around it.
 * @throws DomainError `issuer_id_required`, `key_id_required`, `vendor_number_required`, `private_key_required`,
 * `private_key_invalid`, `invalid_request`.
 */
function readKeys(keys: StoreKeys): StoreReportsKey {
  for (const [field, missing] of required) {
    if ((keys[field] ?? '').trim() === '') throw new DomainError(missing);
  }
  const [issuer_id = '', key_id = '', vendor_number = ''] = Object.entries(forms).map(([field, form]) => {
    const text = (keys[field as keyof typeof forms] ?? '').trim();
    if (!form.test(text)) throw new DomainError('invalid_request', { details: { field } });
    return text;
  });
  return { issuer_id, key_id, vendor_number, private_key: readPrivateKey(keys.private_key ?? '') };
}

/** The store hands out P-256 keys as PKCS#8 text, one in a file. Libraries take the first of several, and other labels. */
function readPrivateKey(text: string): string {
  // Also a byte order mark is white space here.
  const pem = Buffer.byteLength(text) > largestKeyBytes ? '' : text.trim();
  try {
    const [label, ...others] = pem.match(/-----BEGIN [^-]*-----/g) ?? [];
    const isOnlyKey = label === '-----BEGIN PRIVATE KEY-----' && others.length === 0 && pem.startsWith(label);
    if (isOnlyKey) {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
    }
  } catch {
    // Refused below, like a key of another kind.
  }
  throw new DomainError('private_key_invalid');
}
