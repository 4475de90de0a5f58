import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../../shared/server/http/request.ts';
import type { Choice } from '../model/offers.ts';
import type { BillingStatus, ChangePreview, PlanList } from './billing-types.ts';

const hurriedMs = 2_000;
const calmMs = 20_000;

/** @param hurry something that was asked for is not shown yet */
export const billingStatusQuery = (hurry: boolean) =>
  queryOptions({
    queryKey: ['billing', 'status'],
    // The provider may report at any moment; who comes back from its pages sees what was done there.
    refetchInterval: hurry ? hurriedMs : calmMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    queryFn: async ({ signal }): Promise<BillingStatus> =>
      (await request<BillingStatus>({ method: 'GET', path: '/api/billing/status', signal })).body,
  });

/** The public prices, and whom to ask for more. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['billing', 'plans'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<PlanList> =>
      (await request<PlanList>({ method: 'GET', path: '/api/billing/plans', signal })).body,
  });

const planBody = ({ level, period }: Choice) => ({ plan: level, period });

/** @returns the address of the page that takes the card */
export async function openCheckout(choice: Choice): Promise<string> {
  const call = { method: 'POST', path: '/api/billing/checkout', body: planBody(choice) } as const;
  return (await request<{ checkout_url: string }>(call)).body.checkout_url;
}

/** @returns whether it is kept until the provider answers */
export async function changeSubscription(wish: 'pause' | 'restart'): Promise<boolean> {
  const call = { method: 'POST', path: `/api/billing/${wish}_subscription`, body: {} } as const;
  return (await request<{ queued: boolean }>(call)).body.queued;
}

/** What a change of plan would cost; amounts are the provider's. */
export async function previewChange(choice: Choice): Promise<ChangePreview> {
  const body = { ...planBody(choice), preview: true };
  const { now, next } = (await request<ChangePreview>({ method: 'POST', path: '/api/billing/change_plan', body })).body;
  return { now, next };
}

/** @returns whether it is kept until the provider answers */
export async function changePlan(choice: Choice): Promise<boolean> {
  const body = { ...planBody(choice), preview: false };
  const call = { method: 'POST', path: '/api/billing/change_plan', body } as const;
  return (await request<{ queued?: boolean }>(call)).body.queued === true;
}
