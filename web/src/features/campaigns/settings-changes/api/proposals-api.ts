import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  type BidSuggestionsResponse,
  type BudgetRecommendationsResponse,
  suggestionPaths,
  type TargetRecommendationsResponse,
} from '@tapwise/contract/suggestions';
import { request } from '../../../../shared/server/http/request.ts';

/** What Apple proposes for the setting of an object, in units of the organization's currency. */
export interface AppleAmount {
  readonly id: number;
  /** Of a campaign; keywords are named by their rows. */
  readonly name?: string;
  /** As it is set now; of a keyword, its row says it. */
  readonly current?: number | null;
  readonly amount: number;
  readonly expectedInstalls: number | null;
}

export interface AppleAnswer {
  readonly state: 'read' | 'away' | 'absent';
  readonly readAt: string | null;
  readonly amounts: readonly AppleAmount[];
}

interface Scope {
  readonly application_id: number;
  readonly asa_organization_id: number;
}
type Response = BudgetRecommendationsResponse | TargetRecommendationsResponse | BidSuggestionsResponse;

/** The server keeps answers for as long. */
const staleMs = 10 * 60_000;

/** Daily budgets that Apple recommends; the server leaves out what is set already. */
export const budgetsOptions = (scope: Scope) =>
  optionsOf<BudgetRecommendationsResponse>(suggestionPaths.budgets, scope, ({ campaigns }) =>
    campaigns.map(({ id, name, daily_cap: current, recommended_daily_cap: amount, expected_installs }) => ({
      id,
      name,
      current,
      amount,
      expectedInstalls: expected_installs,
    })),
  );

/** Target CPAs that Apple recommends; the server leaves out what is set already. */
export const targetsOptions = (scope: Scope) =>
  optionsOf<TargetRecommendationsResponse>(suggestionPaths.targets, scope, ({ campaigns }) =>
    campaigns.map(({ id, name, target_cpa: current, recommended_target_cpa: amount, expected_installs }) => ({
      id,
      name,
      current,
      amount,
      expectedInstalls: expected_installs,
    })),
  );

/** Bids that Apple suggests for keywords of an ad group. */
export const bidsOptions = (scope: Scope & { readonly campaign_id: number; readonly ad_group_id: number }) => ({
  ...optionsOf<BidSuggestionsResponse>(suggestionPaths.bids, scope, ({ bids }) =>
    bids.map(({ keyword_id: id, suggested_cpt_bid: amount }) => ({ id, amount, expectedInstalls: null })),
  ),
  // What is set is read from the rows, so the answer holds as long as Apple's does.
  staleTime: staleMs,
});

const optionsOf = <Body extends Response>(path: string, scope: Scope, amountsOf: (body: Body) => AppleAmount[]) =>
  queryOptions<AppleAnswer, Error, AppleAnswer, QueryKey>({
    queryKey: ['apple-proposals', path, scope],
    retry: false,
    queryFn: async ({ signal }) => {
      const { body } = await request<Body>({ method: 'GET', path, query: { ...scope }, signal });
      return { state: body.state, readAt: body.read_at, amounts: amountsOf(body) };
    },
  });
