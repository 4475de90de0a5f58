import { describe, it } from 'vitest';
import { given } from '../../../../tests/support/facts/given-when-then.ts';
import {
  completeSuggestions,
  requestSuggestions,
  type SuggestionEnd,
  type SuggestionRequest,
  suggestionDecider,
} from './suggestion.decider.ts';
import type { SuggestionEvent } from './suggestion.events.ts';

const ids = { application_id: 3, org_id: 9 };
const at = (time: string): string => `2026-11-28T${time}.000Z`;
const request = (time: string): SuggestionRequest => ({
  ...ids,
  adam_id: 15,
  currency: 'USD',
  question: { of: 'keywords', countries: ['US'], term: 'sleep' },
  requested_at: at(time),
});
const requested = (time: string): SuggestionEvent => ({ type: 'SuggestionsRequested', data: request(time) });
const read = (time: string): SuggestionEnd => ({
  type: 'SuggestionsRead',
  data: {
    ...ids,
    suggestions: { of: 'keywords', keywords: [{ text: 'sleep app', popularity: 40 }] },
    read_at: at(time),
  },
});
const failed: SuggestionEnd = {
  type: 'SuggestionsReadingFailed',
  data: { ...ids, reason: 'away', message: 'It does not answer', failed_at: at('10:00:05') },
};

describe('suggestions', () => {
  it('are asked for when nobody did, and again ten minutes after they were read', () => {
    given(suggestionDecider)
      .when((state) => requestSuggestions(state, request('10:00:00')))
      .thenEvents(requested('10:00:00'));
    const earlier = [requested('10:00:00'), read('10:00:01')];
    given(suggestionDecider, ...earlier)
      .when((state) => requestSuggestions(state, request('10:10:00')))
      .thenNothing();
    given(suggestionDecider, ...earlier)
      .when((state) => requestSuggestions(state, request('10:10:01')))
      .thenEvents(requested('10:10:01'));
  });

  it('are not asked for twice at once, but again where nobody answered, and after a failure', () => {
    given(suggestionDecider, requested('10:00:00'))
      .when((state) => requestSuggestions(state, request('10:00:19')))
      .thenNothing();
    given(suggestionDecider, requested('10:00:00'))
      .when((state) => requestSuggestions(state, request('10:00:20')))
      .thenEvents(requested('10:00:20'));
    given(suggestionDecider, requested('10:00:00'), failed)
      .when((state) => requestSuggestions(state, request('10:00:06')))
      .thenEvents(requested('10:00:06'));
  });

  it('are recorded once, of the question that was asked last', () => {
    given(suggestionDecider, requested('10:00:00'))
      .when((state) => completeSuggestions(state, at('10:00:00'), read('10:00:01')))
      .thenEvents(read('10:00:01'));
    for (const past of [[requested('10:00:00'), failed], [requested('10:00:00'), requested('10:00:20')], []]) {
      given(suggestionDecider, ...past)
        .when((state) => completeSuggestions(state, at('10:00:00'), read('10:00:30')))
        .thenNothing();
    }
  });
});
