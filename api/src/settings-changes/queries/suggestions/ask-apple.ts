import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@tapwise/adapters';
import {
  requestSuggestions,
  type SuggestionQuestion,
  type Suggestions,
  suggestionDecider,
  suggestionStream,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { ChangeTarget } from '../../change-target.ts';
import type { SettingsContext } from '../../settings-context.ts';

const firstLookMs = 25;
const longestLookMs = 250;

/** What Apple suggested, and when; or why there is nothing. */
export type SuggestionsAnswer<Of extends Suggestions['of']> =
  | {
      readonly state: 'read';
      readonly readAt: string;
      readonly suggestions: Extract<Suggestions, { of: Of }>;
    }
  | { readonly state: 'away' | 'absent' };

/**
 * Asks Apple what it suggests, through the log: the worker asks, so that its calls count among those of the organization, and whoever
 * asks the same within ten minutes, of whichever process, gets the same answer.
 */
export async function askApple<Of extends Suggestions['of']>(
  { deps, waits }: SettingsContext,
  request: FastifyRequest,
  { application, organization }: ChangeTarget,
  question: SuggestionQuestion & { readonly of: Of },
): Promise<SuggestionsAnswer<Of>> {
  const ids = { application_id: application.application_id, org_id: organization.org_id };
  const stream = suggestionStream(ids.application_id, ids.org_id, nameOf(question));
  const { adam_id } = application;
  const data = { ...ids, adam_id, currency: organization.currency, question, requested_at: deps.now().toISOString() };
  await handleCommand(deps.log, {
    stream,
    decider: suggestionDecider,
    cause: `asked ${randomUUID()}`,
    context: personContext(request),
    decide: (state) => requestSuggestions(state, data),
  });
  const end = performance.now() + waits.there;
  for (let lookMs = firstLookMs; performance.now() < end; lookMs = Math.min(longestLookMs, 2 * lookMs)) {
    const { event } = (await deps.log.readLast(stream)) ?? {};
    if (event?.type === 'SuggestionsRead') {
      const { suggestions, read_at: readAt } = event.data;
      return { state: 'read', readAt, suggestions: suggestions as Extract<Suggestions, { of: Of }> };
    }
    if (event?.type === 'SuggestionsReadingFailed') return { state: event.data.reason };
    await pause(lookMs);
  }
  return { state: 'away' };
}

/** The same for the same question, and of a bounded length. */
const nameOf = (question: SuggestionQuestion): string =>
  `${question.of}.${createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32)}`;
