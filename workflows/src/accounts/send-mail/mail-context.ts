import type { KeyVault, ReportFiles } from '@tapwise/adapters';
import type { Directory, ExistingReportSchedule } from '@tapwise/domain';

/** Where mails of scheduled reports are made from. */
export interface ReportMailSources {
  /** The schedule with all that was decided up to now; `undefined` for one that was deleted. */
  readonly readSchedule: (scheduleId: number) => Promise<ExistingReportSchedule | undefined>;
  readonly files: ReportFiles;
}

/** What mails are made with. */
export interface MailContext {
  readonly directory: Directory;
  readonly vault: Pick<KeyVault, 'decrypt' | 'keyedHash'>;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Where people write when something is wrong. */
  readonly support: string;
  /** Mails are not sent but shown, so that the demo's person has some, too; absent: they are sent. */
  readonly showsMails?: boolean;
  /** Scheduled reports, for their mails; absent where there are none. */
  readonly reports?: ReportMailSources;
}
