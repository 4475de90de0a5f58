import type { CommandContext } from '@tapwise/adapters';
import { okSchema, storePasswordBodySchema } from '@tapwise/contract';
import { type ApplicationState, readStorePassword, setStorePassword } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST /api/application/appstorepassword`: the shared secret of old-style store notifications; never shown again. */
export function setStorePasswordRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/appstorepassword',
    {
      schema: { body: storePasswordBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { application_id, password } = request.body;
      ownApplication(deps, session, application_id);
      holdsUpTo(reply, await keepStorePassword(deps, personContext(request), application_id, password));
      return { status: 'ok' as const };
    },
  );
}

/**
 * Keeps the shared secret, encrypted. The same secret again changes nothing.
 * @returns commit position.
 * @throws DomainError as `readStorePassword`.
 */
export async function keepStorePassword(
  deps: ApiDependencies,
  context: CommandContext,
  applicationId: number,
  secret: string | undefined,
): Promise<bigint> {
  const plain = readStorePassword(secret);
  const cipher = await deps.vault.encrypt(`application-${applicationId}`, plain);
  const set_at = deps.now().toISOString();
  return changeApplication(deps, context, applicationId, async (state) => {
    const unchanged = (await currentSecret(deps, state)) === plain;
    return setStorePassword(state, { password: unchanged ? currentCipher(state) : cipher, set_at });
  });
}

async function currentSecret(deps: ApiDependencies, state: ApplicationState): Promise<string | undefined> {
  const cipher = currentCipher(state);
  return cipher === '' ? undefined : deps.vault.decrypt(cipher);
}

const currentCipher = (state: ApplicationState): string =>
  state.status === 'open' && state.store_password !== null ? state.store_password : '';
