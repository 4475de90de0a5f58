import type { CreationAnswer } from '@tapwise/contract';
import { type CreationCall, type CreationSummary, DomainError } from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import type { ChangeTarget } from '../accept-change.ts';
import type { Acting } from '../acting.ts';
import { creationIdOf } from './accept-creation.ts';
import { answerCreation } from './answer-creation.ts';
import { hasEnded } from './shown-creation.ts';

/** An answer waits so long for something new. */
const newsMs = 1500;

interface Asked {
  readonly campaign_id?: number | string | null | undefined;
  readonly request_id?: string | undefined;
  readonly offset: number | string;
}

/**
 * Answers with the progress of a creation. The offset is only a question: whatever it is, the server answers its own state, at once when that is
 * beyond it.
 * @throws DomainError `not_found`, `invalid_request` for an offset that no answer can have had.
 */
export async function continuation(
  acting: Acting,
  call: CreationCall,
  target: ChangeTarget,
  asked: Asked,
  reply: FastifyReply,
): Promise<CreationAnswer> {
  const creation = findCreation(acting, call, target, asked);
  const offset = readOffset(asked.offset, creation.total);
  const isNews = (each: CreationSummary): boolean => hasEnded(each) || each.offset > offset;
  const now = await acting.creations.wait(creation.creation_id, isNews, newsMs);
  return answerCreation(acting, reply, now ?? creation);
}

function findCreation(
  { creations }: Acting,
  call: CreationCall,
  { application, organization }: ChangeTarget,
  { request_id, campaign_id }: Asked,
): CreationSummary {
  const { application_id } = application;
  const isOwn = (each: CreationSummary | undefined): each is CreationSummary =>
    each?.application_id === application_id && each.org_id === organization.org_id && each.status !== 'listing';
  const byId = request_id === undefined ? undefined : creations.state.get(creationIdOf(application_id, request_id));
  if (isOwn(byId)) return byId;
  const campaign = Number(campaign_id ?? Number.NaN);
  const newest = [...creations.state.values()].findLast(
    (each) => isOwn(each) && each.call === call && each.campaign_ids.includes(campaign),
  );
  if (request_id === undefined && newest !== undefined) return newest;
  throw new DomainError('not_found', { message: 'This creation was not found.' });
}

function readOffset(given: number | string, total: number): number {
  const offset = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0 && offset <= total) return offset;
  throw new DomainError('invalid_request', { message: `offset must be a whole number from 0 to ${total}` });
}
