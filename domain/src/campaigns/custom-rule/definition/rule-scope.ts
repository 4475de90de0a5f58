import { z } from 'zod';
import { textKey } from '../../creation/planning/keyword-list.ts';
import { idField } from './entered-fields.ts';

/** Texts are compared as text keys, of which white space is no part. */
const piece = z
  .string()
  .max(80)
  .refine((text) => textKey(text) !== '', { error: 'Enter a text' });
const pieces = z.array(piece).min(1).max(20).optional();
/** Pieces of one list are joined by *or*, lists by *and*; `lacks` keeps what has none of its pieces. */
export const textFilterField = z.strictObject({ contains: pieces, lacks: pieces, is: pieces, starts: pieces });
export type TextFilter = z.infer<typeof textFilterField>;

/** Campaign, ad group, keyword or search term by its ids, as answers have it. */
const unitKeyForm = /^[1-9]\d{0,15}(?::[1-9]\d{0,15}(?::(?:[1-9]\d{0,15}|t:.+))?)?$/su;

/** The campaign of a unit; `undefined` for what is no key of a unit. */
export const campaignOfKey = (key: string): number | undefined =>
  unitKeyForm.test(key) ? Number(key.split(':', 1)[0]) : undefined;

const labelIds = z.array(idField).min(1).max(50).optional();

export const scopeField = z.strictObject({
  name: textFilterField.optional(),
  campaign_name: textFilterField.optional(),
  ad_group_name: textFilterField.optional(),
  /** `running`: itself and all parents are enabled; `paused`: live, but not that. */
  status: z
    .array(z.enum(['running', 'paused']))
    .min(1)
    .max(2)
    .default(['running']),
  labels: z.strictObject({ any: labelIds, none: labelIds }).optional(),
  match_types: z
    .array(z.enum(['EXACT', 'BROAD']))
    .min(1)
    .optional(),
  kinds: z
    .array(z.enum(['skag', 'discovery', 'regular']))
    .min(1)
    .optional(),
  strategies: z
    .array(z.enum(['manual_cpt', 'max_conversions']))
    .min(1)
    .optional(),
  /** ISO 3166 alpha-2. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .optional(),
  /** Keys of units that are left out. */
  except: z.array(z.string().max(400)).max(1000).optional(),
});
export type RuleScope = z.infer<typeof scopeField>;
