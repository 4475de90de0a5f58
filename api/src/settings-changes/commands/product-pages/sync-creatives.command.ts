import { handleCommand } from '@tapwise/adapters';
import { creativesResponseSchema, productPagePaths, syncCreativesBodySchema } from '@tapwise/contract';
import {
  type CreativesState,
  creativesDecider,
  creativesStream,
  DomainError,
  requestCreativesSync,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { requireChangeable } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { type ChangeTarget, changeTarget } from '../../change-target.ts';
import { creativesResponse } from '../../own-creatives.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { changeIdOf } from '../accept-change.ts';

/** What is asked for shows up in memory within this. */
const seenMs = 5000;

/** `POST creatives`: reads the custom product pages that ads can use again. */
export function syncCreativesRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    productPagePaths.creatives,
    { config: { right: 'act' }, schema: { body: syncCreativesBodySchema, response: { 200: creativesResponseSchema } } },
    async (request) => {
      const target = changeTarget(settingsContext.deps, sessionOf(request), request.body);
      requireChangeable(settingsContext.deps.appleAds, target.application, target.organization.org_id);
      return creativesResponse(await synced(settingsContext, request, target, request.body.product_page_ids));
    },
  );
}

/** @throws DomainError `not_found` for a page that is not offered here. */
function requireListed({ pages, picked }: CreativesState, ids: readonly string[] = []): void {
  const offered = new Set([...pages.map(({ product_page_id }) => product_page_id), ...picked]);
  if (!ids.every((id) => offered.has(id))) throw new DomainError('not_found', { message: 'Product page not found' });
}

/** Has pages read again, and waits a moment for the end. @throws DomainError `refused` in Apple's words. */
async function synced(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { application, organization }: ChangeTarget,
  product_page_ids: readonly string[] | undefined,
): Promise<CreativesState> {
  const { deps, creatives, waits } = settingsContext;
  const ids = { application_id: application.application_id, org_id: organization.org_id };
  await creatives.caughtUp;
  requireListed(creatives.of(ids.application_id, ids.org_id), product_page_ids);
  const { state: before } = await handleCommand(deps.log, {
    stream: creativesStream(ids.application_id, ids.org_id),
    decider: creativesDecider,
    cause: `sync ${changeIdOf(request)}`,
    context: personContext(request),
    decide: (state) => {
      const requested_at = deps.now().toISOString();
      const { account_id } = sessionOf(request).account;
      const picked = product_page_ids === undefined ? {} : { product_page_ids: [...product_page_ids] };
      return requestCreativesSync(state, { ...ids, account_id, requested_at, ...picked });
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
