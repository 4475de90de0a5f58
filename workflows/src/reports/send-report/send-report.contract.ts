import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';

/** One sending of a report. What is due and what is done is in the log. */
export interface SendReportInput {
  readonly schedule_id: number;
  readonly slot: string;
}

export interface SendReportActivities {
  /** Whether it is still to be made or sent, and how long it should wait for figures that are complete. */
  awaitFigures(send: SendReportInput): Promise<{ readonly is_open: boolean; readonly wait_seconds: number }>;
  /** Makes the report and its files, reads them back and records them; or that there is nothing to send. */
  makeReport(send: SendReportInput): Promise<{ readonly is_made: boolean }>;
  /** Records who gets a mail, and asks for these mails; the same ones however often it is called. */
  requestReportMails(send: SendReportInput): Promise<void>;
  /** Reads whether all mails have ended, and records how. */
  followReportMails(send: SendReportInput): Promise<{ readonly settled: boolean }>;
}

/** A report that is made again waits for tables of the past, which are made of the log from its beginning. */
const makingOptions: ActivityOptions = {
  queue: 'fits',
  longestSeconds: 1800,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
};

export const sendReportProcess = defineProcess<SendReportInput, SendReportActivities>({
  name: 'sendReport',
  id: ({ schedule_id, slot }) => `send-report/${schedule_id}.${slot}`,
  activities: {
    awaitFigures: recordOptions,
    makeReport: makingOptions,
    requestReportMails: recordOptions,
    followReportMails: recordOptions,
  },
});
