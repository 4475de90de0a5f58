import { defineProcess } from '../story/process.ts';
import type { SendMailActivities } from './send-mail.activities.ts';

/** A mail that was asked for. Its content and attempts are in the log. */
export interface SendMailInput {
  readonly mail_id: string;
}

export const sendMailProcess = defineProcess<SendMailInput, SendMailActivities>({
  name: 'sendMail',
  id: ({ mail_id }) => `mail/${mail_id}`,
  activities: {
    attemptMail: {
      queue: 'records',
      longestSeconds: 120,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 2 },
    },
  },
});
