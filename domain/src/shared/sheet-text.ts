/** What sheets do not show before a text: spaces of all widths, line ends, control and zero-width characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sheets skip them in front of a formula.
const unseen = /^[\s\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2060]+/;

/** What a spreadsheet takes for the beginning of a formula, the true minus sign included. */
const formulaStart = /^[=+\-@\u2212]/;

/**
 * A text as it may be put into a sheet: one cell of it, never a formula. The apostrophe is the sheets' own mark for
 * "this is text".
 */
export function sheetText(text: string): string {
  const oneCell = text.replaceAll(/[\t\r\n]+/g, ' ');
  return startsFormula(text) ? `'${oneCell.trim()}` : oneCell;
}

/** Sheets take wide and small forms of a sign (`＝`, `﹢`) like the sign itself. */
const startsFormula = (text: string): boolean =>
  formulaStart.test(text.replace(unseen, '').slice(0, 1).normalize('NFKC'));

/** A value as it was counted: numbers with all their digits, nothing for what is not known. */
export function sheetValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? sheetText(value) : String(value);
}

/** One line of CSV by RFC 4180, its end included. Sheets of many countries part cells at semicolons, so these are quoted too. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  const text = sheetValue(value);
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
