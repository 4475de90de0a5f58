import type { Application, Organization } from '@tapwise/contract';
import type { ReportRows } from '../../../shared/report/components/table/use-report-rows.ts';
import type { ReportQuestion } from '../../../shared/report/index.ts';
import type { SettingsChangeLevel } from '../model/table-editing.ts';

/** A table in which settings are changed: whose it is, what its rows are and lie in. */
export interface SettingsChangeScope {
  accountId: number;
  application: Application;
  organization: Organization;
  level: SettingsChangeLevel;
  campaignId: number | null;
  adGroupId: number | null;
  /** Rows are in several campaigns, and say themselves in which. */
  across: boolean;
  /** Names of what the rows are in. */
  path: readonly string[];
  question: ReportQuestion | null;
  rows: ReportRows;
  /** Selection is no mode that is entered and left. */
  alwaysSelecting: boolean;
}
