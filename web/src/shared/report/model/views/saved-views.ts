import { type CompareChoice, compareLabels } from '../scope/compare-periods.ts';
import { type Filters, type ReportsUrl, readFilters, writeFilters } from '../scope/url-state.ts';
import { parseView, type ReportView, writeView } from './view-state.ts';

/** A way of looking that a person keeps: tab, columns, sort, predictions, filters and compare, as an address says them. */
export interface SavedView {
  name: string;
  search: string;
  /** Reports opens with it. One at most. */
  isDefault: boolean;
}

export interface SavedParts {
  view: ReportView;
  filters: Filters;
  compare: CompareChoice;
}

const mostViews = 50;
const longestName = 80;

/** What of an address a saved view keeps: not whose figures, and not which days. */
export function searchOf(url: ReportsUrl): string {
  const params = new URLSearchParams();
  writeView(params, url);
  // Labels belong to one application, views to all.
  writeFilters(params, { ...url.scope.filters, labels: [] });
  if (url.scope.compare !== 'none') params.set('compare', url.scope.compare);
  return params.toString();
}

export function partsOf(search: string): SavedParts {
  const params = new URLSearchParams(search);
  const compare = params.get('compare') ?? 'none';
  return {
    view: parseView(params),
    filters: readFilters(params),
    compare: compare in compareLabels ? (compare as CompareChoice) : 'none',
  };
}

/** Reads what the browser kept; what is not a list of views counts as none. */
export function readViews(text: string | null): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView).slice(0, mostViews) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<SavedView> | null;
  return typeof view?.name === 'string' && typeof view.search === 'string' && typeof view.isDefault === 'boolean';
}

/** Keeps a view under a name; the same name again replaces what it meant. */
export function withView(views: readonly SavedView[], name: string, search: string): SavedView[] {
  const wanted = name.trim().slice(0, longestName);
  if (wanted === '') return [...views];
  const before = views.find((view) => view.name === wanted);
  const kept = views.filter((view) => view !== before);
  return [...kept, { name: wanted, search, isDefault: before?.isDefault ?? false }].slice(-mostViews);
}

/** Makes a view the one Reports opens with, or none when it was. */
export function withDefault(views: readonly SavedView[], name: string): SavedView[] {
  return views.map((view) => ({ ...view, isDefault: view.name === name && !view.isDefault }));
}

export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  return views.filter((view) => view.name !== name);
}
