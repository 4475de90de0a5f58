import { randomBytes, randomUUID } from 'node:crypto';
import { type CommandContext, claimNumber, handleCommand } from '@tapwise/adapters';
import { createApplicationBodySchema, createApplicationResponseSchema } from '@tapwise/contract';
import {
  adamIdFromUrl,
  applicationsOfTeam,
  type CreateApplication,
  createApplication,
  createApplicationOnce,
  DomainError,
  findApplicationByApiKey,
  type OpenAccount,
  reserveTeamApp,
  teamAppDecider,
  teamAppStream,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { newApiKey } from './api-keys.commands.ts';
import { changeApplication } from './application-command.ts';

const firstApplicationId = 101;

/** `POST /api/application`: adds an app of the store to the team. */
export function createApplicationRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application',
    {
      schema: { body: createApplicationBodySchema, response: { 200: createApplicationResponseSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { name, url, currency, small_business } = request.body;
      const described = { name, url, currency, small_business };
      // Refuses before a number is taken, so that wrong input changes nothing at all.
      createApplication({ status: 'absent' }, newApplication(deps, session.account, 1, described));
      const context = personContext(request);
      const api_key = newApiKey(deps, request);
      const earlier = findApplicationByApiKey(deps.directory.state, api_key)?.application_id;
      const adamId = adamIdFromUrl(url ?? '');
      const applicationId = earlier ?? (await reserveApp(deps, context, session.account.team_id, adamId));
      const keyed = { ...described, api_key };
      const position = await addApplication(deps, context, session.account, applicationId, keyed);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, application_id: applicationId };
    },
  );
}

/**
 * The number of the team's application for an app of the store, which is its only one. A reservation whose application was never added,
 * because the process died in between, is handed out again.
 * @throws DomainError `app_added` when the team has the app.
 */
async function reserveApp(
  deps: ApiDependencies,
  context: CommandContext,
  team_id: number,
  adam_id: number,
): Promise<number> {
  // Also those from before there were reservations.
  const isAdded = applicationsOfTeam(deps.directory.state, team_id).some(
    (application) => application.adam_id === adam_id,
  );
  if (isAdded) throw new DomainError('app_added');
  const { state } = await handleCommand(deps.log, {
    stream: teamAppStream(team_id, adam_id),
    decider: teamAppDecider,
    // Its own for each attempt: two people who add the same app at once must not look like one who asks twice.
    cause: randomUUID(),
    context,
    decide: async (reserved) => {
      if (reserved !== null) return [];
      const next = { purpose: 'application', first: firstApplicationId } as const;
      return reserveTeamApp(reserved, { team_id, adam_id, application_id: await claimNumber(deps.log, context, next) });
    },
  });
  if (state === null) throw new DomainError('conflict');
  return state;
}

type Described = Pick<CreateApplication, 'name' | 'url' | 'currency' | 'small_business'> & {
  /** A new one unless it is given. */
  readonly api_key?: string;
};

/** Adds an application under a number of its own. @returns commit position. */
export async function addApplication(
  deps: ApiDependencies,
  context: CommandContext,
  owner: Pick<OpenAccount, 'account_id' | 'team_id'>,
  applicationId: number,
  described: Described,
): Promise<bigint> {
  const command = newApplication(deps, owner, applicationId, described);
  return changeApplication(deps, context, applicationId, (state) => createApplicationOnce(state, command));
}

function newApplication(
  deps: ApiDependencies,
  owner: Pick<OpenAccount, 'account_id' | 'team_id'>,
  applicationId: number,
  { api_key = randomBytes(20).toString('hex'), ...described }: Described,
): CreateApplication {
  return {
    application_id: applicationId,
    account_id: owner.account_id,
    team_id: owner.team_id,
    ...described,
    api_key,
    created_at: deps.now().toISOString(),
  };
}
