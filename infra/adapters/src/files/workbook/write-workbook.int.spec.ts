import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SheetCell } from '@tapwise/domain';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IncompleteFileError, verifyWorkbook, type WorkbookContent, writeWorkbook } from './write-workbook.ts';
import { writeWorkbookInThread } from './write-workbook-in-thread.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapwise-workbook-'));
});
afterAll(() => rm(folder, { recursive: true }));

const columns: WorkbookContent['columns'] = [
  { header: 'Keyword', kind: 'text', width: 30, summed: false },
  { header: 'Id', kind: 'text', width: 12, summed: false },
  { header: 'Day', kind: 'day', width: 12, summed: false },
  { header: 'Taps', kind: 'count', width: 10, summed: true },
  { header: 'Spend, $', kind: 'money', currency: { sign: '$', code: 'USD' }, width: 12, summed: true },
  { header: 'ROAS', kind: 'percent', width: 10, summed: false },
];

function contentOf(rows: readonly (readonly SheetCell[])[], totals?: readonly SheetCell[]): WorkbookContent {
  const sum = (column: number): number => {
    const micros = rows.reduce((all, row) => all + Math.round(Number(row[column] ?? 0) * 1_000_000), 0);
    return micros / 1_000_000;
  };
  return {
    columns,
    rows,
    count: rows.length,
    totals: totals ?? ['Total', null, null, sum(3), sum(4), 0.5],
    receipt: [
      { label: 'Report', value: '=cmd|calc' },
      { label: 'Spend', value: 12.5, kind: 'money', currency: { sign: '$', code: 'USD' } },
    ],
  };
}

async function sheetsOf(path: string): Promise<ExcelJS.Worksheet[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets;
}

const valuesOf = (sheet: ExcelJS.Worksheet | undefined, row: number): unknown[] =>
  columns.map((_, column) => sheet?.getRow(row).getCell(column + 1).value);

const sample: readonly (readonly SheetCell[])[] = [
  ['US · Brand', '123', '2026-11-20', 1234, 99.123456, 0.87654321],
  ['=HYPERLINK("x")', '007', '2026-03-29', -1, -0.000001, null],
  ['+1 \u0007_x0041_', '9007199254740993', null, 0, 0.3, 1.5],
];

describe('a workbook written row by row', () => {
  it('reads back as it was given: numbers as numbers, days as days, everything else as text', async () => {
    const path = join(folder, 'sample.xlsx');
    const written = await writeWorkbook(path, contentOf(sample));
    const [report, receipt] = await sheetsOf(path);
    expect([report?.name, receipt?.name, report?.rowCount]).toEqual(['Report', 'Receipt', 5]);
    expect(valuesOf(report, 1)).toEqual(['Keyword', 'Id', 'Day', 'Taps', 'Spend, $', 'ROAS']);
    const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
    expect(valuesOf(report, 2)).toEqual(['US · Brand', '123', day('2026-11-20'), 1234, 99.123456, 0.87654321]);
    expect(valuesOf(report, 3)).toEqual(['=HYPERLINK("x")', '007', day('2026-03-29'), -1, -0.000001, null]);
    expect(valuesOf(report, 4)[1]).toBe('9007199254740993');
    expect(valuesOf(report, 5)).toEqual(['Total', null, null, 1233, 99.423455, 0.5]);
    expect(receipt?.getRow(1).getCell(2).value).toBe('=cmd|calc');
    const bytes = await readFile(path);
    expect(written).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  });

  it('has a frozen header, a filter that leaves the totals out, formats, and no cell that is computed', async () => {
    const path = join(folder, 'formats.xlsx');
    await writeWorkbook(path, contentOf(sample));
    const [report] = await sheetsOf(path);
    expect(report?.views).toMatchObject([{ state: 'frozen', xSplit: 1, ySplit: 1 }]);
    expect(report?.autoFilter).toEqual('A1:F4');
    expect(report?.getRow(2).getCell(5).numFmt).toBe('"$"#,##0.00');
    expect(report?.getRow(5).getCell(1).font?.bold).toBe(true);
    report?.eachRow((row) =>
      row.eachCell((cell) => expect([cell.formula, cell.hyperlink]).toEqual([undefined, undefined])),
    );
  });

  it('holds every row of a long table', async () => {
    const path = join(folder, 'long.xlsx');
    const rows = Array.from({ length: 5000 }, (_, index): SheetCell[] => [
      `term ${index}`,
      `${index}`,
      null,
      index,
      0.1,
      1,
    ]);
    await writeWorkbook(path, contentOf(rows));
    const [report] = await sheetsOf(path);
    expect(report?.rowCount).toBe(5002);
    expect(valuesOf(report, 5002).slice(3, 5)).toEqual([12_497_500, 500]);
  });

  it('is refused when rows are missing or do not add up to the totals', async () => {
    const path = join(folder, 'wrong.xlsx');
    const short = { ...contentOf(sample), count: 4 };
    await expect(writeWorkbook(path, short)).rejects.toThrow('The file holds 5 rows of 6');
    const others = contentOf(sample, ['Total', null, null, 1233, 99.42, 0.5]);
    await expect(writeWorkbook(path, others)).rejects.toThrow('Spend, $ of all rows is not the total');
  });

  it('is refused wherever the file is cut, and when it is empty', async () => {
    const path = join(folder, 'cut.xlsx');
    const content = contentOf(sample);
    const { bytes } = await writeWorkbook(path, content);
    for (const left of [
      bytes - 1,
      bytes - 22,
      bytes - 23,
      ...[9, 7, 5, 3, 1].map((tenth) => Math.floor((bytes * tenth) / 10)),
      1,
    ]) {
      await truncate(path, left);
      await expect(verifyWorkbook(path, content), `${left} bytes`).rejects.toThrow(IncompleteFileError);
    }
    await writeFile(path, '');
    await expect(verifyWorkbook(path, content)).rejects.toThrow(IncompleteFileError);
  });
});

describe('a workbook written in a thread', () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index): SheetCell[] => [`term ${index}`, `${index}`, null, index, 0.1, 1]);

  it('holds every row, in their order', async () => {
    const path = join(folder, 'thread.xlsx');
    const written = await writeWorkbookInThread(path, contentOf(numbered(1501)));
    const [report, receipt] = await sheetsOf(path);
    expect([report?.rowCount, receipt?.rowCount]).toEqual([1503, 2]);
    expect([2, 501, 502, 1502].map((row) => report?.getRow(row).getCell(1).value)).toEqual([
      'term 0',
      'term 499',
      'term 500',
      'term 1500',
    ]);
    expect(written.sha256).toBe(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  });

  it('is refused like any other, also when its rows cannot be read', async () => {
    const short = { ...contentOf(sample), count: 4 };
    const path = join(folder, 'thread-wrong.xlsx');
    await expect(writeWorkbookInThread(path, short)).rejects.toThrow(
      new IncompleteFileError('The file holds 5 rows of 6'),
    );
    const broken = (function* (): Iterable<SheetCell[]> {
      yield* numbered(700);
      throw new Error('The rows have ended early');
    })();
    await expect(writeWorkbookInThread(path, { ...contentOf([]), rows: broken })).rejects.toThrow(
      'The rows have ended early',
    );
  });
});
