/**
 * Spreadsheets take `_x0041_` for the character with that number. A text that looks like it is written so that they show it as it
 * is, and characters that the file's XML cannot hold are written in that form.
 */
export const sheetString = (text: string): string =>
  text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replace(unwritable, numbered);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const numbered = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
