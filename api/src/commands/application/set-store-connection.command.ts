import { createPrivateKey } from 'node:crypto';
import { okSchema, storeConnectionBodySchema } from '@tapwise/contract';
import { DomainError, type ErrorCode, setStoreConnection } from '@tapwise/domain';
import { ownApplication, refuseDemo } from '../../access/own-application.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { sessionOf } from '../../plugins/authentication.plugin.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { changeApplication } from './application-command.ts';

/** What a person reads in the store's console and types, or has as a file. */
interface StoreKeys {
  vendor_number?: string | undefined;
  key_id?: string | undefined;
  issuer_id?: string | undefined;
  private_key?: string | undefined;
}

const fields = [
  ['issuer_id', 'issuer_id_required', /^[0-9a-fA-F-]{36}$/],
  ['key_id', 'key_id_required', /^[A-Za-z0-9]{1,20}$/],
  ['vendor_number', 'vendor_number_required', /^\d{1,15}$/],
] as const satisfies readonly (readonly [keyof StoreKeys, ErrorCode, RegExp])[];

/** `POST /api/application/asc_credentials`: what opens the store's sales reports; the key is never shown again. */
export function setStoreConnectionRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/asc_credentials',
    { schema: { body: storeConnectionBodySchema, response: { 200: okSchema } }, config: { access: 'session' } },
    async (request, reply) => {
      const session = sessionOf(request);
      const { application_id, ...keys } = request.body;
      ownApplication(deps, session, application_id);
      refuseDemo(session);
      holdsUpTo(reply, await keepStoreConnection(deps, application_id, keys));
      return { status: 'ok' as const };
    },
  );
}

/**
 * Keeps the key, encrypted, and the vendor number. The same ones again change nothing. Whether the store takes them shows
 * with the first report, which may be a day away.
 * @returns commit position.
 * @throws DomainError `issuer_id_required`, `key_id_required`, `vendor_number_required`, `private_key_required`,
 * `private_key_invalid`, `invalid_request`.
 */
export async function keepStoreConnection(
  deps: ApiDependencies,
  applicationId: number,
  given: StoreKeys,
): Promise<bigint> {
  const [issuer_id = '', key_id = '', vendor_number = ''] = fields.map(([field, required, form]) => {
    const text = (given[field] ?? '').trim();
    if (text === '') throw new DomainError(required);
    if (!form.test(text)) throw new DomainError('invalid_request', { details: { field } });
    return text;
  });
  const plain = readPrivateKey(given.private_key);
  const cipher = await deps.vault.encrypt(`application-${applicationId}`, plain);
  const set_at = deps.now().toISOString();
  return changeApplication(deps, applicationId, async (state) => {
    const known = state.status === 'open' ? state.store_connection : null;
    const unchanged = known !== null && (await deps.vault.decrypt(known.private_key)) === plain;
    const private_key = unchanged ? known.private_key : cipher;
    return setStoreConnection(state, { vendor_number, key_id, issuer_id, private_key, set_at });
  });
}

/** The store hands out P-256 keys as PKCS#8 text. */
function readPrivateKey(text: string | undefined): string {
  const pem = (text ?? '').trim();
  if (pem === '') throw new DomainError('private_key_required');
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  } catch {
    // Told below, like a key of another kind.
  }
  throw new DomainError('private_key_invalid');
}
