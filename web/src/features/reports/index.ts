// What other screens share with Reports: pickers of the scope, the table of report rows, states, and addresses.
export type { ReportQuestion } from './api/report-api.ts';
export { Age } from './components/Age.tsx';
export { FilterPicker } from './components/FilterPicker.tsx';
export { FilterTags } from './components/FilterTags.tsx';
export { groupsOf } from './components/grid-groups.tsx';
export { LiveSwitch } from './components/LiveSwitch.tsx';
export { ApplicationPicker, OrganizationPicker } from './components/ObjectPickers.tsx';
export { RangePicker } from './components/RangePicker.tsx';
export { ReportBanners, ReportError } from './components/ReportBanners.tsx';
export { Message } from './components/ReportStates.tsx';
export { ReportsScreen } from './components/ReportsScreen.tsx';
export { ReportTable } from './components/ReportTable.tsx';
export { FoldedScope, ScopeFrame } from './components/ScopeFrame.tsx';
export { useOrganizationToday, useReportRows } from './components/use-report-rows.ts';
export { remembered } from './components/use-report-scope.ts';
export { valueView } from './model/cell-views.ts';
export { describeRange, type RangeChoice, resolveRange } from './model/range.ts';
export { organizationOf } from './model/resolve-scope.ts';
export {
  activeFilterCount,
  type Filters,
  readFilters,
  readId,
  readRange,
  writeFilters,
  writeRange,
} from './model/url-state.ts';
export { defaultView, parseView, type ReportView, writeView } from './model/view-state.ts';
