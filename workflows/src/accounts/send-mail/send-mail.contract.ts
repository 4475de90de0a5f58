import { defineProcess, recordOptions } from '../../story/process.ts';

/** A mail that was asked for. Its content and attempts are in the log. */
export interface SendMailInput {
  readonly mail_id: string;
}

export interface SendMailActivities {
  /** Whether the mail is still to be sent, and how long the next attempt has to wait. */
  readMail(mail: SendMailInput): Promise<{ is_open: boolean; pause_seconds: number }>;
  /** Makes one attempt, unless the mail has ended, has to wait, or another process attempts it. */
  attemptMail(mail: SendMailInput): Promise<void>;
}

export const sendMailProcess = defineProcess<SendMailInput, SendMailActivities>({
  name: 'sendMail',
  id: ({ mail_id }) => `mail/${mail_id}`,
  activities: {
    readMail: recordOptions,
    attemptMail: {
      queue: 'writes',
      longestSeconds: 900,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
    },
  },
});
