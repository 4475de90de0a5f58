import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/universal';
import { countSheetRows } from './count-sheet-rows.ts';
import { type ExcelHead, type ExcelKind, type ExcelValue, numberFormat } from './excel-table.ts';

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

/** Two sheets: the table under a frozen header, and a receipt that says what it is. Text is always text. */
export function makeWorkbook(head: ExcelHead): WorkbookMaker {
  const { columns } = head;
  const data: Row[] = [columns.map(({ header }): Cell => ({ value: header, type: String, fontWeight: 'bold' }))];
  return {
    add(rows) {
      for (const row of rows) data.push(columns.map(({ kind, sign }, index) => cellOf(row[index] ?? null, kind, sign)));
    },
    rows: () => data.length - 1,
    async finish() {
      const receipt = head.receipt.map(
        ({ label, value, kind, sign }): Row => [
          { value: label, type: String, fontWeight: 'bold' },
          cellOf(value, kind ?? 'text', sign),
        ],
      );
      const file = await writeXlsxFile([
        {
          ...{ sheet: head.sheet, data, stickyRowsCount: 1, stickyColumnsCount: 1 },
          columns: columns.map(({ width }) => ({ width })),
        },
        { sheet: 'Receipt', data: receipt, columns: [{ width: 28 }, { width: 60 }] },
      ]).toBlob();
      const written = (await countSheetRows(file)) - 1;
      if (written !== data.length - 1) {
        throw new Error(`The file holds ${written} rows of ${data.length - 1}.`);
      }
      return file;
    },
  };
}

/** A number stays a number, everything else becomes text, so that no name can be a formula. */
function cellOf(value: ExcelValue, kind: ExcelKind, sign: string | undefined): Cell {
  if (value === null) return null;
  if (typeof value === 'string') return { value, type: String };
  const format = numberFormat(kind, sign);
  return format === undefined ? { value, type: Number } : { value, type: Number, format };
}
