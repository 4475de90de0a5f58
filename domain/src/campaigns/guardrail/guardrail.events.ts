import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';
import { guardrailsField } from './guardrails.ts';

const applicationId = z.number().int().positive();
const accountId = z.number().int().positive();

export const guardrailsChanged = defineEvent({
  type: 'GuardrailsChanged',
  context: 'application',
  stream: 'application-<applicationId>',
  meaning:
    'An admin set the limits within which settings of the application may be changed; all of them as they are now.',
  data: { application_id: applicationId, guardrails: guardrailsField, changed_by: accountId, changed_at: instantField },
});

const stop = { team_id: z.number().int().positive(), application_id: applicationId.nullable() };

export const automaticWorkStopped = defineEvent({
  type: 'AutomaticWorkStopped',
  context: 'team',
  stream: 'team-<teamId>',
  meaning:
    'Someone pressed Stop all: rules, scheduled change sets and creations of the team, or of one application, write nothing.',
  data: { ...stop, stopped_by: accountId, stopped_at: instantField },
});

export const automaticWorkReleased = defineEvent({
  type: 'AutomaticWorkReleased',
  context: 'team',
  stream: 'team-<teamId>',
  meaning: 'An admin released Stop all; what was stopped goes on.',
  data: { ...stop, released_by: accountId, released_at: instantField },
});
