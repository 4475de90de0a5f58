import type { CreationAnswer } from '@tapwise/contract';
import { type CreationSummary, DomainError, requireWritable } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionOf } from '../../../plugins/rights.plugin.ts';
import type { Acting } from '../acting.ts';
import { acceptCreation, identify, requireSame } from './accept-creation.ts';
import { answerCreation } from './answer-creation.ts';
import { continuation } from './continuation.ts';
import type { CreatingCall } from './creation-plan.ts';
import { creationTarget } from './creation-target.ts';
import { hasEnded } from './shown-creation.ts';

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
  acting: Acting,
  call: CreatingCall<Body>,
  body: Body & CreatingBody,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CreationAnswer> {
  const session = sessionOf(request);
  const target = creationTarget(acting.deps, session, body);
  await acting.creations.caughtUp;
  if (body.offset !== undefined)
    return continuation(acting, call.call, target, { ...body, offset: body.offset }, reply);
  const identity = await identify(acting, request, call.call, target);
  const known = acting.creations.state.get(identity.creationId);
  let askedAt: string | undefined;
  if (known !== undefined && known.status !== 'refused' && known.status !== 'listing') {
    requireSame(known, identity);
  } else {
    const plan = await call.plan({ acting, target }, body);
    requireWritable(target.application, target.organization.org_id);
    askedAt = await acceptCreation(acting, request, identity, { call: call.call, target, plan });
  }
  const creation = await begun(acting, identity.creationId, { askedAt, toTheEnd: call.waitsForEnd === true });
  // What was refused before anything was made leaves the request's id and key free; from there on the answer is kept.
  request.changed = creation.status !== 'refused';
  return answerCreation(acting, reply, creation);
}

/**
 * A creation as soon as there is something to say of it.
 * @param how.askedAt When this call asked for it: what was refused before is no news.
 */
async function begun(
  { creations, waits }: Acting,
  creationId: string,
  { askedAt, toTheEnd }: { askedAt: string | undefined; toTheEnd: boolean },
): Promise<CreationSummary> {
  const isSeen = (each: CreationSummary): boolean => askedAt === undefined || each.started_at === askedAt;
  const isMade = (each: CreationSummary): boolean =>
    each.offset > 0 || (each.checked && each.campaign_ids.some((id) => id !== null));
  const isNews = (each: CreationSummary): boolean => isSeen(each) && (hasEnded(each) || (!toTheEnd && isMade(each)));
  const seen = await creations.wait(creationId, isSeen, seenMs);
  if (seen === undefined || !isSeen(seen)) throw new DomainError('unavailable');
  const taken = (await creations.wait(creationId, (each) => isNews(each) || each.takenUp, waits.away)) ?? seen;
  if (!taken.takenUp || isNews(taken)) return taken;
  const wait = toTheEnd ? waits.there : taken.checked ? newsMs : checkMs;
  return (await creations.wait(creationId, isNews, wait)) ?? taken;
}
