import type { Decider } from '../../shared/decider.ts';
import type { SuggestionEvent } from './suggestion.events.ts';

type Event<Type extends SuggestionEvent['type']> = Extract<SuggestionEvent, { type: Type }>;
export type SuggestionRequest = Event<'SuggestionsRequested'>['data'];
export type SuggestionEnd = Event<'SuggestionsRead' | 'SuggestionsReadingFailed'>;

/** The last question, and how it ended. */
export interface SuggestionState {
  readonly request: SuggestionRequest | null;
  readonly end: SuggestionEnd | null;
}

export const suggestionStreamPrefix = 'suggestions-';
/** @param question Names what is asked; the same for the same question. */
export const suggestionStream = (applicationId: number, orgId: number, question: string): string =>
  `${suggestionStreamPrefix}${applicationId}.${orgId}.${question}`;

/** So long what was read is shown again, and so long a question without an end is waited for, in milliseconds. */
const shownMs = 10 * 60_000;
const waitedMs = 20_000;

/** Fold of `suggestions-<applicationId>.<orgId>.<question>`. */
export const suggestionDecider: Decider<SuggestionState, SuggestionEvent> = {
  initialState: () => ({ request: null, end: null }),
  evolve: (state, event) =>
    event.type === 'SuggestionsRequested' ? { request: event.data, end: null } : { ...state, end: event },
};

/** Asks, unless the answer of a while ago still holds, or the same question is being answered. */
export function requestSuggestions({ request, end }: SuggestionState, next: SuggestionRequest): SuggestionEvent[] {
  const now = Date.parse(next.requested_at);
  const isShown = end?.type === 'SuggestionsRead' && now - Date.parse(end.data.read_at) < shownMs;
  const isWaitedFor = request !== null && end === null && now - Date.parse(request.requested_at) < waitedMs;
  return isShown || isWaitedFor ? [] : [{ type: 'SuggestionsRequested', data: next }];
}

/** Records an answer, once, whoever reads. @param requestedAt Of the question that is answered. */
export const completeSuggestions = (
  { request, end }: SuggestionState,
  requestedAt: string,
  event: SuggestionEnd,
): SuggestionEvent[] => (request?.requested_at !== requestedAt || end !== null ? [] : [event]);
