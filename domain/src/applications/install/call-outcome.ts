import type { AttributionOutcome, CallOutcome } from './install.decider.ts';
import type { Attribution } from './install.events.ts';

/** A final answer of the attribution service to a token, in our words. */
export type SettledExchange =
  | { readonly kind: 'attributed'; readonly attribution: Attribution; readonly conversion_type: string | null }
  | { readonly kind: 'not_attributed' | 'test_record' };

/** What came of asking it: an answer, a token that it does not take, or nothing yet. */
export type Exchange = SettledExchange | { readonly kind: 'token_rejected' | 'no_record_yet' | 'unavailable' };

/** What a call says about its attribution without the service; `undefined`: the service must be asked. */
export function outcomeBeforeExchange(call: {
  readonly token: string | null | undefined;
  readonly isTestBuild: boolean;
}): CallOutcome | undefined {
  if (call.isTestBuild) return { outcome: 'test_build' };
  return call.token ? undefined : { outcome: 'organic', reason: 'no_token' };
}

/** What a final answer settles. */
export function settledOutcome(exchange: SettledExchange): AttributionOutcome {
  switch (exchange.kind) {
    case 'attributed': {
      const { attribution, conversion_type } = exchange;
      return { outcome: 'attributed', attribution, conversion_type };
    }
    case 'not_attributed':
      return { outcome: 'organic', reason: 'not_by_ads' };
    case 'test_record':
      return { outcome: 'test' };
  }
}

/** What a call says about its attribution after the service was asked. Without an answer it is asked again later. */
export function outcomeOfExchange(exchange: Exchange): CallOutcome {
  switch (exchange.kind) {
    case 'token_rejected':
      return { outcome: 'organic', reason: 'token_rejected' };
    case 'no_record_yet':
    case 'unavailable':
      return { outcome: 'pending' };
    default:
      return settledOutcome(exchange);
  }
}
