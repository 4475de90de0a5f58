import { page } from 'vitest/browser';
import { report, sums, todayByHour } from '../fixtures/report-fixtures.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './open-screen.tsx';

/** Three campaigns; by spend they are in this order, by taps in another. */
export const campaigns = [
  { id: 501, name: 'US Brand', base: sums({ spend: 90, taps: 30, installs: 12, trials: 6, income: 120 }) },
  { id: 502, name: 'JP Discovery', base: sums({ spend: 60, taps: 50, installs: 20, trials: 9, income: 40 }) },
  { id: 503, name: 'DE Generic', base: sums({ spend: 30, taps: 10, installs: 5, trials: 2, income: 15 }) },
];
export const adGroups = [{ id: 601, name: 'Exact', base: sums({ spend: 90, taps: 30, installs: 12, trials: 6 }) }];
export const keywords = [{ id: 701, name: 'sleep timer', base: sums({ spend: 90, taps: 30, installs: 12 }) }];

/** Reports of one application with three campaigns, the first of which holds an ad group with a keyword. */
export const openReports = (query = '', options: ScreenOptions = {}): Promise<OpenScreen> =>
  openScreen(`/client/reports${query}`, {
    ...options,
    responses: {
      'GET /api/asa/campaigns': report(campaigns),
      'GET /api/asa/adgroups': report(adGroups, 'ad_group'),
      'GET /api/asa/keywords': report(keywords, 'keyword'),
      'GET /api/asa/today_by_hour': todayByHour(),
      ...options.responses,
    },
  });

const findInGrid = (selector: string) => document.querySelector<HTMLElement>(`[role="grid"] ${selector}`);

/** The table as a person sees it, by the marks of its parts. */
export const table = {
  grid: () => document.querySelector('[role="grid"]'),
  header: (column: string) => findInGrid(`[data-column="${column}"]`),
  columns: () =>
    [...document.querySelectorAll('[role="grid"] [data-column]')].map((header) => header.getAttribute('data-column')),
  names: () =>
    [...document.querySelectorAll('[role="grid"] [data-row-id] [role="rowheader"]')].map(
      (header) => header.querySelector('a, span')?.textContent ?? '',
    ),
  name: (index = 0) =>
    document.querySelectorAll<HTMLElement>('[role="grid"] [data-row-id] [role="rowheader"]')[index] ?? null,
  /** A cell by its row, `totals` for the last one, and its column. */
  cell: (row: number | 'totals', column: string) => {
    const columnIndex = findInGrid(`[data-column="${column}"]`)?.getAttribute('aria-colindex') ?? '0';
    const mark = row === 'totals' ? '[data-row="totals"]' : `[data-row-id="${row}"]`;
    return findInGrid(`${mark} [aria-colindex="${columnIndex}"]`);
  },
  sorted: (column: string) => findInGrid(`[data-column="${column}"]`)?.getAttribute('aria-sort'),
};

export const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
