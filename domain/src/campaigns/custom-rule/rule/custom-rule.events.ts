import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { adsIdField, instantField } from '../../../shared/fields.ts';
import { customRuleField } from '../definition/custom-rule.ts';

const context = 'automation';
const stream = 'customRule-<automationId>';
const automation_id = z.number().int().positive();
const accountId = z.number().int().positive();
const changed = { automation_id, change_id: z.uuid(), changed_by: accountId, changed_at: instantField };
/** Campaigns by ad organization; `all`: every search campaign of the application there. */
const apply_to = z.record(z.string(), z.union([z.array(adsIdField), z.literal('all')]));
const mode = z.enum(['live', 'shadow']);

export const customRuleEvents = [
  defineEvent({
    type: 'CustomRuleCreated',
    context,
    stream,
    meaning: 'A rule that people write is stored, for these campaigns.',
    data: {
      automation_id,
      change_id: z.uuid(),
      application_id: z.number().int().positive(),
      name: z.string(),
      rule: customRuleField,
      apply_to,
      mode,
      status: z.enum(['active', 'paused']),
      created_by: accountId,
      created_at: instantField,
    },
  }),
  defineEvent({
    type: 'CustomRuleChanged',
    context,
    stream,
    meaning: 'The rule has another content, all of it: a new version. `what`: the difference in words.',
    data: {
      ...changed,
      rule: customRuleField,
      apply_to,
      what: z.array(z.string()),
      /** The version whose content it is again. */
      restored_from: z.number().int().positive().optional(),
    },
  }),
  defineEvent({
    type: 'CustomRuleRenamed',
    context,
    stream,
    meaning: 'The rule has another name.',
    data: { ...changed, name: z.string() },
  }),
  defineEvent({
    type: 'CustomRuleModeChanged',
    context,
    stream,
    meaning: 'From its next slot on the rule makes its changes, or says only what it would have done.',
    data: { ...changed, mode },
  }),
  defineEvent({
    type: 'CustomRulePaused',
    context,
    stream,
    meaning:
      'The rule does nothing until it is started; a held run ends. `changed_by` is null where its failed changes did it.',
    data: { ...changed, changed_by: accountId.nullable(), message: z.string().nullable() },
  }),
  defineEvent({
    type: 'CustomRuleStarted',
    context,
    stream,
    meaning: 'The rule works again, from its next slot on.',
    data: changed,
  }),
  defineEvent({
    type: 'CustomRuleDeleted',
    context,
    stream,
    meaning: 'The rule is permanently deleted; its runs remain.',
    data: changed,
  }),
  defineEvent({
    type: 'CustomRuleNoticesChanged',
    context,
    stream,
    meaning: 'A person wants mails about the rule, or none.',
    data: { ...changed, receive_notifications: z.boolean() },
  }),
  defineEvent({
    type: 'CustomRuleUnitsResumed',
    context,
    stream,
    meaning:
      'The rule may change these units again although people took its changes back, or rules changed them to and fro.',
    data: { ...changed, keys: z.array(z.string().max(400)).max(5000) },
  }),
] as const;
export type CustomRuleEvent = EventOf<(typeof customRuleEvents)[number]>;
