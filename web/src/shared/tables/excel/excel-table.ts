/** What a column of the sheet holds; it decides the cell's type and format. */
export type ExcelKind = 'text' | 'count' | 'decimal' | 'percent' | 'money';

export interface ExcelColumn {
  header: string;
  kind: ExcelKind;
  /** Sign of the currency, of money. */
  sign?: string;
  /** Width in characters. */
  width: number;
}

/** Numbers as they were counted, fractions for percentages; `null` for what is not known. */
export type ExcelValue = string | number | null;

/** One line of the receipt: what, and its value; numbers keep the format of their column. */
export interface ReceiptLine {
  label: string;
  value: ExcelValue;
  kind?: ExcelKind;
  sign?: string;
}

/** Everything of a workbook but its rows, which come in portions. */
export interface ExcelHead {
  sheet: string;
  columns: ExcelColumn[];
  receipt: ReceiptLine[];
}

const mostCells = 800_000;

/** A workbook of more cells takes more than a gigabyte of the page's memory; the server's CSV takes none. */
export const fitsWorkbook = (rows: number, columns: number): boolean => rows * columns <= mostCells;
