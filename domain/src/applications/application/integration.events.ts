import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';

const context = 'application';
const stream = 'application-<applicationId>';
const applicationId = z.number().int().positive();
const ofOrganization = { application_id: applicationId, org_id: adsIdField };

/** What the store said of a key, or that it gave no answer. */
export const storeCheckOutcomes = [
  'accepted',
  'not_checked',
  'key_refused',
  'role_missing',
  'agreement_missing',
  'vendor_number_refused',
] as const;
export type StoreCheckOutcome = (typeof storeCheckOutcomes)[number];

const storeAccessChecked = defineEvent({
  type: 'StoreAccessChecked',
  context,
  stream,
  meaning: 'What the store said when the key of its reports was used; recorded when it differs, and once a day.',
  data: { application_id: applicationId, outcome: z.enum(storeCheckOutcomes), checked_at: instantField },
});

const storeNotificationsConfirmed = defineEvent({
  type: 'StoreNotificationsConfirmed',
  context,
  stream,
  meaning: 'The team says that the store has our address; its first notification is awaited.',
  data: { application_id: applicationId, confirmed_at: instantField },
});

const adOrganizationMissed = defineEvent({
  type: 'AdOrganizationMissed',
  context,
  stream,
  meaning: 'A linked ad organization is not among those that the ad service shows us, for the first time.',
  data: { ...ofOrganization, missed_at: instantField },
});

const adOrganizationAccessLost = defineEvent({
  type: 'AdOrganizationAccessLost',
  context,
  stream,
  meaning: 'The ad service has not shown us the linked ad organization for a day.',
  data: { ...ofOrganization, lost_at: instantField },
});

const adOrganizationSeenAgain = defineEvent({
  type: 'AdOrganizationSeenAgain',
  context,
  stream,
  meaning: 'The ad service shows us the linked ad organization again.',
  data: { ...ofOrganization, seen_at: instantField },
});

export const integrationEvents = [
  storeAccessChecked,
  storeNotificationsConfirmed,
  adOrganizationMissed,
  adOrganizationAccessLost,
  adOrganizationSeenAgain,
] as const;
