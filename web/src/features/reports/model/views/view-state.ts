import { parseSort, type SortKey, serializeSort } from '../rows/sort-rows.ts';

/** The five views of the same rows, in the order of the tabs. */
export const reportTabs = [
  { tab: 'short_report', label: 'Short report', inAddress: 'short' },
  { tab: 'spend_details', label: 'Spend details', inAddress: 'spend' },
  { tab: 'income_details', label: 'Income details', inAddress: 'income' },
  { tab: 'in_apps_details', label: 'In-Apps details', inAddress: 'inapps' },
  { tab: 'full_report', label: 'Full report', inAddress: 'full' },
] as const;

export type ReportTab = (typeof reportTabs)[number]['tab'];

/** How the rows are looked at: nothing of it asks the server anew. */
export interface ReportView {
  tab: ReportTab;
  /** Empty: the report's own order. */
  sort: SortKey[];
  /** Columns a person chose, in their order; `null` for those of the tab. */
  columns: string[] | null;
  /** Whether what running subscriptions are expected to bring is shown. */
  predictions: boolean;
}

export const defaultView: ReportView = { tab: 'short_report', sort: [], columns: null, predictions: true };

/** No table has more columns than this; what an address names beyond is not read. */
const mostColumns = 200;
/** Names of the catalogue, and of a product's states: `product:<product id>:<state>`. */
const columnName = /^(?:[a-z0-9_]{1,60}|product:[\w.-]{1,120}:[a-z_]{1,30})$/;

/** Reads the view an address says; what it does not understand it takes as not said. */
export function parseView(params: URLSearchParams): ReportView {
  const columns = (params.get('cols') ?? '').split(',').filter((name) => columnName.test(name));
  return {
    tab: reportTabs.find(({ inAddress }) => inAddress === params.get('tab'))?.tab ?? defaultView.tab,
    sort: parseSort(params.get('sort')),
    columns: columns.length === 0 ? null : [...new Set(columns)].slice(0, mostColumns),
    predictions: params.get('predictions') !== '0',
  };
}

/** Writes a view into an address; defaults are left out, so that links stay short. */
export function writeView(params: URLSearchParams, view: ReportView): void {
  const inAddress = reportTabs.find(({ tab }) => tab === view.tab)?.inAddress ?? '';
  const parts: [string, string, boolean][] = [
    ['tab', inAddress, view.tab === defaultView.tab],
    ['sort', serializeSort(view.sort), view.sort.length === 0],
    ['cols', view.columns?.join(',') ?? '', view.columns === null],
    ['predictions', '0', view.predictions],
  ];
  for (const [name, value, isDefault] of parts) {
    if (isDefault) params.delete(name);
    else params.set(name, value);
  }
}
