import { defineProcess, recordOptions } from '../../story/process.ts';

/** There is one such process. */
export type ReportLastingFailuresInput = Readonly<Record<string, never>>;

export interface ReportLastingFailuresActivities {
  /** Records which failures have lasted an hour; mails follow from these events. @returns the pause before the next look. */
  reportLasting(): Promise<{ pause_seconds: number }>;
}

export const reportLastingFailuresProcess = defineProcess<ReportLastingFailuresInput, ReportLastingFailuresActivities>({
  name: 'reportLastingFailures',
  id: () => 'report-lasting-failures',
  activities: { reportLasting: recordOptions },
});
