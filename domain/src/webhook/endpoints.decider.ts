import type { Decider } from '../shared/decider.ts';
import type { DeliveryLane, EndpointEvent } from './endpoint.events.ts';

/** An address that receives deliveries. */
export interface CustomerEndpoint {
  readonly application_id: number;
  readonly endpoint_id: string;
  readonly lane: DeliveryLane;
  readonly url: string;
  /** Ciphertext; `null` for forwarding. */
  readonly secret: string | null;
  /** The secret before the last rotation, which signs too until `until`; ISO 8601. */
  readonly former: { readonly secret: string; readonly until: string } | null;
  /** Why it is not called any more; `null` while it is. */
  readonly disabled: 'gone' | 'failing' | null;
  readonly opened_at: string;
}

/** At most one address of each lane. */
export type CustomerEndpoints = Readonly<Partial<Record<DeliveryLane, CustomerEndpoint>>>;

const overlapMs = 24 * 3_600_000;

/** Fold of `customerEndpoints-<applicationId>`. */
export const endpointsDecider: Decider<CustomerEndpoints, EndpointEvent> = {
  initialState: () => ({}),
  evolve(state, { type, data }) {
    const { lane, endpoint_id } = data;
    if (type === 'CustomerEndpointOpened') {
      return { ...state, [lane]: { ...data, former: null, disabled: null } };
    }
    const known = state[lane];
    if (known === undefined || known.endpoint_id !== endpoint_id) return state;
    switch (type) {
      case 'CustomerEndpointClosed': {
        const { [lane]: _closed, ...others } = state;
        return others;
      }
      case 'CustomerEndpointDisabled':
        return { ...state, [lane]: { ...known, disabled: data.reason } };
      case 'CustomerEndpointEnabled':
        return { ...state, [lane]: { ...known, disabled: null } };
      case 'WebhookSecretRotated': {
        const until = new Date(Date.parse(data.rotated_at) + overlapMs).toISOString();
        const former = known.secret === null ? null : { secret: known.secret, until };
        return { ...state, [lane]: { ...known, secret: data.secret, former } };
      }
      default:
        return state;
    }
  },
};

/** An address someone set for a lane; the id and secret are for the endpoint that it makes if it is another than before. */
export interface EndpointWish {
  readonly application_id: number;
  readonly lane: DeliveryLane;
  /** Empty: none. */
  readonly url: string;
  readonly endpoint_id: string;
  readonly secret: string | null;
  readonly at: string;
}

/** Exchanges, takes away or wakes the address of a lane. The same address again changes nothing but to wake it. */
export function setEndpoint(state: CustomerEndpoints, wish: EndpointWish): EndpointEvent[] {
  const { application_id, lane, url, at } = wish;
  const known = state[lane];
  if (known?.url === url) {
    const of = { application_id, lane, endpoint_id: known.endpoint_id };
    return known.disabled === null ? [] : [{ type: 'CustomerEndpointEnabled', data: { ...of, enabled_at: at } }];
  }
  const events: EndpointEvent[] = [];
  if (known !== undefined) {
    const of = { application_id, lane, endpoint_id: known.endpoint_id };
    events.push({ type: 'CustomerEndpointClosed', data: { ...of, closed_at: at } });
  }
  if (url !== '') {
    const { endpoint_id, secret } = wish;
    events.push({
      type: 'CustomerEndpointOpened',
      data: { application_id, lane, endpoint_id, url, secret, opened_at: at },
    });
  }
  return events;
}

/** Signs with another secret; for a day the former one signs too. Nothing when there is no webhook address. */
export function rotateSecret(state: CustomerEndpoints, secret: string, at: string): EndpointEvent[] {
  if (state.webhook === undefined) return [];
  const { application_id, lane, endpoint_id } = state.webhook;
  return [{ type: 'WebhookSecretRotated', data: { application_id, lane, endpoint_id, secret, rotated_at: at } }];
}

/** Stops calling an address, unless it was exchanged or disabled meanwhile. */
export function disableEndpoint(
  state: CustomerEndpoints,
  of: Pick<CustomerEndpoint, 'application_id' | 'endpoint_id' | 'lane'>,
  reason: 'gone' | 'failing',
  disabled_at: string,
): EndpointEvent[] {
  const known = state[of.lane];
  if (known?.endpoint_id !== of.endpoint_id || known.disabled !== null) return [];
  const { application_id, endpoint_id, lane } = known;
  return [{ type: 'CustomerEndpointDisabled', data: { application_id, endpoint_id, lane, reason, disabled_at } }];
}

/** Whether deliveries of the lane are sent now. */
export const endpointState = (endpoint: CustomerEndpoint | undefined): 'none' | 'active' | 'disabled' => {
  if (endpoint === undefined) return 'none';
  return endpoint.disabled === null ? 'active' : 'disabled';
};

/** Ciphertexts of the secrets that sign at an instant, the newest first. */
export function signingSecrets({ secret, former }: CustomerEndpoint, now: number): string[] {
  const overlap = former !== null && now < Date.parse(former.until) ? [former.secret] : [];
  return secret === null ? [] : [secret, ...overlap];
}
