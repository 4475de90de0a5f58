/** What a spreadsheet would take for the beginning of a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * A text as it may be put into a sheet: one cell of it, never a formula. The apostrophe is the sheets' own mark for
 * "this is text".
 */
export function sheetText(text: string): string {
  const oneCell = text.replaceAll(/[\t\r\n]+/g, ' ');
  return formulaStart.test(text) ? `'${oneCell.trim()}` : oneCell;
}

/** A value as it was counted: numbers with all their digits, nothing for what is not known. */
export function sheetValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? sheetText(value) : String(value);
}

/** One line of CSV by RFC 4180, its end included. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  const text = sheetValue(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
