import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  microsPerUnit,
  type SheetCell,
  type SheetCurrency,
  type SheetKind,
  sheetFormat,
  sheetString,
} from '@tapwise/domain';
import ExcelJS, { type Column, type Row, type Worksheet } from 'exceljs';
import { readSheet } from './read-sheet.ts';

export interface WorkbookColumn {
  readonly header: string;
  readonly kind: SheetKind;
  /** Of money. */
  readonly currency?: SheetCurrency;
  /** Characters. */
  readonly width: number;
  /** Whether the cell of the totals is the sum of all rows; the file is checked by it. */
  readonly summed: boolean;
}

export interface WorkbookReceiptLine {
  readonly label: string;
  readonly value: SheetCell;
  readonly kind?: SheetKind;
  readonly currency?: SheetCurrency;
}

/** A table with its totals, and what is said about it. Rows come in pieces, so that they need not be in memory together. */
export interface WorkbookContent {
  readonly columns: readonly WorkbookColumn[];
  readonly rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>;
  /** How many rows there are to be. */
  readonly count: number;
  readonly totals: readonly SheetCell[];
  /** What all rows add up to, by column, where totals leave some of them out; the totals if absent. */
  readonly sums?: readonly SheetCell[];
  readonly receipt: readonly WorkbookReceiptLine[];
}

export interface WrittenFile {
  readonly bytes: number;
  /** Of the file, hexadecimal. */
  readonly sha256: string;
}

/** The file would not be what it says: it must not be sent. */
export class IncompleteFileError extends Error {}

const bold = { bold: true, name: 'Calibri', family: 2, size: 11 };
/** The writer takes rows faster than the file takes them, and says nothing about it. */
const rowsPerTurn = 200;

/**
 * Writes a workbook of two sheets, *Report* and *Receipt*, row by row, and reads it back. It holds no formulas, links or macros: numbers
 * are numbers, everything else is text.
 * @throws IncompleteFileError when the file does not hold every row, or its columns do not add up to the totals.
 */
export async function writeWorkbook(path: string, content: WorkbookContent): Promise<WrittenFile> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: false });
  workbook.creator = 'Tapwise';
  await writeReport(workbook, content);
  writeReceipt(workbook.addWorksheet('Receipt'), content.receipt);
  await workbook.commit();
  await verifyWorkbook(path, content);
  return { bytes: (await stat(path)).size, sha256: await hashOf(path) };
}

async function writeReport(
  workbook: InstanceType<typeof ExcelJS.stream.xlsx.WorkbookWriter>,
  { columns, rows, totals, count }: WorkbookContent,
): Promise<void> {
  const frozen = { state: 'frozen', xSplit: 1, ySplit: 1 } as const;
  const sheet = workbook.addWorksheet('Report', { views: [frozen] });
  sheet.columns = columns.map(({ width, kind, currency }): Partial<Column> => {
    return { width, style: styleOf(kind, currency) };
  });
  // Header and rows, not the totals: sorting would mix them with the rows.
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: count + 1, column: columns.length } };
  commit(sheet.addRow(columns.map(({ header }) => sheetString(header))), bold);
  let written = 0;
  for await (const row of rows) {
    commit(sheet.addRow(columns.map(({ kind }, index) => cellOf(row[index] ?? null, kind))));
    written += 1;
    if (written % rowsPerTurn === 0) await nextTurn();
  }
  commit(sheet.addRow(columns.map(({ kind }, index) => cellOf(totals[index] ?? null, kind))), bold);
  sheet.commit();
}

function writeReceipt(sheet: Worksheet, receipt: readonly WorkbookReceiptLine[]): void {
  sheet.columns = [{ width: 28, style: { font: bold } }, { width: 60 }];
  for (const { label, value, kind = 'text', currency } of receipt) {
    const row = sheet.addRow([sheetString(label), cellOf(value, kind)]);
    if (typeof value === 'number') Object.assign(row.getCell(2), styleOf(kind, currency));
    row.commit();
  }
  sheet.commit();
}

function commit(row: Row, font?: typeof bold): void {
  if (font !== undefined) {
    row.eachCell({ includeEmpty: true }, (cell) => {
      cell.font = font;
    });
  }
  row.commit();
}

function styleOf(kind: SheetKind, currency: SheetCurrency | undefined): { numFmt?: string } {
  const numFmt = sheetFormat(kind, currency);
  return numFmt === undefined ? {} : { numFmt };
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** A day is one without a zone: midnight as a sheet counts it. No other text is more than text. */
function cellOf(value: SheetCell, kind: SheetKind): string | number | Date | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null) return null;
  return kind === 'day' && dayForm.test(value) ? new Date(`${value}T00:00:00.000Z`) : sheetString(value);
}

/** @throws IncompleteFileError */
export async function verifyWorkbook(path: string, content: WorkbookContent): Promise<void> {
  const { columns, count, totals, sums: expectedSums = totals } = content;
  const checked = columns.flatMap(({ summed }, index) =>
    summed && typeof expectedSums[index] === 'number' ? [index] : [],
  );
  const { rows, sums } = await readSheet(path, checked).catch((error: Error) => {
    throw new IncompleteFileError(`The file cannot be read back: ${error.message}`);
  });
  if (rows !== count + 2) throw new IncompleteFileError(`The file holds ${rows} rows of ${count + 2}`);
  for (const index of checked) {
    const expected = BigInt(Math.round(Number(expectedSums[index]) * microsPerUnit));
    if (sums.get(index) === expected) continue;
    throw new IncompleteFileError(`${columns[index]?.header} of all rows is not the total`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
