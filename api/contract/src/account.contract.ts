import { z } from 'zod';
import { okSchema } from './envelope.ts';

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
  small_business: z.boolean(),
  asa_account_name: z.string().nullable(),
  /** Contained in a campaign's name it proves that the team runs the app. */
  link_code: z.string(),
  /** `proof_needed`: an ad organization of the account name waits until the team proves that it runs the app. */
  asa_problem: z.enum(['proof_needed']).nullable(),
  asa_integration: z.enum(['invitation_sent', 'integrated']).nullable(),
  asc_integration: z.enum(['not_integrated', 'partially_integrated', 'integrated']),
  asc_notifications_integration: z.enum(['waiting_for_events', 'integrated', 'error']).nullable(),
  sdk_integration: z.enum(['waiting_for_events', 'integrated']).nullable(),
  asaOrganizations: z.array(organizationSchema),
  paymentModel: z.string().nullable(),
  first_sdk_event_date: z.string().nullable(),
});
export type Application = z.infer<typeof applicationSchema>;

export const accountSchema = z.object({
  user_id: z.number(),
  team_id: z.number(),
  name: z.string(),
  email: z.string(),
  organizationName: z.string(),
  /** `restricted`: reports come without spend and traffic. */
  access: z.enum(['admin', 'member', 'restricted']),
  activeSubscription: z.boolean(),
  trialExpirationDate: z.string().nullable(),
  paidUntil: z.string().nullable(),
  hasBillingIssues: z.boolean(),
  receiveProductUpdates: z.boolean(),
  demo: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

/** Answer of `POST /api/session` and of `GET` and `POST /api/account`. */
export const sessionAnswerSchema = okSchema.extend({
  token: z.string(),
  account: accountSchema,
  applications: z.array(applicationSchema),
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

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
export const signUpBodySchema = z.strictObject({
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
export const createApplicationAnswerSchema = okSchema.extend({ application_id: z.number() });

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
  private_key: textField.meta({ description: 'Text of the .p8 file.' }),
  token: tokenField,
});
export const sdkIntegrationBodySchema = z.strictObject({ application_id: applicationIdField, token: tokenField });
export const applicationSettingsBodySchema = z.strictObject({
  application_id: applicationIdField,
  small_business: z.boolean(),
  token: tokenField,
});
