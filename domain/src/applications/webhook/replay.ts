import { DomainError } from '../../shared/domain-error.ts';
import { type CustomerEndpoints, endpointState } from './endpoints.decider.ts';

/** Deliveries that are posted again by one call at most. */
export const mostReplays = 5000;

/** Which deliveries are to be posted again, as a customer says it; instants in ISO 8601. */
export interface ReplayedDeliveries {
  readonly ids?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Some, by their ids, or all that were made in a time; milliseconds. */
type ReplaySelection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'range'; readonly fromMs: number; readonly toMs: number };

/** @throws DomainError `invalid_request` unless there are either ids, or both ends of a time. */
export function readReplay({ ids, from, to }: ReplayedDeliveries): ReplaySelection {
  const isRange = from !== undefined && to !== undefined;
  if (ids !== undefined && from === undefined && to === undefined) return { kind: 'ids', ids: [...new Set(ids)] };
  if (ids === undefined && isRange) return { kind: 'range', fromMs: Date.parse(from), toMs: Date.parse(to) };
  throw new DomainError('invalid_request', { message: 'Give either ids, or from and to.' });
}

/**
 * Which of the deliveries that match are posted again: those to an address that is called.
 * @param deliveries Those of the application; of a time one more than allowed where there are more.
 * @throws DomainError `not_found` for an id that is not the application's, `too_many_rows`, `wrong_state` without an address.
 */
export function replayableDeliveries<Delivery extends { readonly endpoint_id: string }>(
  selection: ReplaySelection,
  deliveries: readonly Delivery[],
  active: readonly string[],
): Delivery[] {
  if (selection.kind === 'ids' && deliveries.length < selection.ids.length) {
    throw new DomainError('not_found', { message: 'This delivery was not found.' });
  }
  if (selection.kind === 'range' && deliveries.length > mostReplays) throw new DomainError('too_many_rows');
  if (active.length === 0) throw new DomainError('wrong_state', { message: 'There is no active endpoint.' });
  return deliveries.filter(({ endpoint_id }) => active.includes(endpoint_id));
}

/** Ids of the addresses that are called. */
export const activeEndpoints = (endpoints: CustomerEndpoints): string[] =>
  Object.values(endpoints).flatMap((endpoint) => (endpointState(endpoint) === 'active' ? [endpoint.endpoint_id] : []));
