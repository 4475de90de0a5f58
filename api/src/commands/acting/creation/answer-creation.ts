import { createStreamMemory } from '@tapwise/adapters';
import type { BadKeywords, CreationAnswer } from '@tapwise/contract';
import {
  badKeywordsRefusal,
  type CreationSummary,
  creationDecider,
  creationStream,
  DomainError,
  type KeywordFinding,
  type KnownCreation,
  shownCampaign,
} from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import { holdsUpTo } from '../../../plugins/log-position.ts';
import type { Acting } from '../acting.ts';
import { hasEnded } from './shown-creation.ts';

/** Answers with the progress of a creation; with its end, when it has ended. @throws DomainError when it did not end well. */
export async function answerCreation(
  acting: Acting,
  reply: FastifyReply,
  creation: CreationSummary,
): Promise<CreationAnswer> {
  const position = acting.creations.positionOf(creation.creation_id);
  if (position !== undefined) holdsUpTo(reply, position);
  if (hasEnded(creation)) return endOf(acting, creation);
  const { request_id, offset, total, kind, takenUp } = creation;
  return {
    status: 'ok',
    request_id,
    campaign_id: shownCampaign(creation),
    offset,
    total,
    ...(kind === 'bulk' ? { totalKeywords: total } : {}),
    ...(takenUp ? {} : { queued: true as const }),
  };
}

async function endOf({ deps }: Acting, summary: CreationSummary): Promise<CreationAnswer> {
  const streams = createStreamMemory(deps.log, creationDecider, { keep: 1, context: reading });
  const creation = await streams.state(creationStream(summary.creation_id));
  if (creation.status === 'absent') throw new Error(`The creation ${summary.creation_id} is not in the log`);
  const { request_id, offset, created, skipped, duplicates, kind } = summary;
  const about = { request_id, campaign_id: shownCampaign(summary) };
  const { refusal, failure } = creation;
  if (creation.status === 'refused' && refusal !== null) throw refusedBefore(refusal, request_id);
  if (creation.status === 'cancelled') {
    const answer = { ...about, offset, created };
    throw new DomainError('wrong_state', { message: 'This creation was cancelled', answer });
  }
  const findings = refusedByApple(creation);
  if (creation.status === 'failed' && failure !== null) {
    if (failure.reason !== 'nothing_created') {
      throw new DomainError('refused', { message: failure.message, answer: { ...about, offset } });
    }
    const { message, details } = badKeywordsRefusal(findings);
    throw new DomainError('bad_keywords', { message, answer: { ...about, details } });
  }
  const warning = warningOf(creation);
  return {
    status: 'ok',
    ...about,
    created,
    skipped,
    duplicates,
    change_id: summary.creation_id,
    ...(kind === 'bulk' ? { campaign_ids: summary.campaign_ids.filter((id) => id !== null) } : {}),
    ...(findings.length === 0 ? {} : { details: badKeywordsRefusal(findings).details as BadKeywords }),
    ...(warning === '' ? {} : { warning }),
  };
}

const reading = { actor: { kind: 'system', id: 'api' } } as const;

/** Found out by the worker before anything was made: to the caller it is a refusal like any other. */
function refusedBefore(refusal: NonNullable<KnownCreation['refusal']>, request_id: string): DomainError {
  const { code, message, findings } = refusal;
  if (code === 'name_taken') return new DomainError('invalid_request', { message, answer: { request_id } });
  const { details } = badKeywordsRefusal(findings);
  return new DomainError('bad_keywords', { message, answer: { request_id, details } });
}

/** What Apple refused on the way, each copy as it was sent. */
function refusedByApple(creation: KnownCreation): KeywordFinding[] {
  const { keywords, negatives, outcomes, negativeOutcomes } = creation;
  const refused = new Map<string, string>();
  for (const { position, outcome, message } of outcomes.values()) {
    const keyword = keywords[position];
    if (outcome === 'refused' && keyword) refused.set(`${keyword.campaign} ${keyword.text}`, message ?? '');
  }
  const code = 'refused_by_apple' as const;
  const ofKeywords = keywords.flatMap(({ campaign, text, sent = text }): KeywordFinding[] => {
    const message = refused.get(`${campaign} ${text}`);
    return message === undefined ? [] : [{ list: 'keywords', text: sent, message, code }];
  });
  const ofNegatives = [...negativeOutcomes.values()].flatMap(({ index, outcome, message }): KeywordFinding[] => {
    const negative = negatives[index];
    if (outcome !== 'refused' || negative === undefined) return [];
    const list = negative.ad_group_id === null ? 'negative_keywords' : 'negative_keywords_for_ad_groups';
    return [{ list, text: negative.sent ?? negative.text, message: message ?? '', code }];
  });
  return [...ofKeywords, ...ofNegatives];
}

function warningOf({ request, refused, negativeOutcomes }: KnownCreation): string {
  const negatives = [...negativeOutcomes.values()].filter(({ outcome }) => outcome === 'refused').length;
  return [
    refused === 0 ? '' : `${refused} keywords were refused by Apple`,
    negatives === 0 ? '' : `${negatives} negative keywords were refused by Apple`,
    request.warning ?? '',
  ]
    .filter(Boolean)
    .join('. ');
}
