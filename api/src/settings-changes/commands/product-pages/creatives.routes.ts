import { handleCommand } from '@tapwise/adapters';
import {
  type Creative,
  creativesQuerySchema,
  creativesResponseSchema,
  productPagePaths,
  syncCreativesBodySchema,
} from '@tapwise/contract';
import {
  type CreativesState,
  creativesDecider,
  creativesStream,
  DomainError,
  requestCreativesSync,
  requireWritable,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { readId } from '../../../reports/report-parameters.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { type ChangeTarget, changeIdOf, changeTarget } from '../accept-change.ts';

/** What is asked for shows up in memory within this. */
const seenMs = 5000;

/** `GET` and `POST creatives`: custom product pages that ads can use, and reading them again. */
export function creativesRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const shape = { config: { right: 'act' } } as const;
  const response = { 200: creativesResponseSchema };
  app.get(
    productPagePaths.creatives,
    { ...shape, schema: { querystring: creativesQuerySchema, response } },
    async (request) => {
      const { query } = request;
      const ids = {
        application_id: readId(query, 'application_id'),
        asa_organization_id: readId(query, 'asa_organization_id'),
      };
      return responseOf(
        await ownCreatives(settingsContext, changeTarget(settingsContext.deps, sessionOf(request), ids)),
      );
    },
  );
  app.post(
    productPagePaths.creatives,
    { ...shape, schema: { body: syncCreativesBodySchema, response } },
    async (request) => {
      const target = changeTarget(settingsContext.deps, sessionOf(request), request.body);
      requireWritable(target.application, target.organization.org_id);
      return responseOf(await synced(settingsContext, request, target));
    },
  );
}

/** Pages that ads of an application can use in an organization, as they were read last. */
export async function ownCreatives(
  { creatives }: SettingsContext,
  { application, organization }: ChangeTarget,
): Promise<CreativesState> {
  await creatives.caughtUp;
  return creatives.of(application.application_id, organization.org_id);
}

/** Has pages read again, and waits a moment for the end. @throws DomainError `refused` in Apple's words. */
async function synced(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { application, organization }: ChangeTarget,
): Promise<CreativesState> {
  const { deps, creatives, waits } = settingsContext;
  const ids = { application_id: application.application_id, org_id: organization.org_id };
  await creatives.caughtUp;
  const { state: before } = await handleCommand(deps.log, {
    stream: creativesStream(ids.application_id, ids.org_id),
    decider: creativesDecider,
    cause: `sync ${changeIdOf(request)}`,
    context: personContext(request),
    decide: (state) => {
      const requested_at = deps.now().toISOString();
      return requestCreativesSync(state, { ...ids, account_id: sessionOf(request).account.account_id, requested_at });
    },
  });
  request.changed = true;
  const wait = (enough: (state: CreativesState) => boolean, timeoutMs: number): Promise<CreativesState> =>
    creatives.wait(ids.application_id, ids.org_id, enough, timeoutMs);
  const isEnded = ({ ended }: CreativesState): boolean => ended > before.ended;
  await wait((state) => state.open || isEnded(state), seenMs);
  const state = await wait(isEnded, waits.there);
  if (isEnded(state) && state.failure !== null) throw new DomainError('refused', { message: state.failure });
  return state;
}

function responseOf({ creatives }: CreativesState): { status: 'ok'; creatives: Creative[] } {
  const listed = [...creatives.values()].map(({ creative_id: id, name, valid }) => {
    return { id, name, state: valid ? ('VALID' as const) : ('INVALID' as const) };
  });
  return { status: 'ok', creatives: [{ id: 0, name: 'Default' }, ...listed] };
}
