import { queryOptions } from '@tanstack/react-query';
import { type BudgetRecommendationsResponse, suggestionPaths } from '@tapwise/contract/suggestions';
import { request } from '../../../../shared/server/http/request.ts';

interface RecommendationScope {
  readonly application_id: number;
  readonly asa_organization_id: number;
}

/** Daily budgets that Apple recommends; the server keeps the answer for ten minutes and leaves out what is set already. */
export const budgetRecommendationsOptions = (scope: RecommendationScope) =>
  queryOptions({
    queryKey: ['budget-recommendations', scope],
    retry: false,
    queryFn: async ({ signal }): Promise<BudgetRecommendationsResponse> =>
      (
        await request<BudgetRecommendationsResponse>({
          method: 'GET',
          path: suggestionPaths.budgets,
          query: { ...scope },
          signal,
        })
      ).body,
  });
