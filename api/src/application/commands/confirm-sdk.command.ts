import type { CommandContext } from '@tapwise/adapters';
import { okSchema, sdkIntegrationBodySchema } from '@tapwise/contract';
import { confirmSdk } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST /api/application/sdk_integration`: the team says the SDK is built in; its first call is awaited. */
export function confirmSdkRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/sdk_integration',
    {
      schema: { body: sdkIntegrationBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      ownApplication(deps, session, request.body.application_id);
      holdsUpTo(reply, await awaitSdk(deps, personContext(request), request.body.application_id));
      return { status: 'ok' as const };
    },
  );
}

/** Awaits the first call of the SDK. @returns commit position. */
export function awaitSdk(deps: ApiDependencies, context: CommandContext, applicationId: number): Promise<bigint> {
  const confirmed_at = deps.now().toISOString();
  return changeApplication(deps, context, applicationId, (state) => confirmSdk(state, { confirmed_at }));
}
