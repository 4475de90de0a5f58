import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { idField } from '../request-fields.ts';

const tokenField = z.string().max(200).optional();
const ofOrganization = { application_id: idField, asa_organization_id: idField, token: tokenField };

/** Which ad account is the organization: not looked for yet, proven, one of several, or none that our key sees. */
export const accountBindingSchema = z.enum(['pending', 'proven', 'choose', 'credentials']);
/** `standing`: nothing can be read or written at Apple until something about the connection changes. */
export const connectionStateSchema = z.enum(['working', 'standing']);

/** How an organization is connected to Apple Ads. */
export const appleAdsConnectionSchema = z.object({
  organization_id: z.number(),
  name: z.string(),
  state: connectionStateSchema,
  binding: accountBindingSchema,
  ad_account_id: z.number().nullable(),
  v1_org_id: z.number().nullable(),
  proven_by: z.enum(['campaigns', 'number_and_name', 'link', 'person', 'operator']).nullable(),
  proven_at: z.string().nullable(),
  credentials: z.enum(['shared', 'own']),
  candidates: z.array(z.object({ ad_account_id: z.number(), name: z.string() })),
  history: z.array(z.object({ at: z.string(), text: z.string() })),
  message: z.string().nullable(),
});
export type AppleAdsConnection = z.infer<typeof appleAdsConnectionSchema>;

export const appleAdsQuerySchema = z.object({ application_id: idField, token: tokenField });
export const appleAdsResponseSchema = okSchema.extend({
  api: z.enum(['v1', 'v5']),
  state: z.enum(['working', 'away', 'ended']),
  organizations: z.array(appleAdsConnectionSchema),
});
export type AppleAdsResponse = z.infer<typeof appleAdsResponseSchema>;

export const appleAdsKeyBodySchema = z.strictObject({ ...ofOrganization, replace: z.boolean().optional() });
export const appleAdsKeyResponseSchema = okSchema.extend({
  public_key: z.string().meta({ description: 'PEM, P-256: what is uploaded in the account at Apple.' }),
});

const nameField = z.string().max(200);
export const appleAdsCredentialsBodySchema = z.strictObject({
  ...ofOrganization,
  client_id: nameField,
  team_id: nameField,
  key_id: nameField,
});
export const appleAdsAccountBodySchema = z.strictObject({ ...ofOrganization, ad_account_id: idField });
export const appleAdsConnectionResponseSchema = okSchema.extend({ connection: appleAdsConnectionSchema });
