import type { ReportSchedule } from '@tapwise/contract/report-schedules';

export type {
  ReportPreviewResponse,
  ReportRecipientRow,
  ReportSchedule,
  ReportSendRow,
} from '@tapwise/contract/report-schedules';

export type ScheduledView = ReportSchedule['view'];
export type ScheduledScope = ReportSchedule['scope'];
export type Cadence = ReportSchedule['cadence'];
export type SendState = NonNullable<ReportSchedule['last']>['state'];

/** A person of the team, or an address outside it. */
export type EnteredRecipient = { account_id: number } | { email: string };

/** A report as it is sent to the server. */
export interface EnteredReport {
  name: string;
  view: ScheduledView;
  scope: ScheduledScope;
  range: string;
  cadence: Cadence;
  form: ReportSchedule['form'];
  recipients: EnteredRecipient[];
  wait_hours: number;
  if_late: ReportSchedule['if_late'];
  if_empty: ReportSchedule['if_empty'];
  correct: boolean;
}
