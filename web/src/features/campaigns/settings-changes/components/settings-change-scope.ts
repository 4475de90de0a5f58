import type { Application, Organization } from '@tapwise/contract';
import { createContext, useContext } from 'react';
import type { ReportRows } from '../../../../shared/report/components/table/use-report-rows.ts';
import type { ReportQuestion } from '../../../../shared/report/index.ts';
import type { SettingsChangeLevel } from '../model/pending-edit.ts';

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

const TableScope = createContext<SettingsChangeScope | null>(null);

/** Around a table: parts of it that are drawn elsewhere than they are made have its scope as it is at their drawing. */
export const TableScopeProvider = TableScope.Provider;

export function useTableScope(): SettingsChangeScope {
  const scope = useContext(TableScope);
  if (scope === null) throw new Error('There is no table around this part.');
  return scope;
}
