import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { accountBindingSchema, connectionStateSchema } from './apple-ads.contract.ts';
import { activeSubscriptionSchema, pausedSubscriptionSchema, serviceSchema } from './billing.contract.ts';

export const organizationSchema = z.object({
  organization_id: z.number(),
  name: z.string(),
  currency: z.string(),
  time_zone: z.string(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const applicationSchema = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  adam_id: z.number(),
  currency: z.string(),
  /** `null` for restricted members. */
  api_key: z.string().nullable(),
  /** Every key that is good, the newest last; `null` for restricted members. */
  api_keys: z.array(z.string()).nullable(),
  small_business: z.boolean(),
  asa_account_name: z.string().nullable(),
  /** Contained in a campaign's name it proves that the team runs the app. */
  link_code: z.string(),
  /**
   * `proof_needed`: an ad organization of the account name waits until the team proves that it runs the app; `role`: we may only read;
   * `access_lost`: an ad organization has not been shown to us for a day.
   */
  asa_problem: z.enum(['proof_needed', 'role', 'access_lost']).nullable(),
  asa_integration: z.enum(['not_integrated', 'invitation_sent', 'integrated']),
  asc_integration: z.enum(['not_integrated', 'partially_integrated', 'integrated']),
  /** When the store last accepted the key of its reports. */
  asc_checked_at: z.string().nullable(),
  /** `not_checked`: the store gave no answer yet; `access_lost`: a key that worked is refused; else why the key was refused. */
  asc_problem: z
    .enum(['not_checked', 'key_refused', 'role_missing', 'agreement_missing', 'vendor_number_refused', 'access_lost'])
    .nullable(),
  asc_notifications_integration: z.enum(['not_integrated', 'waiting_for_events', 'integrated', 'error']),
  /** What the store is to send its notifications to, with the newest key; `null` for restricted members. */
  notifications_url: z.string().nullable(),
  /** What the SDK in apps is to call; `null` where the server does not know its own address. */
  ingest_url: z.string().nullable(),
  /** `null` also while the tables are away. */
  last_notification_at: z.string().nullable(),
  sdk_integration: z.enum(['not_integrated', 'waiting_for_events', 'integrated']),
  last_sdk_event_at: z.string().nullable(),
  /**
   * What does not work in an integration: why, since when, and a sentence that says both and what to do. Failures that may pass by
   * themselves are here when they have lasted ten minutes.
   */
  problems: z.array(
    z.object({
      integration: z.enum(['ads', 'store', 'notifications', 'sdk']),
      reason: z.string(),
      since: z.string(),
      sentence: z.string(),
    }),
  ),
  asaOrganizations: z.array(
    organizationSchema.extend({
      state: connectionStateSchema,
      binding: accountBindingSchema,
      message: z.string().nullable(),
    }),
  ),
  paymentModel: z.string().nullable(),
  /** Who was invoiced last for a campaign on account; `null` before, and for restricted members. */
  locInvoiceDetails: z
    .object({ buyerName: z.string(), buyerEmail: z.string(), billingContactEmail: z.string() })
    .nullable(),
  first_sdk_event_date: z.string().nullable(),
});
export type Application = z.infer<typeof applicationSchema>;

export const accountSchema = z.object({
  user_id: z.number(),
  team_id: z.number(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  organizationName: z.string(),
  /** `restricted`: reports come without spend and traffic. */
  access: z.enum(['admin', 'member', 'restricted']),
  /** The team's; `null` unless it will charge again. */
  activeSubscription: activeSubscriptionSchema.nullable(),
  pausedSubscription: pausedSubscriptionSchema.nullable(),
  trialExpirationDate: z.string().nullable(),
  paidUntil: z.string().nullable(),
  hasBillingIssues: z.boolean(),
  service: serviceSchema,
  /** `null`: open end. */
  service_ends_at: z.string().nullable(),
  receiveProductUpdates: z.boolean(),
  share_usage: z.boolean(),
  mail_switches: z.object({
    integrations: z.boolean(),
    automation: z.boolean(),
    alerts: z.boolean(),
    reports: z.boolean(),
  }),
  demo: z.boolean(),
  /** The newest copy of what is kept about the person; `expires_at` is null while it is being made. */
  export: z.object({ requested_at: z.string(), expires_at: z.string().nullable() }).nullable(),
  /** When the account and its team are erased, unless the mailed link is used before. */
  deletes_at: z.string().nullable(),
});
export type Account = z.infer<typeof accountSchema>;

/** Answer of `POST /api/session` and of `GET` and `POST /api/account`. */
export const sessionResponseSchema = okSchema.extend({
  token: z.string(),
  account: accountSchema,
  applications: z.array(applicationSchema),
});
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

const tokenField = z.string().max(200).optional();
/** Long enough for anything real; what is wrong inside is named by the rule it breaks. */
const textField = z.string().max(4000).optional();

/** Either `{demo: true}` or an address and a password. Absent fields are reported by name, so none is required here. */
export const signInBodySchema = z.strictObject({
  demo: z.literal(true).optional(),
  email: textField,
  password: textField,
  token: tokenField,
});
/** Signing up, or with `collaborator_token` joining a team: then the address is the invitation's. */
export const signUpBodySchema = z.strictObject({
  collaborator_token: z.string().max(200).optional(),
  proof: z.string().max(200).optional(),
  name: textField,
  email: textField,
  password: textField,
  token: tokenField,
});
export const accountQuerySchema = z.object({ token: tokenField, email: textField, password: textField });
export const tokenBodySchema = z.strictObject({ token: tokenField });
export const createApplicationBodySchema = z.strictObject({
  name: textField,
  url: textField,
  currency: z.string().max(10).optional(),
  small_business: z.boolean().optional(),
  token: tokenField,
});
export const createApplicationResponseSchema = okSchema.extend({ application_id: z.number() });

const applicationIdField = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const adsAccountNameBodySchema = z.strictObject({
  application_id: applicationIdField,
  asa_account_name: textField,
  token: tokenField,
});
export const storePasswordBodySchema = z.strictObject({
  application_id: applicationIdField,
  password: textField,
  token: tokenField,
});
export const storeConnectionBodySchema = z.strictObject({
  application_id: applicationIdField,
  vendor_number: textField,
  key_id: textField,
  issuer_id: textField,
  // Too long a file is refused in the words for every fault of it.
  private_key: z.string().optional().meta({ description: 'Text of the .p8 file, at most 8 kB.' }),
  token: tokenField,
});
export const sdkIntegrationBodySchema = z.strictObject({ application_id: applicationIdField, token: tokenField });
export const applicationSettingsBodySchema = z.strictObject({
  application_id: applicationIdField,
  small_business: z.boolean(),
  token: tokenField,
});
