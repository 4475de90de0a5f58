import type { CreationResponse } from '@tapwise/contract';
import { type CreationCall, type CreationSummary, DomainError } from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import type { ChangeTarget } from '../../settings-changes/change-target.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { hasEnded } from '../creation-response.ts';
import { creationIdOf } from './accept-creation.ts';
import { respondToCreation } from './respond-to-creation.ts';

/** An answer waits so long for something new. */
const newsMs = 1500;

interface ContinuationBody {
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
  settingsContext: SettingsContext,
  call: CreationCall,
  target: ChangeTarget,
  body: ContinuationBody,
  reply: FastifyReply,
): Promise<CreationResponse> {
  const creation = findCreation(settingsContext, call, target, body);
  const offset = readOffset(body.offset, creation.total);
  const isNews = (summary: CreationSummary): boolean => hasEnded(summary) || summary.offset > offset;
  const now = await settingsContext.creations.wait(creation.creation_id, isNews, newsMs);
  return respondToCreation(settingsContext, reply, now ?? creation);
}

function findCreation(
  { creations }: SettingsContext,
  call: CreationCall,
  { application, organization }: ChangeTarget,
  { request_id, campaign_id }: ContinuationBody,
): CreationSummary {
  const { application_id } = application;
  const isOwn = (summary: CreationSummary | undefined): summary is CreationSummary =>
    summary?.application_id === application_id &&
    summary.org_id === organization.org_id &&
    summary.status !== 'listing';
  const byId = request_id === undefined ? undefined : creations.state.get(creationIdOf(application_id, request_id));
  if (isOwn(byId)) return byId;
  const campaign = Number(campaign_id ?? Number.NaN);
  const newest = [...creations.state.values()].findLast(
    (summary) => isOwn(summary) && summary.call === call && summary.campaign_ids.includes(campaign),
  );
  if (request_id === undefined && newest !== undefined) return newest;
  throw new DomainError('not_found', { message: 'This creation was not found.' });
}

function readOffset(entered: number | string, total: number): number {
  const offset = typeof entered === 'string' && /^\d{1,9}$/.test(entered) ? Number(entered) : entered;
  if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0 && offset <= total) return offset;
  throw new DomainError('invalid_request', { message: `offset must be a whole number from 0 to ${total}` });
}
