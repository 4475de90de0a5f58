import { type ColumnWidth, widestColumn } from '../../../tables/grid/index.ts';
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

/** How the rows are looked at: nothing of it asks the server again. */
export interface ReportView {
  tab: ReportTab;
  /** Empty: the report's own order. */
  sort: SortKey[];
  /** Columns a person chose, in their order; `null` for those of the tab. */
  columns: string[] | null;
  /** Widths a person chose, by column; all others are as wide as their figures need. */
  widths: Readonly<Record<string, ColumnWidth>>;
  /** Whether what running subscriptions are expected to bring is shown. */
  predictions: boolean;
}

export const defaultView: ReportView = {
  tab: 'short_report',
  sort: [],
  columns: null,
  widths: {},
  predictions: true,
};

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
    widths: readWidths(params.get('widths')),
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
    ['widths', writeWidths(view.widths), Object.keys(view.widths).length === 0],
    ['predictions', '0', view.predictions],
  ];
  for (const [name, value, isDefault] of parts) {
    if (isDefault) params.delete(name);
    else params.set(name, value);
  }
}

/** One column's width in an address: `spend*n`, `roas*w`, `name*320`. */
const widthForm = /^([^*]+)\*(n|w|\d{2,3})$/;

function readWidths(text: string | null): Record<string, ColumnWidth> {
  const widths: Record<string, ColumnWidth> = {};
  for (const part of (text ?? '').split(',').slice(0, mostColumns)) {
    const [, column = '', width = ''] = widthForm.exec(part) ?? [];
    if (!columnName.test(column) || Number(width) > widestColumn) continue;
    widths[column] = width === 'n' ? 'narrow' : width === 'w' ? 'wide' : Number(width);
  }
  return widths;
}

function writeWidths(widths: ReportView['widths']): string {
  const letters = { narrow: 'n', wide: 'w' };
  const parts = Object.entries(widths).flatMap(([column, width]) =>
    width === 'auto' ? [] : `${column}*${typeof width === 'number' ? width : letters[width]}`,
  );
  return parts.join(',');
}

/** The widths with one more chosen; `auto` gives a column back to its figures. */
export function withColumnWidth(
  widths: ReportView['widths'],
  column: string,
  width: ColumnWidth,
): ReportView['widths'] {
  const { [column]: _before, ...others } = widths;
  return width === 'auto' ? others : { ...others, [column]: width };
}
