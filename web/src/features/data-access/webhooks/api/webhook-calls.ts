import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../../shared/server/http/request.ts';
import type {
  Delivery,
  DeliveryEvent,
  DeliveryKind,
  DeliveryState,
  EndpointKind,
  Endpoints,
  TestResult,
} from './webhook-types.ts';

const forwardingPath = '/api/application/notification_forwarding';
const deliveriesPath = '/api/application/webhook_deliveries';

export const endpointsOptions = (application_id: number | null) =>
  queryOptions({
    queryKey: ['webhooks', 'endpoints', application_id],
    enabled: application_id !== null,
    queryFn: async ({ signal }): Promise<Endpoints> => {
      const query = { application_id: application_id ?? 0 };
      return (await request<Endpoints>({ method: 'GET', path: forwardingPath, query, signal })).body;
    },
  });

/** Which deliveries are listed; without a lane, event or state those of every one. */
export interface DeliveryFilter {
  kind: DeliveryKind | null;
  event: DeliveryEvent | null;
  state: DeliveryState | null;
}

/** Deliveries of a page of the list. */
export const pageSize = 100;

export const deliveriesKey = (application_id: number | null) => ['webhooks', 'deliveries', application_id ?? 0];

/** Newest first; a page goes on before the last delivery of the one above. */
export const deliveriesOptions = (application_id: number | null, { kind, event, state }: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(application_id), kind, event, state],
    enabled: application_id !== null,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<Delivery[]> => {
      const filters = { lane: kind, event, state, before: pageParam };
      const chosen = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null);
      const query = { application_id: application_id ?? 0, ...Object.fromEntries(chosen) };
      const call = { method: 'GET', path: deliveriesPath, query, signal } as const;
      return (await request<{ deliveries: Delivery[] }>(call)).body.deliveries;
    },
    getNextPageParam: (last) => (last.length < pageSize ? null : (last.at(-1)?.id ?? null)),
    placeholderData: (before: InfiniteData<Delivery[], string | null> | undefined) => before,
  });

/** One delivery with what was sent: a body that stays, and the headers of the last attempt. */
export const sentOptions = (application_id: number, { id, attempts }: Delivery) =>
  queryOptions({
    queryKey: [...deliveriesKey(application_id), 'sent', id, attempts.length],
    enabled: attempts.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Delivery['sent']> => {
      const call = { method: 'GET', path: deliveriesPath, query: { application_id, id }, signal } as const;
      return (await request<{ deliveries: Delivery[] }>(call)).body.deliveries[0]?.sent ?? null;
    },
  });

/** Sets one address or takes it away; a new webhook address comes with its secret, this once. */
export async function saveAddress(
  application_id: number,
  kind: EndpointKind,
  address: string,
): Promise<Endpoints & { webhook_secret?: string }> {
  const body = { application_id, [kind === 'webhook' ? 'webhook_url' : 'proxy_url']: address };
  return (await request<Endpoints & { webhook_secret?: string }>({ method: 'POST', path: forwardingPath, body })).body;
}

/** @returns the new secret, this once */
export async function rotateSecret(application_id: number): Promise<string> {
  const call = { method: 'POST', path: '/api/application/webhook_secret', body: { application_id } } as const;
  return (await request<{ webhook_secret: string }>(call)).body.webhook_secret;
}

export async function sendTest(application_id: number): Promise<TestResult> {
  const call = { method: 'POST', path: '/api/application/webhook_test', body: { application_id } } as const;
  return (await request<TestResult>(call)).body;
}

export type ReplayWish = { ids: readonly string[] } | { from: string; to: string };

/** @returns how many deliveries are sent again */
export async function replay(application_id: number, wish: ReplayWish): Promise<number> {
  const body = { application_id, ...wish };
  return (await request<{ replayed: number }>({ method: 'POST', path: `${deliveriesPath}/replay`, body })).body
    .replayed;
}
