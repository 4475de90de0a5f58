import type { RecommendedBudget, SuggestedKeyword } from '@tapwise/domain';
import type { OrganizationScope } from './organization-scope.ts';

/** Whose app suggestions are about; the app has to be of the organization. */
export interface SuggestionScope extends OrganizationScope {
  readonly adamId: number;
  readonly signal?: AbortSignal;
}

/**
 * What the service itself would bid on and spend. Calls are a person's, and throw SearchAdsError. Rows that cannot be read are left out:
 * nothing depends on their number.
 */
export interface SuggestionReader {
  /** Keywords by popularity, the highest first; at most 100. @param question.term Around which they are; `null`: about the app. */
  keywords(
    scope: SuggestionScope,
    question: { readonly countries: readonly string[]; readonly term: string | null },
  ): Promise<readonly SuggestedKeyword[]>;
  /** Daily budgets that are recommended now, and were neither accepted nor dismissed. */
  dailyBudgets(scope: SuggestionScope): Promise<readonly RecommendedBudget[]>;
}
