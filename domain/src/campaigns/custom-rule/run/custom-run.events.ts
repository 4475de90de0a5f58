import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../../shared/fields.ts';
import { daySources } from '../evaluation/evaluation-data.ts';
import { actionNames } from '../evaluation/rule-verdict.ts';
import { recordedVerdictsFields } from './record/recorded-verdicts.ts';

const context = 'automation';
const stream = 'customRuleRun-<automationId>.<orgId>.<slot>';
const commonFields = {
  run_id: z.uuid(),
  automation_id: z.number().int().positive(),
  application_id: z.number().int().positive(),
  org_id: adsIdField,
  /** Local date and hour, or `manual-<uuid>`. */
  slot: z.string(),
};
const count = z.number().int().nonnegative();
const version = z.number().int().positive();
const message = z.string().nullable();
const accountId = z.number().int().positive();
const day = dayField.nullable();
const spans = z.array(z.object({ from: dayField, to: dayField }));

/** How many verdicts of each kind; they sum to `checked`. */
const countsField = z.object({
  checked: count,
  acted: count,
  no_match: count,
  no_data: count,
  on_hold: count,
  skipped: count,
  limited: count,
  failed: count,
});

/** How the calls for one unit ended, one for each action that was sent. */
export const settledUnitField = z.object({
  key: z.string(),
  actions: z.array(
    z.object({
      do: z.enum(actionNames),
      outcome: z.enum(['changed', 'unchanged', 'refused', 'conflict', 'skipped', 'unknown']),
      message,
    }),
  ),
});
export type SettledUnit = z.infer<typeof settledUnitField>;

const verdicts = { ...commonFields, ...recordedVerdictsFields, decided_at: instantField };

export const customRunEvents = [
  defineEvent({
    type: 'CustomRuleRunRequested',
    context,
    stream,
    meaning: 'A person wants the rule to be evaluated now.',
    data: {
      ...commonFields,
      version,
      /** The held run that this one releases: it is evaluated anew, and may change as many units as it finds. */
      releases: z.uuid().optional(),
      /** The call that asked, where it said how it is to be repeated. */
      call_id: z.uuid().optional(),
      asked_by: accountId,
      requested_at: instantField,
    },
  }),
  defineEvent({
    type: 'CustomRuleRunStarted',
    context,
    stream,
    meaning:
      'A rule that people wrote was evaluated in an ad organization, on exactly these data. Another one replaces an evaluation of which not all verdicts were recorded.',
    data: {
      ...commonFields,
      slot_at: instantField,
      version,
      mode: z.enum(['live', 'shadow']),
      /** Of settings. */
      currency: currencyField,
      as_of: instantField,
      /** Commit position up to which figures are those of the tables; a decimal number. */
      position: z.string().regex(/^\d+$/),
      /** The newest pull of the organization. */
      pulled_at: instantField.nullable(),
      /** The newest complete day of each source that the rule uses. */
      days: z.object({ ads: day, people: day, predictions: day, search_terms: day, impression_share: day }),
      /** Days whose figures are in, as far as the rule may ask for them. Absent: it was not asked, and every day counted as in. */
      coverage: z.object({ ads: spans, users: spans, purchases: spans }).optional(),
      /** Sources that open alerts put in doubt, and since when. Absent: they were not asked. */
      doubts: z.array(z.object({ source: z.enum(daySources), since: dayField })).optional(),
      /** Its campaigns, and up to which event of each settings were read. */
      campaigns: z.array(z.object({ campaign_id: adsIdField, revision: count })),
      counts: countsField,
      /** Units without a verdict of their own: no time range has a figure of them. */
      without_figures: count,
      joined: count,
      left: count,
      /** Too many units would change: nothing is sent. */
      held: z.object({ would: count, judged: count }).nullable(),
      /** How many events with units and verdicts follow. */
      parts: count,
      /** Who asked for a run by hand. */
      asked_by: accountId.nullable(),
    },
  }),
  defineEvent({
    type: 'CustomRuleUnitsChanged',
    context,
    stream,
    meaning: 'Units that are under the rule since this run, and those that are no longer; at most 5,000 in one event.',
    data: {
      ...commonFields,
      /** Of the organization. */
      day: dayField,
      joined: z.array(z.string()),
      left: z.array(z.string()),
    },
  }),
  defineEvent({
    type: 'CustomRuleVerdictsDecided',
    context,
    stream,
    version: 2,
    meaning: 'What was decided about units of the rule, before anything is sent; at most 500 in one event.',
    data: verdicts,
  }),
  defineEvent({
    type: 'CustomRuleVerdictsSuggested',
    context,
    stream,
    version: 2,
    meaning: 'What a rule in shadow mode would have decided about units; nothing is sent. At most 500 in one event.',
    data: verdicts,
  }),
  defineEvent({
    type: 'CustomRuleVerdictsSettled',
    context,
    stream,
    meaning: 'How the calls for verdicts ended; at most 500 in one event.',
    data: { ...commonFields, settled: z.array(settledUnitField).max(500), settled_at: instantField },
  }),
  defineEvent({
    type: 'CustomRuleRunEnded',
    context,
    stream,
    meaning: 'Every unit has its verdict, and every call its outcome; or the run is held, and nothing was sent.',
    data: {
      ...commonFields,
      state: z.enum(['done', 'stopped', 'held']),
      change_ids: z.array(z.uuid()),
      counts: countsField,
      message,
      /** So many of its changes failed that the rule is paused. */
      breaks: z.boolean(),
      ended_at: instantField,
    },
  }),
  defineEvent({
    type: 'CustomRuleRunLeftOut',
    context,
    stream,
    meaning: 'A slot of the rule passed without an evaluation, and is not made up.',
    data: {
      ...commonFields,
      slot_at: instantField,
      version,
      state: z.enum(['missed', 'no_fresh_data', 'no_complete_data', 'stopped']),
      message,
      left_out_at: instantField,
    },
  }),
] as const;
export type CustomRunEvent = EventOf<(typeof customRunEvents)[number]>;
export type CustomRunData<Type extends CustomRunEvent['type']> = Extract<CustomRunEvent, { type: Type }>['data'];
export type CustomRunStart = CustomRunData<'CustomRuleRunStarted'>;
