import { expect, type Locator, type Page } from '@playwright/test';

/** Histories are pulled when the product starts; the first rows may take this long on a slow machine. */
const firstRowsMs = 150_000;

/** Reports as a person sees it: by names and roles. */
export interface ReportsPage {
  page: Page;
  grid: Locator;
  rows: Locator;
  totals: Locator;
  header(column: string): Locator;
  /** The cell of a column in a row, found by the header's place. */
  cell(row: Locator, column: string): Promise<Locator>;
}

/** Enters the demo and waits until campaigns are there. */
export async function openDemo(page: Page): Promise<ReportsPage> {
  await page.goto('/login');
  await page.getByRole('button', { name: /demo/i }).click();
  await page.waitForURL(/\/client\/reports/);
  const reports = reportsPage(page);
  await expect(reports.rows.first()).toBeVisible({ timeout: firstRowsMs });
  return reports;
}

export function reportsPage(page: Page): ReportsPage {
  const grid = page.getByRole('grid');
  const header = (column: string) => grid.locator(`[data-column="${column}"]`);
  return {
    page,
    grid,
    rows: grid.locator('[data-row-id]'),
    totals: grid.locator('[data-row="totals"]'),
    header,
    async cell(row, column) {
      const columnIndex = await header(column).getAttribute('aria-colindex');
      return row.locator(`[aria-colindex="${columnIndex}"]`);
    },
  };
}

/** Chooses a preset, applies it and waits until its rows are there. */
export async function chooseRange({ page, grid }: ReportsPage, preset: string): Promise<void> {
  await page.getByRole('button', { name: /Last 7 days/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: preset, exact: true }).click();
  const answered = page.waitForResponse((response) => /claim_type=click/.test(response.url()));
  await page.getByRole('button', { name: 'Apply' }).click();
  await answered;
  await expect(grid).toHaveAttribute('aria-busy', 'false');
}

/** The number a cell shows; `null` for what is not known. */
export function numberOf(text: string): number | null {
  const plain = text.replaceAll(',', '').replace('−', '-').replace('+', '').trim();
  return plain === '' || plain === '–' ? null : Number(plain);
}
