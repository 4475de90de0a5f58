import { randomBytes } from 'node:crypto';
import { type CommandContext, takeNumber } from '@tapwise/adapters';
import { createApplicationAnswerSchema, createApplicationBodySchema } from '@tapwise/contract';
import { type CreateApplication, createApplication, findApplicationByApiKey, type OpenAccount } from '@tapwise/domain';
import { actingPerson } from '../../access/acting.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { sessionOf } from '../../plugins/rights.plugin.ts';
import { newApiKey } from './api-keys.commands.ts';
import { changeApplication } from './application-command.ts';

const firstApplicationId = 101;

/** `POST /api/application`: adds an app of the store to the team. */
export function createApplicationRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application',
    {
      schema: { body: createApplicationBodySchema, response: { 200: createApplicationAnswerSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { name, url, currency, small_business } = request.body;
      const described = { name, url, currency, small_business };
      // Refuses before a number is taken, so that wrong input changes nothing at all.
      createApplication({ status: 'absent' }, newApplication(deps, session.account, 1, described));
      const context = actingPerson(request);
      const apiKey = newApiKey(deps, request);
      const earlier = findApplicationByApiKey(deps.directory.state, apiKey)?.application_id;
      const applicationId =
        earlier ?? (await takeNumber(deps.log, context, { purpose: 'application', first: firstApplicationId }));
      const position = await addApplication(deps, context, session.account, applicationId, described, apiKey);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, application_id: applicationId };
    },
  );
}

type Described = Pick<CreateApplication, 'name' | 'url' | 'currency' | 'small_business'>;

/** Adds an application under a number of its own. @returns commit position. */
export async function addApplication(
  deps: ApiDependencies,
  context: CommandContext,
  owner: Pick<OpenAccount, 'account_id' | 'team_id'>,
  applicationId: number,
  described: Described,
  apiKey: string = randomBytes(20).toString('hex'),
): Promise<bigint> {
  const command = newApplication(deps, owner, applicationId, described, apiKey);
  return changeApplication(deps, context, applicationId, (state) =>
    // The key is used by no other call: the same one means that our own append arrived although its answer was lost.
    state.status === 'open' && state.api_key === command.api_key ? [] : createApplication(state, command),
  );
}

function newApplication(
  deps: ApiDependencies,
  owner: Pick<OpenAccount, 'account_id' | 'team_id'>,
  applicationId: number,
  described: Described,
  apiKey = '',
): CreateApplication {
  return {
    application_id: applicationId,
    account_id: owner.account_id,
    team_id: owner.team_id,
    ...described,
    api_key: apiKey,
    created_at: deps.now().toISOString(),
  };
}
