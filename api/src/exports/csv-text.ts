/** What a spreadsheet would take for the beginning of a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * One cell: numbers with all their digits, nothing for what is not known. A text is one line and never a formula: the
 * apostrophe is the sheets' own mark for "this is text".
 */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const oneLine = value.replaceAll(/[\t\r\n]+/g, ' ');
  const text = formulaStart.test(value) ? `'${oneLine.trim()}` : oneLine;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of RFC 4180, its end included. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
