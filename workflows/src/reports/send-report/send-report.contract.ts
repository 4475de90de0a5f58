import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';

/** One sending of a report. What is due and what is done is in the log. */
export interface SendReportInput {
  readonly schedule_id: number;
  readonly slot: string;
}

export interface SendReportActivities {
  /** Whether it is still to be made or sent, and how long it should wait for figures that are complete. */
  awaitFigures(send: SendReportInput): Promise<{ readonly is_open: boolean; readonly wait_seconds: number }>;
  /**
   * Makes the report and its files, reads them back and records them; or that there is nothing to send. One of figures of then is not
   * made here (`is_again`).
   */
  makeReport(send: SendReportInput): Promise<{ readonly is_made: boolean; readonly is_again?: boolean }>;
  /** Makes a report again, one at a time: while it is the turn of another, nothing is made (`is_busy`). */
  makeReportAgain(send: SendReportInput): Promise<{ readonly is_made: boolean; readonly is_busy: boolean }>;
  /** Records who gets a mail, and asks for these mails; the same ones however often it is called. */
  requestReportMails(send: SendReportInput): Promise<void>;
  /** Reads whether all mails have ended, and records how. */
  followReportMails(send: SendReportInput): Promise<{ readonly settled: boolean }>;
}

const makingOptions: ActivityOptions = {
  queue: 'fits',
  longestSeconds: 600,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
};

/**
 * Waits for tables of the past, which are made of the log from its beginning. It takes the place of a record, of which there are many:
 * other reports and fits go on beside it.
 */
const makingAgainOptions: ActivityOptions = {
  queue: 'records',
  longestSeconds: 1800,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60 },
};

export const sendReportProcess = defineProcess<SendReportInput, SendReportActivities>({
  name: 'sendReport',
  id: ({ schedule_id, slot }) => `send-report/${schedule_id}.${slot}`,
  activities: {
    awaitFigures: recordOptions,
    makeReport: makingOptions,
    makeReportAgain: makingAgainOptions,
    requestReportMails: recordOptions,
    followReportMails: recordOptions,
  },
});
