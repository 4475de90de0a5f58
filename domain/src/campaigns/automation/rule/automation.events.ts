import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, instantField } from '../../../shared/fields.ts';
import { ruleWindows } from './rule-choices.ts';
import { ruleParamsField } from './rule-params.ts';

const context = 'automation';
const stream = 'automation-<automationId>';
const automation_id = z.number().int().positive();
const accountId = z.number().int().positive();
const changed = { automation_id, change_id: z.uuid(), changed_by: accountId, changed_at: instantField };
/** Campaigns by ad organization. */
const apply_to = z.record(z.string(), z.array(adsIdField));
const mode = z.enum(['live', 'shadow']);
const window = z.enum(ruleWindows);

export const automationTypes = ['raise_bids', 'filter_skag', 'filter_discovery'] as const;

export const automationEvents = [
  defineEvent({
    type: 'AutomationCreated',
    context,
    stream,
    meaning: 'A rule is stored: it raises bids, or watches the search terms, of these campaigns.',
    data: {
      automation_id,
      application_id: z.number().int().positive(),
      /** The first of its ad organizations; 0 for none. */
      org_id: adsIdField,
      automation_type: z.enum(automationTypes),
      name: z.string(),
      apply_to,
      automation_params: z.record(z.string(), z.unknown()),
      receive_notifications: z.boolean(),
      status: z.enum(['active', 'paused']),
      created_by: accountId,
      created_at: instantField,
      mode: mode.optional(),
      window: window.optional(),
    },
  }),
  defineEvent({
    type: 'AutomationRenamed',
    context,
    stream,
    meaning: 'The rule has another name.',
    data: { ...changed, name: z.string() },
  }),
  defineEvent({
    type: 'AutomationParamsChanged',
    context,
    stream,
    meaning:
      'The rule has other params or another window: a new version, which evaluates latches and released units again.',
    data: { ...changed, automation_params: ruleParamsField, window },
  }),
  defineEvent({
    type: 'AutomationScopeChanged',
    context,
    stream,
    meaning: 'The rule is for these campaigns from its next slot on.',
    data: { ...changed, apply_to },
  }),
  defineEvent({
    type: 'AutomationModeChanged',
    context,
    stream,
    meaning: 'From its next slot on the rule raises bids, or says only what it would have done.',
    data: { ...changed, mode },
  }),
  defineEvent({
    type: 'AutomationPaused',
    context,
    stream,
    meaning: 'The rule does nothing until it is started; a run under way ends.',
    data: changed,
  }),
  defineEvent({
    type: 'AutomationStarted',
    context,
    stream,
    meaning: 'The rule works again, from its next slot on.',
    data: changed,
  }),
  defineEvent({
    type: 'AutomationDeleted',
    context,
    stream,
    meaning: 'The rule is permanently deleted; its runs remain.',
    data: changed,
  }),
  defineEvent({
    type: 'AutomationNoticesChanged',
    context,
    stream,
    meaning: 'A person wants mails about the rule, or none.',
    data: { ...changed, receive_notifications: z.boolean() },
  }),
  defineEvent({
    type: 'AutomationUnitsResumed',
    context,
    stream,
    meaning: 'The rule may raise these units again although a person had lowered their bids.',
    data: { ...changed, keys: z.array(z.string().max(60)).max(5000) },
  }),
] as const;
export type AutomationEvent = EventOf<(typeof automationEvents)[number]>;
