import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { instantField } from '../../../shared/fields.ts';

export const noticesRead = defineEvent({
  type: 'NoticesRead',
  context: 'alert',
  stream: 'notices-<accountId>',
  meaning: 'A person has read notices: some of them, or all up to an instant.',
  data: {
    account_id: z.number().int().positive(),
    notice_ids: z.array(z.uuid()).max(500),
    /** `null`: only those named. */
    through: instantField.nullable(),
    read_at: instantField,
  },
});
export type NoticesRead = EventOf<typeof noticesRead>;
