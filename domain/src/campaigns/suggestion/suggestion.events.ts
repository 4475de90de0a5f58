import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, instantField, microsField } from '../../shared/fields.ts';

const context = 'suggestion';
const stream = 'suggestions-<applicationId>.<orgId>.<question>';
const ids = { application_id: z.number().int().positive(), org_id: adsIdField };

/** What the ad service is asked to propose. */
const suggestionQuestionField = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('keywords'),
    /** ISO 3166 alpha-2. */
    countries: z.array(z.string().length(2)).max(200),
    /** Around which keywords are suggested; `null`: about the app as such. */
    term: z.string().max(100).nullable(),
  }),
  z.object({ of: z.literal('daily_budgets') }),
  z.object({ of: z.literal('target_cpas') }),
  z.object({ of: z.literal('bids'), campaign_id: adsIdField }),
]);
export type SuggestionQuestion = z.infer<typeof suggestionQuestionField>;

/** Popularity of the searches: 5 to 100, where 5 also stands for one that is not known. */
const suggestedKeywordField = z.object({ text: z.string(), popularity: z.number().int().min(0).max(100) });
export type SuggestedKeyword = z.infer<typeof suggestedKeywordField>;

/** What a campaign's setting should be, in micros of the organization's currency, and what a month would bring, where the service says it. */
const recommendedAmountField = z.object({
  campaign_id: adsIdField,
  recommended_micros: microsField,
  expected_installs: z.number().int().nonnegative().nullable(),
  expected_spend_micros: microsField.nullable(),
});
export type RecommendedAmount = z.infer<typeof recommendedAmountField>;

/** A bid in micros of the organization's currency. Keywords without a suggestion are not among them. */
const suggestedBidField = z.object({ keyword_id: adsIdField, suggested_micros: microsField.positive() });
export type SuggestedBid = z.infer<typeof suggestedBidField>;

/** Of a campaign with more keywords, those that are seen most have suggestions. */
export const mostSuggestedBids = 10_000;

const suggestionsField = z.discriminatedUnion('of', [
  z.object({ of: z.literal('keywords'), keywords: z.array(suggestedKeywordField).max(200) }),
  z.object({ of: z.literal('daily_budgets'), budgets: z.array(recommendedAmountField).max(1000) }),
  z.object({ of: z.literal('target_cpas'), targets: z.array(recommendedAmountField).max(1000) }),
  z.object({ of: z.literal('bids'), bids: z.array(suggestedBidField).max(mostSuggestedBids) }),
]);
export type Suggestions = z.infer<typeof suggestionsField>;

export const suggestionEvents = [
  defineEvent({
    type: 'SuggestionsRequested',
    context,
    stream,
    meaning: 'A person is about to see what the ad service suggests: it is to be asked. Nothing is changed there.',
    data: {
      ...ids,
      adam_id: z.number().int().positive(),
      currency: currencyField,
      question: suggestionQuestionField,
      requested_at: instantField,
    },
  }),
  defineEvent({
    type: 'SuggestionsRead',
    context,
    stream,
    meaning: 'What the ad service suggests; shown to whoever asks the same within ten minutes.',
    data: { ...ids, suggestions: suggestionsField, read_at: instantField },
  }),
  defineEvent({
    type: 'SuggestionsReadingFailed',
    context,
    stream,
    meaning: 'The ad service could not be asked for suggestions, for this reason, or its interface has none.',
    data: { ...ids, reason: z.enum(['away', 'absent']), message: z.string(), failed_at: instantField },
  }),
] as const;
export type SuggestionEvent = EventOf<(typeof suggestionEvents)[number]>;
