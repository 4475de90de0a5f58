import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';
import { failureReasonNames, failureSourceNames, integrationNames } from './failure-kinds.ts';

const context = 'failure';
const stream = 'failures-<applicationId or product>';
/** `null`: the product as a whole. */
const application_id = z.number().int().positive().nullable();
/** `org_id`: the ad organization, where each is asked by itself. */
const subject = { application_id, org_id: adsIdField.nullable(), source: z.enum(failureSourceNames) };
/** `detail`: what is safe to show to anyone who may see the failure; no ids, names, addresses or secrets. */
const cause = { reason: z.enum(failureReasonNames), detail: z.string().max(200) };
const ofIntegration = { application_id, integration: z.enum(integrationNames) };

const failureBegan = defineEvent({
  type: 'FailureBegan',
  context,
  stream,
  meaning: 'An outside service, or what it sends, does not work any more; recorded once, not at each try.',
  data: { ...subject, ...cause, began_at: instantField },
});

const failureChanged = defineEvent({
  type: 'FailureChanged',
  context,
  stream,
  meaning: 'What does not work fails for another reason, or in another way; at most once an hour.',
  data: { ...subject, ...cause, changed_at: instantField },
});

const failureEnded = defineEvent({
  type: 'FailureEnded',
  context,
  stream,
  meaning: 'What did not work works again.',
  data: { ...subject, ended_at: instantField },
});

const integrationFailureReported = defineEvent({
  type: 'IntegrationFailureReported',
  context,
  stream,
  meaning: 'An integration has failed for an hour: admins are mailed. Not again until all of it works.',
  data: {
    ...ofIntegration,
    source: subject.source,
    reason: cause.reason,
    since: instantField,
    reported_at: instantField,
  },
});

const integrationRecovered = defineEvent({
  type: 'IntegrationRecovered',
  context,
  stream,
  meaning: 'All of an integration whose failure was reported works again: admins are mailed.',
  data: { ...ofIntegration, recovered_at: instantField },
});

export const failureEvents = [
  failureBegan,
  failureChanged,
  failureEnded,
  integrationFailureReported,
  integrationRecovered,
] as const;

export type FailureEvent = EventOf<(typeof failureEvents)[number]>;
