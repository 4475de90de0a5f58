import { createPrivateKey } from 'node:crypto';
import type { CommandContext, StoreKeyProof, StoreReportsKey } from '@tapwise/adapters';
import { okSchema, storeConnectionBodySchema } from '@tapwise/contract';
import {
  DomainError,
  type EnteredStoreKeys,
  readStoreKeys,
  reportStoreCheck,
  requireAcceptedKey,
  setStoreConnection,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** Longest wait for the store's opinion of a key. */
const proofMs = 8000;

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
      requireAcceptedKey(outcome);
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

/** Asks the store whether key and vendor number open its reports. */
async function proveKeys(
  { storeReports, logger }: ApiDependencies,
  key: StoreReportsKey,
): Promise<StoreKeyProof | 'not_checked'> {
  return storeReports.probe(key, AbortSignal.timeout(proofMs)).catch((error: unknown) => {
    logger.warn({ err: error }, 'The store gave no answer about a key');
    return 'not_checked';
  });
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
  keys: EnteredStoreKeys,
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
 * What was typed, with a private key that the store's signatures can be made with: one of P-256.
 * @throws DomainError as `readStoreKeys`.
 */
function readKeys(entered: EnteredStoreKeys): StoreReportsKey {
  const keys = readStoreKeys(entered);
  try {
    const key = createPrivateKey(keys.private_key);
    if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return keys;
  } catch {
    // Refused below, like a key of another kind.
  }
  throw new DomainError('private_key_invalid');
}
