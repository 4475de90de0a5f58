import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const sdkVersionsPath = '/api/application/sdk_versions';
export const sdkVersionsQuerySchema = z.object({
  application_id: z.string().max(20).optional(),
  token: z.string().max(200).optional(),
});
export const sdkVersionsResponseSchema = okSchema.extend({
  /** Of the last seven days, the most used first. */
  versions: z.array(
    z.object({
      /** `null`: the calls named none. */
      version: z.string().nullable(),
      installs: z.number(),
      /** Fraction of installs whose first call brought Apple's token. */
      token_share: z.number(),
      /** Fraction of installs whose attribution is not decided yet. */
      pending_share: z.number(),
      newest_install_at: z.string(),
      /** Tokens are missing at least three times as often as with the other versions. */
      lacks_tokens: z.boolean(),
    }),
  ),
});
