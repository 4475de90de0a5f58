import { type SearchTerm, type SearchTermsAnswer, searchTermsAnswerSchema } from '@tapwise/contract';

/** Search terms in the contract's form. */

export const searchTerm = (text: string, own: Partial<SearchTerm> = {}): SearchTerm => ({
  ...{ text, impressions: 100, taps: 10, installs: 4, spend: 12.5, ttr: 0.1, cr: 0.4 },
  ...{ adGroupId: 601, adGroupName: 'sleep', keyword: null, keywordId: null, source: 'Search Match' },
  ...{ known: false, choice: 1, note: null },
  ...own,
});

export const searchTermsAnswer = (search_terms: readonly SearchTerm[], own: Partial<SearchTermsAnswer> = {}) =>
  searchTermsAnswerSchema.parse({
    ...{ status: 'ok', as_of: '2026-11-21T06:00:00.000Z', settings_currency: 'USD' },
    ...own,
    search_terms,
  });
