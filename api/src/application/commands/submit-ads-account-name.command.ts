import type { CommandContext } from '@tapwise/adapters';
import { adsAccountNameBodySchema, okSchema } from '@tapwise/contract';
import { submitAdsAccountName } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST /api/application/asa_account_name`: the search-ads account to link; its invitation is awaited from then on. */
export function submitAdsAccountNameRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/asa_account_name',
    {
      schema: { body: adsAccountNameBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { application_id, asa_account_name } = request.body;
      ownApplication(deps, session, application_id);
      const submitted = { name: asa_account_name, again: true };
      holdsUpTo(reply, await giveAdsAccountName(deps, personContext(request), application_id, submitted));
      return { status: 'ok' as const };
    },
  );
}

/** Takes the name of the search-ads account. @param submitted.again See `submitAdsAccountName`. @returns commit position. */
export function giveAdsAccountName(
  deps: ApiDependencies,
  context: CommandContext,
  applicationId: number,
  submitted: { readonly name: string | undefined; readonly again: boolean },
): Promise<bigint> {
  const submitted_at = deps.now().toISOString();
  return changeApplication(deps, context, applicationId, (state) =>
    submitAdsAccountName(state, { asa_account_name: submitted.name, submitted_at, again: submitted.again }),
  );
}
