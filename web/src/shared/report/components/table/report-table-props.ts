import type { Application, Organization, ReportRow } from '@tapwise/contract';
import type { ReactNode } from 'react';
import type { GridColumn, GridMemory } from '../../../tables/grid/index.ts';
import type { ReportQuestion } from '../../api/report-api.ts';
import type { CompareChoice } from '../../model/scope/compare-periods.ts';
import type { ReportLevel } from '../../model/scope/report-level.ts';
import type { TableEditing } from '../../model/table-editing.ts';
import type { ReportView } from '../../model/views/view-state.ts';
import type { ReportRows } from './use-report-rows.ts';

export interface ReportTableProps {
  /** What a row is. */
  level: ReportLevel;
  /** Name of the table. */
  label?: string;
  question: ReportQuestion | null;
  rows: ReportRows;
  application: Application;
  organization: Organization;
  /** Today where the organization is. */
  today: string;
  view: ReportView;
  onView: (part: Partial<ReportView>) => void;
  compare?: CompareChoice;
  /** Columns of the screen's own, right beside the name. Keep the array the same between renderings. */
  beside?: readonly GridColumn<ReportRow>[];
  /** Names of what the rows lie within. */
  path?: readonly string[];
  /** Opens what lies below a row; without it rows do not open. */
  onOpen?: (row: ReportRow) => void;
  /** The address of what a row opens. Keep the function the same between renderings. */
  addressOf?: (row: ReportRow) => string;
  onUp?: () => void;
  memory: GridMemory;
  /** The grid was reached by opening a row or by going back: it takes the focus. */
  takeFocus?: boolean;
  /** Shown in the place of rows, if anything. */
  instead?: (table: { displayedCount: number; all: number; clearFilter: () => void }) => ReactNode;
  /** Keywords of one text share a row that opens to them. */
  grouped?: boolean;
  /** What can be changed in the table; absent where nothing can. */
  tableEditing?: TableEditing | undefined;
  /** In the place of its controls until they have come. */
  tableEditingPlaceholder?: ReactNode;
  /** Without tabs and predictions: the row filter and the column picker alone. */
  bare?: boolean;
  /** Further controls beside the column picker. */
  tools?: ReactNode;
}
