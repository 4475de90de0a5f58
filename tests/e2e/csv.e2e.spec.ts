import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

interface Rows {
  rows: { id: number; name: string }[];
}

test('a table too long for a workbook is downloaded as the CSV of the server, whole or not at all', async ({
  page,
}) => {
  await page.route(
    (address) => address.pathname === '/api/asa/campaigns' && !address.searchParams.has('format'),
    async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as Rows;
      // Other questions of the screen are asked by this call as well; those in rows get many, and the widest tab makes too many cells.
      const [first] = report.rows ?? [];
      if (first === undefined) return await route.fulfill({ response });
      const more = Array.from({ length: 50_001 }, (_, index) => ({
        id: 10 ** 12 + index,
        name: first.name,
        status: 'RUNNING',
      }));
      await route.fulfill({ response, json: { ...report, rows: [...report.rows, ...more] } });
    },
  );
  const { token } = await openSignedIn(page, '/client/reports?tab=full');
  const button = page.getByRole('button', { name: 'CSV' });
  await expect(button).toBeVisible({ timeout: firstFiguresMs });
  await expect(page.getByRole('button', { name: 'Excel' })).toHaveCount(0);
  await expectAccessible(page, 'too long for a workbook', 'footer');

  const request = page.waitForRequest((request) => request.url().includes('format=csv'));
  const file = page.waitForEvent('download');
  await button.focus();
  await page.keyboard.press('Enter');
  const downloaded = await file;
  const same = (await request).url().replace(/&?format=csv/, '');
  const answered = await page.request.get(same, { headers: { authorization: `Bearer ${token}` } });
  const report = (await answered.json()) as Rows;
  expect(downloaded.suggestedFilename()).toMatch(/^tapwise-campaigns-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await downloaded.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFId,Name,Status,/);
  expect(lines.slice(1, report.rows.length + 1).map((line) => line.split(',')[0])).toEqual(
    report.rows.map(({ id }) => String(id)),
  );
  expect(lines.at(-2)).toBe(`Rows,${report.rows.length}`);
  await expect(page.getByRole('status').filter({ hasText: `Done: ${report.rows.length} rows` })).toBeVisible();

  await page.route(
    (address) => address.searchParams.get('format') === 'csv',
    (route) => route.fulfill({ body: text.slice(0, -20), contentType: 'text/csv' }),
  );
  await button.click();
  await expect(page.getByText('Could not make the CSV file: The file broke off.')).toBeVisible();
});
