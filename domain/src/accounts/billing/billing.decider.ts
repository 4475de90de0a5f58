import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { BillingEvent } from './billing.events.ts';
import type { BillingRequest, SpecialPrice } from './billing-accounts.ts';

type EventData<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];

/** Stream of one notification of the payment provider. */
export const paymentNotificationStream = (eventId: string): string => `paymentNotification-${eventId}`;
/** Stream of what a team pays. */
export const billingStream = (teamId: number): string => `billing-${teamId}`;

interface BillingStreamState {
  readonly special: readonly SpecialPrice[];
  /** What the provider was not asked for to the end yet. */
  readonly open: { readonly request_id: string; readonly request: RequestEvent } | null;
}

type RequestEvent = Extract<
  BillingEvent,
  { type: 'SubscriptionPauseRequested' | 'SubscriptionRestartRequested' | 'PlanChangeRequested' }
>;

/** Fold of `billing-<teamId>`. */
export const billingDecider: Decider<BillingStreamState, BillingEvent> = {
  initialState: () => ({ special: [], open: null }),
  evolve(state, event) {
    switch (event.type) {
      case 'SpecialPriceGranted':
        return { ...state, special: event.data.prices };
      case 'SubscriptionPauseRequested':
      case 'SubscriptionRestartRequested':
      case 'PlanChangeRequested':
        return { ...state, open: { request_id: event.data.request_id, request: event } };
      case 'BillingRequestEnded':
        return state.open?.request_id === event.data.request_id ? { ...state, open: null } : state;
      default:
        return state;
    }
  },
};

/** Gives a team prices of its own; none takes them back. */
export function grantSpecialPrices(
  state: BillingStreamState,
  { team_id, prices, at }: { team_id: number; prices: readonly SpecialPrice[]; at: string },
): BillingEvent[] {
  if (sameValue(state.special, prices)) return [];
  return [{ type: 'SpecialPriceGranted', data: { team_id, prices: [...prices], granted_at: at } }];
}

/**
 * Asks the provider for something. While the same is under way nothing is to be done.
 * @throws DomainError `busy` while something else is.
 */
export function requestOfProvider(state: BillingStreamState, wanted: RequestEvent): BillingEvent[] {
  if (state.open === null) return [wanted];
  if (state.open.request.type === wanted.type && sameWish(state.open.request, wanted)) return [];
  throw new DomainError('busy');
}

function sameWish(a: RequestEvent, b: RequestEvent): boolean {
  if (a.type !== 'PlanChangeRequested' || b.type !== 'PlanChangeRequested') return true;
  return a.data.price_id === b.data.price_id;
}

/** Records what the provider did, with what holds there since; a request that has ended stays as it is. */
export function endBillingRequest(
  state: BillingStreamState,
  ended: EventData<'BillingRequestEnded'>,
  observed: EventData<'PaymentObserved'> | undefined,
): BillingEvent[] {
  if (state.open?.request_id !== ended.request_id) return [];
  const seen: BillingEvent[] = observed === undefined ? [] : [{ type: 'PaymentObserved', data: observed }];
  return [...seen, { type: 'BillingRequestEnded', data: ended }];
}

/** What a call to the provider would do, by what holds there now. */
export type ProviderStep = 'pause' | 'unschedule' | 'resume' | 'change' | 'done' | { readonly refused: string };

/** Reading before acting makes a repeat harmless: what holds already is not asked for again. */
export function providerStep(
  { wish, change }: Pick<BillingRequest, 'wish' | 'change'>,
  { status, scheduled, price_id }: { status: string; scheduled: { action: string } | null; price_id: string | null },
): ProviderStep {
  if (status === 'canceled') return { refused: 'choose_plan' };
  const stops = scheduled?.action === 'pause' || scheduled?.action === 'cancel';
  if (wish === 'pause') {
    if (status === 'past_due') return { refused: 'update_card' };
    if (status === 'paused' || scheduled?.action === 'pause') return 'done';
    return stops ? { refused: 'nothing_to_pause' } : 'pause';
  }
  if (wish === 'restart') {
    if (status === 'paused') return 'resume';
    return stops ? 'unschedule' : 'done';
  }
  if (change?.price_id === price_id) return 'done';
  if (status === 'past_due') return { refused: 'update_card' };
  return status === 'paused' || stops ? { refused: 'restart_first' } : 'change';
}
