export { amountOf } from './amounts.ts';
export {
  billingDecider,
  billingStream,
  endBillingRequest,
  grantSpecialPrices,
  type ProviderStep,
  paymentNotificationStream,
  providerStep,
  requestOfProvider,
} from './billing.decider.ts';
export { paymentRefusalStream } from './billing.events.ts';
export type { BillingRequest, Checkout } from './billing-accounts.ts';
export { openCheckout, recentTransaction, requireNoSubscription, ticketMs } from './checkout.ts';
export { pauseChange } from './pause-change.ts';
export { exactInstant, type PaymentFact } from './payment-fact.ts';
export type { PlanChoice } from './plans.ts';
export { offeredPlans, planCatalogue, planChoices, trialDays } from './plans.ts';
export { closedAfterMs, idleAfterMs, serviceAt, serviceEnd, serviceOf } from './service.ts';
export {
  type PlanChange,
  planChange,
  subscriptionToChange,
  subscriptionToPause,
  subscriptionToRestart,
} from './subscription-wish.ts';
export type { TeamBilling } from './team-billing.ts';
export { teamBilling, teamOfPayment, wasOverdue } from './team-billing.ts';
