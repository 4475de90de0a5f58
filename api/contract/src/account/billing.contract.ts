import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const billingPaths = {
  plans: '/api/billing/plans',
  status: '/api/billing/status',
  checkout: '/api/billing/checkout',
  pause: '/api/billing/pause_subscription',
  restart: '/api/billing/restart_subscription',
  changePlan: '/api/billing/change_plan',
} as const;

const tokenField = z.string().max(200).optional();
const instant = z.string();
const planField = z.literal([2, 3, 4]);
const periodField = z.enum(['monthly', 'annual']);

/** `ended`: webhooks and forwarding have stopped; `idle`: nothing new is asked for; `closed`: nothing is recorded. */
export const serviceSchema = z.enum(['full', 'ended', 'idle', 'closed']);

/** A subscription that will charge again. */
export const activeSubscriptionSchema = z.object({
  plan: planField,
  period: periodField,
  status: z.enum(['active', 'past_due']),
  installs_limit: z.number(),
  started_at: instant,
});
export const pausedSubscriptionSchema = z.object({ plan: planField, period: periodField, paused_from: instant });
/** A subscription that does not renew: it is cancelled, at once or at `cancels_at`. */
export const endingSubscriptionSchema = z.object({ plan: planField, period: periodField });

/** Whole dollars and whole percent. */
const offeredPlanSchema = z.object({
  level: planField,
  installs: z.number().int(),
  monthly: z.number().int(),
  annual: z.number().int(),
  annual_per_month: z.number().int(),
  saving_percent: z.number().int(),
});

/** `GET /api/billing/plans`, for every caller. */
export const billingPlansResponseSchema = okSchema.extend({
  currency: z.literal('USD'),
  trial_days: z.number().int(),
  plans: z.array(offeredPlanSchema),
  /** Where the sales people are reached, https or mailto; `null` where the server does not know. */
  sales_url: z.string().nullable(),
});
export type BillingPlansResponse = z.infer<typeof billingPlansResponseSchema>;

/** `GET /api/billing/status`. Amounts are in units of their currency; `null` where that is none of ISO 4217. */
export const billingStatusResponseSchema = okSchema.extend({
  activeSubscription: activeSubscriptionSchema.nullable(),
  pausedSubscription: pausedSubscriptionSchema.nullable(),
  endingSubscription: endingSubscriptionSchema.nullable(),
  nextBillDate: instant.nullable(),
  nextPaymentAmount: z.number().nullable(),
  nextPaymentCurrency: z.string().nullable(),
  cancelURL: z.string().nullable(),
  updateURL: z.string().nullable(),
  cancels_at: instant.nullable(),
  /** When a pause ends by itself; `null` when it lasts until a person restarts. */
  resumes_at: instant.nullable(),
  paidUntil: instant.nullable(),
  trialExpirationDate: instant.nullable(),
  hasBillingIssues: z.boolean(),
  service: serviceSchema,
  service_ends_at: instant.nullable(),
  /** `off`: payments are not set up; `unavailable`: what only the provider knows is null. */
  provider: z.enum(['ok', 'unavailable', 'off']),
  plans: z.array(offeredPlanSchema),
  usage: z.object({
    month: z.string(),
    installs: z.number(),
    limit: z.number().nullable(),
    /** Installs of the month before. */
    last_month: z.number(),
  }),
  payments: z.array(
    z.object({
      id: z.string(),
      at: instant,
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      state: z.enum(['paid', 'failed', 'refunded', 'partly_refunded', 'charged_back']),
    }),
  ),
});
export type BillingStatusResponse = z.infer<typeof billingStatusResponseSchema>;
export const billingQuerySchema = z.object({ token: tokenField });

/** `POST /api/billing/checkout`: what to buy; the price is the server's. */
export const checkoutBodySchema = z.strictObject({ plan: planField, period: periodField, token: tokenField });
/** An address of this server, with the ticket in its fragment. */
export const checkoutStartedResponseSchema = okSchema.extend({ checkout_url: z.string() });

/** Header of `GET /api/billing/checkout`; the ticket is the only right to it. */
export const checkoutTicketHeader = 'x-checkout-ticket';
/** What the checkout page opens the provider's window with. */
export const checkoutResponseSchema = okSchema.extend({
  transaction_id: z.string(),
  client_token: z.string(),
  environment: z.enum(['live', 'sandbox']),
  script_url: z.string(),
  email: z.string(),
  plan: planField,
  period: periodField,
});

export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/** `POST /api/billing/pause_subscription` and `restart_subscription`. */
export const subscriptionBodySchema = z.strictObject({ token: tokenField }).nullish();
/** `queued`: the provider has not done it yet, and will. */
export const subscriptionResponseSchema = okSchema.extend({ queued: z.boolean() });

/** `POST /api/billing/change_plan`; with `preview` nothing changes. */
export const changePlanBodySchema = z.strictObject({
  plan: planField,
  period: periodField,
  preview: z.boolean().default(false),
  token: tokenField,
});
const money = z.object({ amount: z.number().nullable(), currency: z.string() });
/** What is charged now, and what at the next renewal. */
export const planPreviewResponseSchema = okSchema.extend({
  now: money,
  next: money.extend({ at: instant.nullable() }),
});
export type PlanPreviewResponse = z.infer<typeof planPreviewResponseSchema>;
export const changePlanResponseSchema = z.union([planPreviewResponseSchema, subscriptionResponseSchema]);
