// What every report screen shares: pickers of the scope, the table of report rows, states, and addresses.
export { useHasTotalBudgets } from './api/readiness-api.ts';
export type { ReportQuestion } from './api/report-api.ts';
export { FilterPicker } from './components/filter/FilterPicker.tsx';
export { FilterTags } from './components/filter/FilterTags.tsx';
export { Age } from './components/live/Age.tsx';
export { LiveSwitch } from './components/live/LiveSwitch.tsx';
export { RangePicker } from './components/range/RangePicker.tsx';
export { ComparePicker } from './components/scope/ComparePicker.tsx';
export { AccountPickers, ApplicationPicker, OrganizationPicker } from './components/scope/ObjectPickers.tsx';
export { remembered } from './components/scope/use-report-scope.ts';
export { ReportNotice } from './components/states/LateNotice.tsx';
export { ReportBanners, ReportError } from './components/states/ReportBanners.tsx';
export { Message, Processing } from './components/states/ReportStates.tsx';
export { groupsOf } from './components/table/grid-groups.tsx';
export { ReportTable } from './components/table/ReportTable.tsx';
export type { ReportTableProps } from './components/table/report-table-props.ts';
export { useOrganizationToday, useReportRows } from './components/table/use-report-rows.ts';
export { valueView } from './model/columns/cell-views.ts';
export { parentOfGroup } from './model/rows/keyword-groups.ts';
export { type CompareChoice, changeText, compareLabels, earlierPeriod } from './model/scope/compare-periods.ts';
export { describeRange, includesToday, type RangeChoice, resolveRange } from './model/scope/range.ts';
export { countOf } from './model/scope/report-level.ts';
export { organizationOf } from './model/scope/resolve-scope.ts';
export {
  activeFilterCount,
  type Filters,
  readCompare,
  readFilters,
  readId,
  readRange,
  writeFilters,
  writeRange,
} from './model/scope/url-state.ts';
export type { DisplayedRows, TableEditing } from './model/table-editing.ts';
export { defaultView, parseView, type ReportView, writeView } from './model/views/view-state.ts';
