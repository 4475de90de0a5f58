import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { accountSchema } from './account.contract.ts';

const tokenField = z.string().max(200).optional();
/** Long enough for anything real; what is wrong inside is reported by the rule it breaks. */
const textField = z.string().max(4000);
const secretField = z.string().min(1).max(200);
const accountIdField = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const accessField = z.enum(['admin', 'member', 'restricted']);

/** `PUT /api/account`: fields of one group at a time; `null` and absent mean unchanged. */
export const changeAccountBodySchema = z.strictObject({
  name: textField.nullish(),
  organizationName: textField.nullish(),
  password: textField.nullish(),
  receive_product_updates: z.boolean().optional(),
  share_usage: z.boolean().optional(),
  mail_switches: z
    .strictObject({
      integrations: z.boolean().optional(),
      automation: z.boolean().optional(),
      alerts: z.boolean().optional(),
      reports: z.boolean().optional(),
    })
    .optional(),
  token: tokenField,
});
export const changeAccountResponseSchema = okSchema.extend({ account: accountSchema });

/** A member, or an address that is invited: then `token` is the invitation's, and the member's fields are null. */
export const collaboratorSchema = z.object({
  email: z.string(),
  name: z.string().nullable(),
  accountId: z.number().nullable(),
  token: z.string().nullable(),
  access: accessField,
  joined_at: z.string().optional(),
  invited_at: z.string().optional(),
  expires_at: z.string().optional(),
});
export type Collaborator = z.infer<typeof collaboratorSchema>;

export const collaboratorsResponseSchema = okSchema.extend({ collaborators: z.array(collaboratorSchema) });
export const collaboratorResponseSchema = okSchema.extend({ collaborator: collaboratorSchema });
export const inviteBodySchema = z.strictObject({
  email: textField.optional(),
  access: accessField.optional(),
  token: tokenField,
});
export const changeCollaboratorBodySchema = z.strictObject({
  account_id: accountIdField,
  access: accessField,
  token: tokenField,
});
export const removeCollaboratorBodySchema = z
  .strictObject({
    account_id: accountIdField.nullish(),
    collaborator_token: secretField.nullish(),
    token: tokenField,
  })
  .refine(({ account_id, collaborator_token }) => (account_id ?? collaborator_token ?? null) !== null);
/** `token` is the invitation's. */
export const invitationQuerySchema = z.object({ token: z.string().max(200).optional() });
export const invitationResponseSchema = okSchema.extend({ organization_name: z.string(), email: z.string() });

export const passwordResetBodySchema = z.strictObject({ email: textField.optional() });
export const newPasswordBodySchema = z.strictObject({ reset_token: secretField, password: textField.optional() });
export const verifyBodySchema = z.strictObject({ verification_token: secretField });
export const verifyResponseSchema = okSchema.extend({ email: z.string() });
export const changeEmailBodySchema = z.strictObject({
  email: textField.optional(),
  password: textField.optional(),
  token: tokenField,
});

export const deleteAccountBodySchema = z.strictObject({ password: textField.optional(), token: tokenField });
/** `deletes_at`: when the account is erased; `null` where it has happened. */
export const deleteAccountResponseSchema = okSchema.extend({ deletes_at: z.string().nullable() });
export const keepAccountBodySchema = z.strictObject({ keep_token: secretField });
export const keepAccountResponseSchema = okSchema.extend({ email: z.string() });

export const sessionsResponseSchema = okSchema.extend({
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      last_seen_at: z.string(),
      address: z.string(),
      agent: z.string(),
      current: z.boolean(),
    }),
  ),
});
export type ListedSession = z.infer<typeof sessionsResponseSchema>['sessions'][number];
export const endSessionsBodySchema = z.union([
  z.strictObject({ session_id: z.string().min(1).max(200), token: tokenField }),
  z.strictObject({ others: z.literal(true), token: tokenField }),
]);

const applicationIdField = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const addKeyBodySchema = z.strictObject({ application_id: applicationIdField, token: tokenField });
export const addKeyResponseSchema = okSchema.extend({ api_key: z.string() });
export const deleteKeyBodySchema = z.strictObject({
  application_id: applicationIdField,
  api_key: z.string().min(1).max(128),
  token: tokenField,
});
