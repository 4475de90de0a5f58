import { z } from 'zod';

const areSafe = (text: string): boolean => text.split(':').every((id) => Number.isSafeInteger(Number(id)));
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .refine(areSafe);
/** A number or its decimal text. */
export const idField = z.union([z.number().int().positive().max(Number.MAX_SAFE_INTEGER), idText]);
export const keywordKey = z
  .string()
  .regex(/^[1-9]\d{0,15}(:[1-9]\d{0,15}){2}$/)
  .refine(areSafe);
/** As it was entered; what is no amount is refused in the words of its field. */
export const amountField = z.union([z.number(), z.string().max(40), z.null()]);

/** What every call that acts takes beside its own fields. */
export const caller = {
  token: z.string().max(200).optional(),
  comment: z.string().max(500).optional().meta({ description: 'Kept with the change; no personal data.' }),
  confirm_guardrails: z.boolean().optional(),
};
export const base = { application_id: idField, asa_organization_id: idField, ...caller };
export const ofCampaign = { ...base, campaign_id: idField };
