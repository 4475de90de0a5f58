import { z } from 'zod';
import { okSchema } from '../envelope.ts';

export const sdkVersionsPath = '/api/application/sdk_versions';
export const sdkVersionsQuerySchema = z.object({
  application_id: z.string().max(20).optional(),
  token: z.string().max(200).optional(),
});
export const sdkVersionSchema = z.object({
  /** `null`: the calls named none. */
  version: z.string().nullable(),
  /** Against the newest version of the packages; `unknown` for a text that is no version, or for one that is newer still. */
  age: z.enum(['newest', 'older', 'unknown']),
  installs: z.number(),
  /** Fraction of the installs of all versions. */
  install_share: z.number(),
  /** Fraction of installs whose first call brought Apple's token; `null` without installs. */
  token_share: z.number().nullable(),
  /** Fraction of installs whose attribution is not decided yet; `null` without installs. */
  pending_share: z.number().nullable(),
  newest_install_at: z.string().nullable(),
  /** Tokens are missing at least three times as often as with the other versions. */
  lacks_tokens: z.boolean(),
  /** Calls that were answered 400. */
  refused_calls: z.number(),
  /** Calls are answered 400 at least three times as often as those of the other versions. */
  refused_often: z.boolean(),
});
export type SdkVersion = z.infer<typeof sdkVersionSchema>;

export const sdkVersionsResponseSchema = okSchema.extend({
  /** Of the last seven days, the most used first. */
  versions: z.array(sdkVersionSchema),
  newest_version: z.string(),
});
export type SdkVersionsResponse = z.infer<typeof sdkVersionsResponseSchema>;
