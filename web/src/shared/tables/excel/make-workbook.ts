import { sheetFormat, sheetString } from '@tapwise/contract/sheet';
import ExcelJS, { type Column, type Worksheet } from 'exceljs';
import { countSheetRows } from './count-sheet-rows.ts';
import type { ExcelHead, ExcelKind, ExcelValue } from './excel-table.ts';

/** A workbook under construction: rows are turned into cells as they come. */
export interface WorkbookMaker {
  add(rows: readonly (readonly ExcelValue[])[]): void;
  rows(): number;
  /**
   * Writes the file and counts its rows again.
   * @throws Error when the file does not hold the rows that were given.
   */
  finish(): Promise<Blob>;
}

/** The font of the rest of the sheet, bold. */
const bold = { bold: true, name: 'Calibri', family: 2, size: 11 };

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Two sheets: the table under a frozen header, and a receipt that says what it is. Text is always text. */
export function makeWorkbook(head: ExcelHead): WorkbookMaker {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Tapwise';
  const frozen = { state: 'frozen', xSplit: 1, ySplit: 1 } as const;
  const sheet = workbook.addWorksheet(head.sheet, { views: [frozen] });
  sheet.columns = head.columns.map(({ width, kind, sign }): Partial<Column> => ({ width, style: styleOf(kind, sign) }));
  sheet.addRow(head.columns.map(({ header }) => sheetString(header))).font = bold;
  let count = 0;
  return {
    add(rows) {
      for (const row of rows) sheet.addRow(head.columns.map((_, index) => cellOf(row[index] ?? null)));
      count += rows.length;
    },
    rows: () => count,
    async finish() {
      addReceipt(workbook.addWorksheet('Receipt'), head);
      const file = new Blob([new Uint8Array(await workbook.xlsx.writeBuffer())], { type: mediaType });
      const written = (await countSheetRows(file)) - 1;
      if (written !== count) throw new Error(`The file holds ${written} rows of ${count}.`);
      return file;
    },
  };
}

function addReceipt(sheet: Worksheet, { receipt }: ExcelHead): void {
  sheet.columns = [{ width: 28, style: { font: bold } }, { width: 60 }];
  for (const { label, value, kind, sign } of receipt) {
    const row = sheet.addRow([sheetString(label), cellOf(value)]);
    Object.assign(row.getCell(2), typeof value === 'number' ? styleOf(kind ?? 'text', sign) : {});
  }
}

function styleOf(kind: ExcelKind, sign: string | undefined): { numFmt?: string } {
  const numFmt = sheetFormat(kind, { sign: sign ?? '' });
  return numFmt === undefined ? {} : { numFmt };
}

/** A number stays a number, everything else becomes text, so that no name can be a formula. */
function cellOf(value: ExcelValue): ExcelValue {
  if (typeof value === 'string') return sheetString(value);
  return Number.isFinite(value) ? value : null;
}
