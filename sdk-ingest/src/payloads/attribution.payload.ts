import { z } from 'zod';

const optionalText = (most: number) => z.string().max(most).nullish();

/** Body of an attribution call. Fields we do not know are ignored: apps in the store cannot be recalled. */
export const attributionPayload = z.object({
  api_key: z.string().min(1).max(128),
  install_id: z.string().min(1).max(64),
  first_launch_at: z.iso.datetime({ offset: true }),
  attribution_token: optionalText(8192),
  sdk_version: optionalText(64),
  app_version: optionalText(64),
  os_version: optionalText(64),
  device_class: z.enum(['iphone', 'ipad', 'mac', 'tv', 'vision', 'watch', 'ipod']).nullish(),
  locale: optionalText(64),
});
export type AttributionPayload = z.infer<typeof attributionPayload>;
