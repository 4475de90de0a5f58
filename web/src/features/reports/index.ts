// What other screens share with Reports: pickers of the scope, the table of report rows, states, and addresses.
export type { ReportQuestion } from './api/report-api.ts';
export { Age } from './components/Age.tsx';
export { ComparePicker } from './components/ComparePicker.tsx';
export { FilterPicker } from './components/FilterPicker.tsx';
export { FilterTags } from './components/FilterTags.tsx';
export { groupsOf } from './components/grid-groups.tsx';
export { LiveSwitch } from './components/LiveSwitch.tsx';
export { ApplicationPicker, OrganizationPicker } from './components/ObjectPickers.tsx';
export { RangePicker } from './components/RangePicker.tsx';
export { ReportBanners, ReportError } from './components/ReportBanners.tsx';
export { Message, Processing } from './components/ReportStates.tsx';
export { ReportsScreen } from './components/ReportsScreen.tsx';
export { ReportTable } from './components/ReportTable.tsx';
export { useOrganizationToday, useReportRows } from './components/use-report-rows.ts';
export { remembered } from './components/use-report-scope.ts';
export { valueView } from './model/cell-views.ts';
export { type CompareChoice, changeText, compareLabels, earlierPeriod } from './model/compare-periods.ts';
export { describeRange, includesToday, type RangeChoice, resolveRange } from './model/range.ts';
export { organizationOf } from './model/resolve-scope.ts';
export {
  activeFilterCount,
  type Filters,
  readCompare,
  readFilters,
  readId,
  readRange,
  writeFilters,
  writeRange,
} from './model/url-state.ts';
export { defaultView, parseView, type ReportView, writeView } from './model/view-state.ts';
