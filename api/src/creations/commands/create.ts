import type { CreationResponse } from '@tapwise/contract';
import { type CreationSummary, DomainError } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireChangeable } from '../../apple-ads/apple-ads.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { hasEnded } from '../creation-response.ts';
import { acceptCreation, identify, requireSame } from './accept-creation.ts';
import { continuation } from './continuation.ts';
import type { CreatingCall } from './creating-call.ts';
import { creationTarget } from './creation-target.ts';
import { respondToCreation } from './respond-to-creation.ts';

/** What every body has, whatever else it asks for. */
export interface CreatingBody {
  readonly application_id?: number | string | null | undefined;
  readonly asa_organization_id?: number | string | null | undefined;
  readonly campaign_id?: number | string | null | undefined;
  readonly request_id?: string | undefined;
  readonly offset?: number | string | undefined;
}

/** A first answer waits so long for something to say; for a check by the ad service, and for an end, longer. */
const newsMs = 1500;
const checkMs = 5000;
/** What was recorded is seen within this. */
const seenMs = 5000;

/**
 * Accepts a creation, or joins the one that the same request began, and answers with its progress. A body with an offset only asks.
 * @throws DomainError for what cannot be carried out; nothing is begun then, and the request's id stays free.
 */
export async function create<Body>(
  settingsContext: SettingsContext,
  call: CreatingCall<Body>,
  body: Body & CreatingBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CreationResponse> {
  const session = sessionOf(request);
  const target = creationTarget(settingsContext.deps, session, body);
  await settingsContext.creations.caughtUp;
  if (body.offset !== undefined)
    return continuation(settingsContext, call.call, target, { ...body, offset: body.offset }, reply);
  const identity = await identify(settingsContext, request, call.call, target);
  const existing = settingsContext.creations.state.get(identity.creationId);
  let requestedAt: string | undefined;
  if (existing !== undefined && existing.status !== 'refused' && existing.status !== 'listing') {
    requireSame(existing, identity);
  } else {
    const plan = await call.plan({ settingsContext, target }, body);
    requireChangeable(settingsContext.deps.appleAds, target.application, target.organization.org_id);
    requestedAt = await acceptCreation(settingsContext, request, identity, { call: call.call, target, plan });
  }
  const creation = await begun(settingsContext, identity.creationId, {
    requestedAt,
    toTheEnd: call.waitsForEnd === true,
  });
  // What was refused before anything was made leaves the request's id and key free; from there on the answer is kept.
  request.changed = creation.status !== 'refused';
  return respondToCreation(settingsContext, reply, creation);
}

/**
 * A creation as soon as there is something to say of it.
 * @param how.requestedAt When this call asked for it: what was refused before is no news.
 */
async function begun(
  { creations, waits }: SettingsContext,
  creationId: string,
  { requestedAt, toTheEnd }: { requestedAt: string | undefined; toTheEnd: boolean },
): Promise<CreationSummary> {
  const isSeen = (summary: CreationSummary): boolean => requestedAt === undefined || summary.started_at === requestedAt;
  const isMade = (summary: CreationSummary): boolean =>
    summary.offset > 0 || (summary.checked && summary.campaign_ids.some((id) => id !== null));
  const isNews = (summary: CreationSummary): boolean =>
    isSeen(summary) && (hasEnded(summary) || (!toTheEnd && isMade(summary)));
  const seen = await creations.wait(creationId, isSeen, seenMs);
  if (seen === undefined || !isSeen(seen)) throw new DomainError('unavailable');
  const latest =
    (await creations.wait(creationId, (summary) => isNews(summary) || summary.claimed, waits.away)) ?? seen;
  if (!latest.claimed || isNews(latest)) return latest;
  const wait = toTheEnd ? waits.there : latest.checked ? newsMs : checkMs;
  return (await creations.wait(creationId, isNews, wait)) ?? latest;
}
