import { z } from 'zod';
import { defineUpcaster } from './define-upcaster.ts';

/** Notifications of version 1 were all read by the first mapping; their bytes were not kept. */
export const storeNotificationReceivedV1ToV2 = defineUpcaster({
  type: 'StoreNotificationReceived',
  from: 1,
  recorded: z.looseObject({ notification_id: z.string() }),
  upcast: (data) => ({ ...data, mapping: 1 }),
});
