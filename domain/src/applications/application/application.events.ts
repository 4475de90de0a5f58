import { z } from 'zod';
import { guardrailsChanged } from '../../campaigns/guardrail/guardrail.events.ts';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, encryptedField, instantField } from '../../shared/fields.ts';
import { integrationEvents } from './integration.events.ts';

const context = 'application';
const stream = 'application-<applicationId>';
const applicationId = z.number().int().positive();

export const applicationCreated = defineEvent({
  type: 'ApplicationCreated',
  context,
  stream,
  meaning: 'A team added an app of the store.',
  data: {
    application_id: applicationId,
    account_id: z.number().int().positive(),
    team_id: z.number().int().positive(),
    name: z.string(),
    url: z.string(),
    adam_id: adsIdField,
    api_key: z.string(),
    currency: currencyField,
    small_business: z.boolean(),
    created_at: instantField,
  },
});

export const apiKeyAdded = defineEvent({
  type: 'ApiKeyAdded',
  context,
  stream,
  meaning: 'The application has a further key, which new versions of the app are to ship with; older ones stay good.',
  data: { application_id: applicationId, api_key: z.string(), added_at: instantField },
});

export const apiKeyDeleted = defineEvent({
  type: 'ApiKeyDeleted',
  context,
  stream,
  meaning: 'A key of the application is dead: calls with it are refused.',
  data: { application_id: applicationId, api_key: z.string(), deleted_at: instantField },
});

export const adsAccountNameSubmitted = defineEvent({
  type: 'AdsAccountNameSubmitted',
  context,
  stream,
  meaning: 'The name of the Apple Ads account to link was given; the invitation is awaited.',
  data: { application_id: applicationId, asa_account_name: z.string(), submitted_at: instantField },
});

export const adOrganizationLinked = defineEvent({
  type: 'AdOrganizationLinked',
  context,
  stream,
  meaning: 'An ad organization of that name is visible to us and belongs to this application.',
  data: {
    application_id: applicationId,
    org_id: adsIdField,
    name: z.string(),
    // The submitted account name it was found by: the organization's own name or its display name.
    account_name: z.string(),
    currency: currencyField,
    time_zone: z.string(),
    payment_model: z.string().nullable(),
    linked_at: instantField,
  },
});

export const adOrganizationRolesSeen = defineEvent({
  type: 'AdOrganizationRolesSeen',
  context,
  stream,
  meaning:
    'The ad service said which roles it gives us in a linked organization; recorded when they are others than before.',
  data: { application_id: applicationId, org_id: adsIdField, role_names: z.array(z.string()), seen_at: instantField },
});

export const adOrganizationClaimed = defineEvent({
  type: 'AdOrganizationClaimed',
  context,
  stream: 'adOrganization-<orgId>',
  version: 2,
  meaning: 'The ad organization belongs to one team; the stream can be created only once.',
  data: { org_id: adsIdField, team_id: z.number().int().positive(), claimed_at: instantField },
});

export const teamAppReserved = defineEvent({
  type: 'TeamAppReserved',
  context,
  stream: 'teamApp-<teamId>.<adamId>',
  meaning:
    'A team adds an app of the store, under the number of this application; the stream can be created only once.',
  data: { team_id: z.number().int().positive(), adam_id: adsIdField, application_id: applicationId },
});

/** How a team can prove that it runs the app. */
export const ownershipProofs = ['store_notification', 'store_reports', 'campaign_code', 'operator'] as const;
export type OwnershipProof = (typeof ownershipProofs)[number];

export const applicationOwnershipProven = defineEvent({
  type: 'ApplicationOwnershipProven',
  context,
  stream,
  meaning: 'The team proved that it runs the app, so ad organizations of its account name may be linked.',
  data: { application_id: applicationId, proof: z.enum(ownershipProofs), at: instantField },
});

export const adOrganizationFound = defineEvent({
  type: 'AdOrganizationFound',
  context,
  stream,
  meaning: 'An ad organization of the submitted name is visible; it waits for a proof or for an operator.',
  data: { application_id: applicationId, org_id: adsIdField, name: z.string(), found_at: instantField },
});

export const adOrganizationLinkAllowed = defineEvent({
  type: 'AdOrganizationLinkAllowed',
  context,
  stream,
  meaning: 'An operator decided that the ad organization belongs to this application.',
  data: { application_id: applicationId, org_id: adsIdField, decided_at: instantField },
});

export const adOrganizationLinkRefused = defineEvent({
  type: 'AdOrganizationLinkRefused',
  context,
  stream,
  meaning: 'An operator decided that the ad organization does not belong to this application.',
  data: { application_id: applicationId, org_id: adsIdField, decided_at: instantField },
});

export const storePasswordSet = defineEvent({
  type: 'StorePasswordSet',
  context,
  stream,
  meaning: 'The shared secret of old-style store notifications was given and that setup closed.',
  data: { application_id: applicationId, password: encryptedField, set_at: instantField },
});

export const storeConnectionSet = defineEvent({
  type: 'StoreConnectionSet',
  context,
  stream,
  meaning: "The key and vendor number that open the store's sales reports were given.",
  data: {
    application_id: applicationId,
    vendor_number: z.string(),
    key_id: z.string(),
    issuer_id: z.string(),
    private_key: encryptedField,
    set_at: instantField,
  },
});

export const storeNotificationsProven = defineEvent({
  type: 'StoreNotificationsProven',
  context,
  stream,
  meaning: 'A verifiable store notification of a known form arrived: the integration works.',
  data: { application_id: applicationId, at: instantField },
});

export const unknownStoreNotificationReceived = defineEvent({
  type: 'UnknownStoreNotificationReceived',
  context,
  stream,
  meaning: 'A verifiable store notification of unknown form arrived: the integration shows an error.',
  data: { application_id: applicationId, notification_id: z.string(), excerpt: z.string(), at: instantField },
});

export const sdkIntegrationConfirmed = defineEvent({
  type: 'SdkIntegrationConfirmed',
  context,
  stream,
  meaning: 'The team says the SDK is built in; its first call is awaited.',
  data: { application_id: applicationId, confirmed_at: instantField },
});

export const sdkIntegrationProven = defineEvent({
  type: 'SdkIntegrationProven',
  context,
  stream,
  meaning: 'The first SDK call arrived, the first real one after a test, or one with an earlier first launch.',
  data: { application_id: applicationId, first_event_day: dayField, test: z.boolean(), at: instantField },
});

export const usersImported = defineEvent({
  type: 'UsersImported',
  context,
  stream,
  meaning: 'Users of the past were imported, back to this day; `complete` when whoever sends them has no others.',
  data: { application_id: applicationId, first_launch_day: dayField, complete: z.boolean(), at: instantField },
});

export const smallBusinessChanged = defineEvent({
  type: 'SmallBusinessChanged',
  context,
  stream,
  meaning: "The team joined or left the store's programme with the lower fee.",
  data: { application_id: applicationId, small_business: z.boolean(), changed_at: instantField },
});

export const invoiceDetailsUsed = defineEvent({
  type: 'InvoiceDetailsUsed',
  context,
  stream,
  meaning:
    'A campaign is created on account with other invoice details than the one before; the next form begins with them.',
  /** Ciphertext of `{buyerName, buyerEmail, billingContactEmail}`. */
  data: { application_id: applicationId, invoice_details: encryptedField, used_at: instantField },
});

export const applicationEvents = [
  ...integrationEvents,
  applicationCreated,
  teamAppReserved,
  apiKeyAdded,
  apiKeyDeleted,
  adsAccountNameSubmitted,
  adOrganizationLinked,
  adOrganizationRolesSeen,
  adOrganizationClaimed,
  applicationOwnershipProven,
  adOrganizationFound,
  adOrganizationLinkAllowed,
  adOrganizationLinkRefused,
  storePasswordSet,
  storeConnectionSet,
  storeNotificationsProven,
  unknownStoreNotificationReceived,
  sdkIntegrationConfirmed,
  sdkIntegrationProven,
  usersImported,
  smallBusinessChanged,
  invoiceDetailsUsed,
  guardrailsChanged,
] as const;
export type ApplicationEvent = EventOf<(typeof applicationEvents)[number]>;
