import type { RecommendedAmount, SuggestedBid, SuggestedKeyword } from '@tapwise/domain';
import type { OrganizationScope } from './organization-scope.ts';

/** Whose app suggestions are about; the app has to be of the organization. */
export interface SuggestionScope extends OrganizationScope {
  readonly adamId: number;
  readonly signal?: AbortSignal;
}

/**
 * What the service itself would bid on, bid and spend. Calls are a person's, and throw SearchAdsError. Rows that cannot be read are left
 * out: nothing depends on their number.
 */
export interface SuggestionReader {
  /** Keywords by popularity, the highest first; at most 100. @param question.term Around which they are; `null`: about the app. */
  keywords(
    scope: SuggestionScope,
    question: { readonly countries: readonly string[]; readonly term: string | null },
  ): Promise<readonly SuggestedKeyword[]>;
  /** Daily budgets or target CPAs that are recommended now, and were neither accepted nor dismissed. */
  recommended(scope: SuggestionScope, setting: 'daily_budgets' | 'target_cpas'): Promise<readonly RecommendedAmount[]>;
  /** Bids of a campaign's keywords, of those that were shown in the last 30 days and have one; the most shown first, at most 10,000. */
  bids(scope: SuggestionScope, campaignId: number): Promise<readonly SuggestedBid[]>;
}
