import { z } from 'zod';

// What is not needed may have any form: apps in the store cannot be recalled, and their installs cannot be counted later.
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
const optionalText = optional(z.string().max(64));

/** Body of an attribution call. Fields we do not know are ignored, those we cannot read are taken as absent. */
export const attributionPayload = z.object({
  api_key: z.string().min(1).max(128),
  install_id: z.string().min(1).max(64),
  first_launch_at: z.iso.datetime({ offset: true }),
  attribution_token: optional(z.string()),
  sdk_version: optionalText,
  app_version: optionalText,
  os_version: optionalText,
  device_class: optional(z.enum(['iphone', 'ipad', 'mac', 'tv', 'vision', 'watch', 'ipod'])),
  locale: optionalText,
  /** The phone's clock at sending. */
  sent_at: optional(z.iso.datetime({ offset: true })),
  build: optional(z.string()),
});
export type AttributionPayload = z.infer<typeof attributionPayload>;

const testBuilds: ReadonlySet<unknown> = new Set(['testflight', 'debug', 'simulator']);

/** Whether an app did not come from the store, so that nothing it reports is counted. Any other word counts. */
export const isTestBuild = ({ build }: Pick<AttributionPayload, 'build'>): boolean => testBuilds.has(build);
