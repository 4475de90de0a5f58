import { dayMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import type { EndpointEvent, EndpointKind } from './endpoint.events.ts';

/** An address that receives deliveries. */
export interface CustomerEndpoint {
  readonly application_id: number;
  readonly endpoint_id: string;
  readonly lane: EndpointKind;
  readonly url: string;
  /** Ciphertext; `null` for forwarding. */
  readonly secret: string | null;
  /** The secret before the last rotation, which signs too until `until`; ISO 8601. */
  readonly former: { readonly secret: string; readonly until: string } | null;
  /** Why it is not called any more; `null` while it is. */
  readonly disabled: 'gone' | 'failing' | null;
  readonly opened_at: string;
}

/** At most one address of each kind. */
export type CustomerEndpoints = Readonly<Partial<Record<EndpointKind, CustomerEndpoint>>>;

const overlapMs = dayMs;

/** Fold of `customerEndpoints-<applicationId>`. */
export const endpointsDecider: Decider<CustomerEndpoints, EndpointEvent> = {
  initialState: () => ({}),
  evolve(state, { type, data }) {
    const { lane, endpoint_id } = data;
    if (type === 'CustomerEndpointOpened') {
      return { ...state, [lane]: { ...data, former: null, disabled: null } };
    }
    const existing = state[lane];
    if (existing === undefined || existing.endpoint_id !== endpoint_id) return state;
    switch (type) {
      case 'CustomerEndpointClosed': {
        const { [lane]: _closed, ...others } = state;
        return others;
      }
      case 'CustomerEndpointDisabled':
        return { ...state, [lane]: { ...existing, disabled: data.reason } };
      case 'CustomerEndpointEnabled':
        return { ...state, [lane]: { ...existing, disabled: null } };
      case 'WebhookSecretRotated': {
        const until = new Date(Date.parse(data.rotated_at) + overlapMs).toISOString();
        const former = existing.secret === null ? null : { secret: existing.secret, until };
        return { ...state, [lane]: { ...existing, secret: data.secret, former } };
      }
      default:
        return state;
    }
  },
};

/** An address someone set for a kind; the id and secret are for the endpoint that it makes if it is another than before. */
export interface EndpointWish {
  readonly application_id: number;
  readonly kind: EndpointKind;
  /** Empty: none. */
  readonly url: string;
  readonly endpoint_id: string;
  readonly secret: string | null;
  readonly at: string;
}

/** Exchanges, takes away or wakes the address of a kind. The same address again changes nothing but to wake it. */
export function setEndpoint(state: CustomerEndpoints, wish: EndpointWish): EndpointEvent[] {
  const { application_id, kind, url, at } = wish;
  const existing = state[kind];
  if (existing?.url === url) {
    const of = { application_id, lane: kind, endpoint_id: existing.endpoint_id };
    return existing.disabled === null ? [] : [{ type: 'CustomerEndpointEnabled', data: { ...of, enabled_at: at } }];
  }
  const events: EndpointEvent[] = [];
  if (existing !== undefined) {
    const of = { application_id, lane: kind, endpoint_id: existing.endpoint_id };
    events.push({ type: 'CustomerEndpointClosed', data: { ...of, closed_at: at } });
  }
  if (url !== '') {
    const { endpoint_id, secret } = wish;
    events.push({
      type: 'CustomerEndpointOpened',
      data: { application_id, lane: kind, endpoint_id, url, secret, opened_at: at },
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
  const existing = state[of.lane];
  if (existing?.endpoint_id !== of.endpoint_id || existing.disabled !== null) return [];
  const { application_id, endpoint_id, lane } = existing;
  return [{ type: 'CustomerEndpointDisabled', data: { application_id, endpoint_id, lane, reason, disabled_at } }];
}

/** Whether deliveries of the kind are sent now. */
export const endpointState = (endpoint: CustomerEndpoint | undefined): 'none' | 'active' | 'disabled' => {
  if (endpoint === undefined) return 'none';
  return endpoint.disabled === null ? 'active' : 'disabled';
};

/** Ciphertexts of the secrets that sign at an instant, the newest first. */
export function signingSecrets({ secret, former }: CustomerEndpoint, now: number): string[] {
  const overlap = former !== null && now < Date.parse(former.until) ? [former.secret] : [];
  return secret === null ? [] : [secret, ...overlap];
}
