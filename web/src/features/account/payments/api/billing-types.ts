import type { BillingPlansResponse, BillingStatusResponse, PlanPreviewResponse } from '@tapwise/contract';

/** Whole dollars; the annual price is also given per month, rounded. */
export type Plan = BillingPlansResponse['plans'][number];
export type PlanLevel = Plan['level'];
export type BillingStatus = Omit<BillingStatusResponse, 'status'>;
export type ActiveSubscription = NonNullable<BillingStatus['activeSubscription']>;
/** Also while a pause is only planned: then `paused_from` is still to come. */
export type PausedSubscription = NonNullable<BillingStatus['pausedSubscription']>;
export type EndingSubscription = NonNullable<BillingStatus['endingSubscription']>;
export type Period = ActiveSubscription['period'];
export type Payment = BillingStatus['payments'][number];
export type PlanList = BillingPlansResponse;

/** Amounts in units of their currency, as the provider calculates them. */
export type ChangePreview = Pick<PlanPreviewResponse, 'now' | 'next'>;
