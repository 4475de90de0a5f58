import type { CommandContext } from '@tapwise/adapters';
import { adsAccountNameBodySchema, okSchema } from '@tapwise/contract';
import { submitAdsAccountName } from '@tapwise/domain';
import { actingPerson } from '../../access/acting.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
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
      holdsUpTo(reply, await giveAdsAccountName(deps, actingPerson(request), application_id, asa_account_name));
      return { status: 'ok' as const };
    },
  );
}

/** Takes the name of the search-ads account. @returns commit position. */
export function giveAdsAccountName(
  deps: ApiDependencies,
  context: CommandContext,
  applicationId: number,
  name: string | undefined,
): Promise<bigint> {
  const submitted_at = deps.now().toISOString();
  return changeApplication(deps, context, applicationId, (state) =>
    submitAdsAccountName(state, { asa_account_name: name, submitted_at }),
  );
}
