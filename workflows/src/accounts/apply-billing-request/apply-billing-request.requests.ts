import type { RequestKind } from '../../start/request-kind.ts';
import { type ApplyBillingRequestInput, applyBillingRequestProcess } from './apply-billing-request.contract.ts';

export const billingRequests: RequestKind<ApplyBillingRequestInput> = {
  contract: applyBillingRequestProcess,
  streamPrefix: 'billing-',
  begun: (event) =>
    event.type === 'SubscriptionPauseRequested' ||
    event.type === 'SubscriptionRestartRequested' ||
    event.type === 'PlanChangeRequested'
      ? { input: { request_id: event.data.request_id } }
      : undefined,
  ended: (event) => (event.type === 'BillingRequestEnded' ? applyBillingRequestProcess.id(event.data) : undefined),
};
