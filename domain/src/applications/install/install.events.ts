import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, claimTypeField, countryField, instantField } from '../../shared/fields.ts';

const context = 'install';
const stream = 'install-<applicationId>.<installId>';
const identity = { application_id: z.number().int().positive(), install_id: z.string().min(1).max(64) };

export const deviceClassField = z.enum(['iphone', 'ipad', 'mac', 'tv', 'vision', 'watch', 'ipod']);

export const installReported = defineEvent({
  type: 'InstallReported',
  context,
  stream,
  meaning: 'The SDK reported a first launch. Until the attribution is known the user counts as pending.',
  data: {
    ...identity,
    first_launch_at: instantField,
    received_at: instantField,
    attribution_token: z.string().nullable(),
    sdk_version: z.string().nullable(),
    app_version: z.string().nullable(),
    os_version: z.string().nullable(),
    device_class: deviceClassField.nullable(),
    locale: z.string().nullable(),
  },
});

/** The answer an attributed install gets about itself; the names are those known when the answer was first given. */
export const attributionField = z.object({
  /** `null`, as every other field but the campaign, where the attribution service did not say it and nothing else does. */
  org_id: adsIdField.nullable(),
  campaign_id: adsIdField,
  campaign_name: z.string().nullable(),
  ad_group_id: adsIdField.nullable(),
  ad_group_name: z.string().nullable(),
  keyword_id: adsIdField.nullable(),
  keyword_name: z.string().nullable(),
  ad_id: adsIdField.nullable(),
  custom_product_page: z.string().nullable(),
  country: countryField.nullable(),
  claim_type: claimTypeField,
});
export type Attribution = z.infer<typeof attributionField>;

/** Whether the SDK got the decision as its first final answer; false when it was made in the background, or had one before. */
const answeredField = z.boolean();

export const installAttributed = defineEvent({
  type: 'InstallAttributed',
  context,
  stream,
  meaning: "The store's attribution service named the campaign this user came from.",
  data: {
    ...identity,
    attribution: attributionField,
    conversion_type: z.string().nullable(),
    decided_at: instantField,
    answered: answeredField,
  },
});

export const installFoundOrganic = defineEvent({
  type: 'InstallFoundOrganic',
  context,
  stream,
  meaning: 'No ad led to this install, or it can no longer be found out.',
  data: {
    ...identity,
    reason: z.enum(['not_by_ads', 'no_token', 'token_rejected', 'no_answer_in_time']),
    decided_at: instantField,
    answered: answeredField,
  },
});

export const installReopened = defineEvent({
  type: 'InstallReopened',
  context,
  stream,
  meaning:
    'An install that was recorded without a token is open again: its token came, or an import said what the attribution service had said.',
  data: {
    ...identity,
    /** As reported first; tables are filled from this event without a look at the ones before it. */
    first_launch_at: instantField,
    device_class: deviceClassField.nullable(),
    /** `null` where an import brought the answer itself. */
    attribution_token: z.string().nullable(),
    received_at: instantField,
  },
});

export const testInstallReported = defineEvent({
  type: 'TestInstallReported',
  context,
  stream,
  meaning:
    'A test: the attribution service answered with its test record, or the build is not from the store. It proves the SDK and is in no figure.',
  data: { ...identity, received_at: instantField },
});

export const attributionAnswerGiven = defineEvent({
  type: 'AttributionAnswerGiven',
  context,
  stream,
  meaning: 'The SDK asked again after a decision made in the background and got it: its first final answer.',
  data: { ...identity, answered_at: instantField },
});

export const installEvents = [
  installReported,
  installAttributed,
  installFoundOrganic,
  installReopened,
  testInstallReported,
  attributionAnswerGiven,
] as const;
export type InstallEvent = EventOf<(typeof installEvents)[number]>;
