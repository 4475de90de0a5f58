import { decimalsOf } from './money/currency.ts';

/** What a column of a spreadsheet holds; it decides the type and the format of its cells. */
export type SheetKind = 'text' | 'count' | 'decimal' | 'percent' | 'money' | 'day';

/** Numbers as they were counted, fractions for percentages, amounts in units; days are calendar days; `null` for what is not known. */
export type SheetCell = string | number | null;

/** The currency that amounts of a column are in: its sign, which may be a letter code, and its ISO 4217 code where that is known. */
export interface SheetCurrency {
  readonly sign: string;
  readonly code?: string;
}

/** The format in which a spreadsheet shows a number; text has none. */
export function sheetFormat(kind: SheetKind, currency: SheetCurrency = { sign: '' }): string | undefined {
  switch (kind) {
    case 'count':
      return '#,##0';
    case 'decimal':
      return '#,##0.00';
    case 'percent':
      return '0.00%';
    case 'day':
      return 'yyyy-mm-dd';
    case 'money': {
      const decimals = currency.code === undefined ? 2 : decimalsOf(currency.code);
      // A sign is in quotes; quotes of its own would end them.
      return `"${currency.sign.replaceAll('"', '')}"#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`;
    }
    default:
      return undefined;
  }
}

/**
 * Spreadsheets take `_x0041_` for the character with that number. A text that looks like it is written so that they show it as it
 * is, and characters that the file's XML cannot hold are written in that form.
 */
export const sheetString = (text: string): string => {
  const written = text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(unwritable, numbered);
  // Half of a character of two parts would be none.
  return written.length > longestText ? written.slice(0, longestText).replace(/[\ud800-\udbff]$/, '') : written;
};

/** Characters that a cell can hold. */
const longestText = 32_767;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const numbered = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
