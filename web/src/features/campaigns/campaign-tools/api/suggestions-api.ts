import { queryOptions } from '@tanstack/react-query';
import { type KeywordSuggestionsResponse, suggestionPaths } from '@tapwise/contract/suggestions';
import { request } from '../../../../shared/server/http/request.ts';

/** What keywords are suggested for: an app in countries, or in those of a campaign. */
export interface SuggestionScope {
  readonly application_id: number;
  readonly asa_organization_id: number;
  readonly campaign_id?: number;
  /** Joined by commas. */
  readonly country?: string;
  readonly term?: string;
}

/** The server keeps answers for as long. */
const staleMs = 10 * 60_000;

export const keywordSuggestionsOptions = (scope: SuggestionScope) =>
  queryOptions({
    queryKey: ['keyword-suggestions', scope],
    staleTime: staleMs,
    retry: false,
    queryFn: async ({ signal }): Promise<KeywordSuggestionsResponse> =>
      (
        await request<KeywordSuggestionsResponse>({
          method: 'GET',
          path: suggestionPaths.keywords,
          query: { ...scope },
          signal,
        })
      ).body,
  });
