import { createStreamMemory } from '@tapwise/adapters';
import type { BadKeywords, CreationResponse } from '@tapwise/contract';
import {
  badKeywordsRefusal,
  type CreationSummary,
  creationDecider,
  creationStream,
  DomainError,
  displayedCampaignId,
  type ExistingCreation,
  type KeywordFinding,
} from '@tapwise/domain';
import type { FastifyReply } from 'fastify';
import { holdsUpTo } from '../../http/log-position.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { hasEnded } from '../creation-response.ts';

/** Answers with the progress of a creation; with its end, when it has ended. @throws DomainError when it did not end well. */
export async function respondToCreation(
  settingsContext: SettingsContext,
  reply: FastifyReply,
  creation: CreationSummary,
): Promise<CreationResponse> {
  const position = settingsContext.creations.positionOf(creation.creation_id);
  if (position !== undefined) holdsUpTo(reply, position);
  if (hasEnded(creation)) return endOf(settingsContext, creation);
  const { request_id, offset, total, kind, claimed } = creation;
  return {
    status: 'ok',
    request_id,
    campaign_id: displayedCampaignId(creation),
    offset,
    total,
    ...(kind === 'bulk' ? { totalKeywords: total } : {}),
    ...(claimed ? {} : { queued: true as const }),
  };
}

async function endOf({ deps }: SettingsContext, summary: CreationSummary): Promise<CreationResponse> {
  const streams = createStreamMemory(deps.log, creationDecider, { keep: 1, context: reading });
  const creation = await streams.state(creationStream(summary.creation_id));
  if (creation.status === 'absent') throw new Error(`The creation ${summary.creation_id} is not in the log`);
  const { request_id, offset, created, skipped, duplicates, kind } = summary;
  const identity = { request_id, campaign_id: displayedCampaignId(summary) };
  const { refusal, failure } = creation;
  if (creation.status === 'refused' && refusal !== null) throw refusedBefore(refusal, request_id);
  if (creation.status === 'cancelled') {
    const responseFields = { ...identity, offset, created };
    throw new DomainError('wrong_state', { message: 'This creation was cancelled', responseFields });
  }
  const findings = refusedByApple(creation);
  if (creation.status === 'failed' && failure !== null) {
    if (failure.reason !== 'nothing_created') {
      throw new DomainError('refused', { message: failure.message, responseFields: { ...identity, offset } });
    }
    const { message, details } = badKeywordsRefusal(findings);
    throw new DomainError('bad_keywords', { message, responseFields: { ...identity, details } });
  }
  const warning = warningOf(creation);
  return {
    status: 'ok',
    ...identity,
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
function refusedBefore(refusal: NonNullable<ExistingCreation['refusal']>, request_id: string): DomainError {
  const { code, message, findings } = refusal;
  if (code === 'name_taken') return new DomainError('invalid_request', { message, responseFields: { request_id } });
  const { details } = badKeywordsRefusal(findings);
  return new DomainError('bad_keywords', { message, responseFields: { request_id, details } });
}

/** What Apple refused on the way, each copy as it was sent. */
function refusedByApple(creation: ExistingCreation): KeywordFinding[] {
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

function warningOf({ request, refused, negativeOutcomes }: ExistingCreation): string {
  const negatives = [...negativeOutcomes.values()].filter(({ outcome }) => outcome === 'refused').length;
  return [
    refused === 0 ? '' : `${refused} keywords were refused by Apple`,
    negatives === 0 ? '' : `${negatives} negative keywords were refused by Apple`,
    request.warning ?? '',
  ]
    .filter(Boolean)
    .join('. ');
}
