import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField, microsField } from '../../../shared/fields.ts';
import { ruleCaps } from '../rule/rule-choices.ts';
import { partialField } from './rule-figure-names.ts';
import { settledTermField, termVerdictField } from './term-verdict.ts';

const context = 'automation';
const stream = 'automationRun-<automationId>.<orgId>.<slot>';
const commonFields = {
  run_id: z.uuid(),
  automation_id: z.number().int().positive(),
  application_id: z.number().int().positive(),
  org_id: adsIdField,
  /** Local date and hour, or `manual-<uuid>`. */
  slot: z.string(),
};
const count = z.number().int().nonnegative();
const micros = microsField.nullable();

export const verdictField = z.enum(['raised', 'completed', 'reached', 'limited', 'skipped', 'blocked']);
export const reasonField = z.enum([
  'paused',
  'not_running',
  'not_single_keyword',
  'not_exact',
  'on_hold',
  'budget_used',
  'max_conversions',
  'released',
  'cooling',
  'not_settled',
  'already_raised',
  'opposed',
  'oscillating',
  'stopped',
  'no_fresh_data',
]);
const limitField = z.enum(['cpt_bid_cap', 'daily_budget', 'guardrail']);

/** What was decided about one unit, and on which figures. Amounts in micros, the share in millionths. */
export const decisionField = z.object({
  decision_id: z.uuid(),
  /** Of the keyword. */
  key: z.string(),
  keyword: z.string(),
  campaign_name: z.string(),
  verdict: verdictField,
  reason: reasonField.nullable(),
  cap: z.enum(ruleCaps).nullable(),
  /** The keyword's own bid, on which a write is based; `null` while it follows its ad group. */
  base: micros,
  /** The bid that was effective; what the step came to; what it is to be. */
  old: micros,
  computed: micros,
  new: micros,
  limited_by: limitField.nullable(),
  inputs: z.object({
    impressions: count,
    taps: count,
    installs: count,
    spend: microsField,
    impression_share: z.number().int().nonnegative().nullable(),
    partial: partialField,
  }),
  caps: z.array(z.object({ cap: z.enum(ruleCaps), limit: z.number().int(), reached: z.boolean() })),
  message: z.string().nullable(),
  /** Until when it is skipped, where rules turn the bid to and fro. */
  until: instantField.optional(),
  /** It is another verdict than at the slot before: what the log of the rule mentions once. */
  begins: z.boolean(),
});
export type Decision = z.infer<typeof decisionField>;

const decisions = { ...commonFields, decisions: z.array(decisionField).max(500), decided_at: instantField };

/** How the call for a decision ended. */
export const settledField = z.object({
  decision_id: z.uuid(),
  key: z.string(),
  keyword: z.string(),
  campaign_name: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused', 'conflict', 'skipped', 'unknown']),
  message: z.string().nullable(),
  old: micros,
  new: micros,
  limited_by: limitField.nullable(),
});
export type SettledDecision = z.infer<typeof settledField>;

export const automationRunEvents = [
  defineEvent({
    type: 'AutomationRunRequested',
    context,
    stream,
    meaning: 'A person wants the rule to be evaluated now.',
    data: {
      ...commonFields,
      version: z.number().int().positive(),
      asked_by: z.number().int().positive(),
      requested_at: instantField,
    },
  }),
  defineEvent({
    type: 'AutomationRunStarted',
    context,
    stream,
    meaning: 'A rule is evaluated in an ad organization, on exactly these data.',
    data: {
      ...commonFields,
      slot_at: instantField,
      version: z.number().int().positive(),
      mode: z.enum(['live', 'shadow']),
      currency: currencyField,
      as_of: instantField,
      /** Commit position up to which figures are those of the tables; a decimal number. */
      position: z.string().regex(/^\d+$/),
      /** The newest pull of the organization. */
      pulled_at: instantField.nullable(),
      /** Its campaigns, and up to which event of each settings were read. */
      campaigns: z.array(z.object({ campaign_id: adsIdField, revision: count })),
      /** With which rates spend in other currencies was converted; absent where there was none. */
      rates: z
        .array(z.object({ currency: currencyField, day: dayField, rate: z.number().positive() }))
        .min(1)
        .optional(),
      /** How many decisions follow. */
      units: count,
      /** Who asked for a run by hand. */
      asked_by: z.number().int().positive().nullable(),
    },
  }),
  defineEvent({
    type: 'BidRaisesDecided',
    context,
    stream,
    meaning: 'What was decided about units of the rule, before anything is sent; at most 500 in one event.',
    data: decisions,
  }),
  defineEvent({
    type: 'BidRaisesSuggested',
    context,
    stream,
    meaning: 'What a rule in shadow mode would have decided about units; nothing is sent. At most 500 in one event.',
    data: decisions,
  }),
  defineEvent({
    type: 'BidRaisesSettled',
    context,
    stream,
    meaning: 'How the calls for decisions ended; at most 500 in one event.',
    data: {
      ...commonFields,
      currency: currencyField,
      settled: z.array(settledField).max(500),
      settled_at: instantField,
    },
  }),
  defineEvent({
    type: 'SearchTermsFiltered',
    context,
    stream,
    meaning: 'What a filter decided about search terms, before anything is sent; at most 500 in one event.',
    data: { ...commonFields, terms: z.array(termVerdictField).max(500), decided_at: instantField },
  }),
  defineEvent({
    type: 'SearchTermsSettled',
    context,
    stream,
    meaning: 'How the calls for the negative keywords of a filter ended; at most 500 in one event.',
    data: { ...commonFields, settled: z.array(settledTermField).max(500), settled_at: instantField },
  }),
  defineEvent({
    type: 'AutomationRunEnded',
    context,
    stream,
    meaning: 'Every unit has its verdict, and every call its outcome.',
    data: {
      ...commonFields,
      state: z.enum(['done', 'stopped']),
      /** Changes that carried the raises out. */
      change_ids: z.array(z.uuid()),
      counts: z.object({ checked: count, raised: count, at_cap: count, skipped: count, failed: count }),
      message: z.string().nullable(),
      ended_at: instantField,
    },
  }),
  defineEvent({
    type: 'AutomationRunLeftOut',
    context,
    stream,
    meaning: 'A slot of the rule passed without an evaluation, and is not made up.',
    data: {
      ...commonFields,
      slot_at: instantField,
      version: z.number().int().positive(),
      state: z.enum(['missed', 'no_fresh_data', 'stopped']),
      message: z.string().nullable(),
      left_out_at: instantField,
    },
  }),
] as const;
export type AutomationRunEvent = EventOf<(typeof automationRunEvents)[number]>;
export type RunCounts = Extract<AutomationRunEvent, { type: 'AutomationRunEnded' }>['data']['counts'];
