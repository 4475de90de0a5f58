import { z } from 'zod';

/** Body of a store notification: signed (version 2) or with the shared secret (version 1). Nothing else can be verified. */
export const notificationPayload = z.union([
  z.object({ signedPayload: z.string().min(1) }),
  z.looseObject({ password: z.union([z.string(), z.number().transform(String)]) }),
]);
export type NotificationPayload = z.infer<typeof notificationPayload>;
