import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';
import { paymentFactField, providerId } from './payment-fact.ts';
import { billingPeriods, planLevels } from './plans.ts';

const context = 'billing';
const stream = 'billing-<teamId>';
const teamId = z.number().int().positive();
const accountId = z.number().int().positive();
const plan = z.literal([...planLevels]);
const period = z.enum(billingPeriods);
const requestId = z.string().min(1).max(80);

export const paymentNotificationReceived = defineEvent({
  type: 'PaymentNotificationReceived',
  context,
  stream: 'paymentNotification-<eventId>',
  meaning:
    'The payment provider sent a notification whose signature is good. Of several with one id the first is kept.',
  data: {
    event_id: providerId,
    event_type: z.string().max(80),
    occurred_at: instantField,
    updated_at: instantField.nullable(),
    received_at: instantField,
    // What it says in our words; null for types that concern nothing here, and for what could not be read.
    fact: paymentFactField.nullable(),
    // The bytes as they came, which may name people.
    body: encryptedField,
  },
});

export const paymentObserved = defineEvent({
  type: 'PaymentObserved',
  context,
  stream,
  meaning: 'The payment provider was asked, and answered this. Recorded only where it differs from what was known.',
  data: {
    team_id: teamId,
    occurred_at: instantField,
    updated_at: instantField.nullable(),
    observed_at: instantField,
    fact: paymentFactField,
  },
});

export const checkoutStarted = defineEvent({
  type: 'CheckoutStarted',
  context,
  stream,
  meaning:
    'An admin goes to pay for a plan. Everything the transaction leads to belongs to the team; only the hash of the ticket is kept.',
  data: {
    team_id: teamId,
    account_id: accountId,
    checkout_id: z.string().min(1).max(80),
    ticket_hash: z.string(),
    transaction_id: providerId,
    price_id: providerId,
    plan,
    period,
    started_at: instantField,
    expires_at: instantField,
  },
});

export const specialPriceGranted = defineEvent({
  type: 'SpecialPriceGranted',
  context,
  stream,
  meaning: 'An operator gave the team prices of its own, by plan and period; an earlier grant is over.',
  data: {
    team_id: teamId,
    prices: z.array(z.object({ plan, period, price_id: providerId })).max(6),
    granted_at: instantField,
  },
});

const request = {
  team_id: teamId,
  request_id: requestId,
  subscription_id: providerId,
  account_id: accountId,
  requested_at: instantField,
};

export const subscriptionPauseRequested = defineEvent({
  type: 'SubscriptionPauseRequested',
  context,
  stream,
  meaning: 'An admin wants the subscription to pause at the end of the time paid for.',
  data: request,
});

export const subscriptionRestartRequested = defineEvent({
  type: 'SubscriptionRestartRequested',
  context,
  stream,
  meaning: 'An admin wants a pausing, cancelling or paused subscription to go on.',
  data: request,
});

export const planChangeRequested = defineEvent({
  type: 'PlanChangeRequested',
  context,
  stream,
  meaning: 'An admin wants another plan or period. `upgrade`: the difference is charged at once, or nothing changes.',
  data: { ...request, plan, period, price_id: providerId, upgrade: z.boolean() },
});

export const billingRequestEnded = defineEvent({
  type: 'BillingRequestEnded',
  context,
  stream,
  meaning: 'The payment provider did what was requested (no code), or refused it.',
  data: { team_id: teamId, request_id: requestId, code: z.string().max(80).nullable(), ended_at: instantField },
});

const paymentNotificationRefused = defineEvent({
  type: 'PaymentNotificationRefused',
  context,
  stream: 'paymentRefusal-<day>',
  meaning:
    'Notifications that claimed to be of the payment provider had no good signature; recorded once a minute, with how many.',
  data: {
    verdict: z.enum(['malformed', 'stale', 'wrong']),
    /** Since the one that was recorded before, this one included. */
    count: z.number().int().positive(),
    /** Size of the newest body. */
    bytes: z.number().int().nonnegative(),
    refused_at: instantField,
  },
});

/** They change nothing of any team. */
export const paymentRefusalEvents = [paymentNotificationRefused] as const;

/** @param day of the refusal, in UTC. */
export const paymentRefusalStream = (day: string): string => `paymentRefusal-${day}`;

export const billingEvents = [
  paymentNotificationReceived,
  paymentObserved,
  checkoutStarted,
  specialPriceGranted,
  subscriptionPauseRequested,
  subscriptionRestartRequested,
  planChangeRequested,
  billingRequestEnded,
] as const;
export type BillingEvent = EventOf<(typeof billingEvents)[number]>;
