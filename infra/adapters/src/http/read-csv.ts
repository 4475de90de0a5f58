import { CsvError, parse } from 'csv-parse/sync';

/** A record of a CSV file and the line it begins on; the first is line 1. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV text with any line ends, quotes as in RFC 4180, and a byte order mark or none. Cells may hold line ends,
 * each as one line feed.
 * @returns `undefined` for text that is no CSV: a quote that is not closed.
 */
export function readCsv(text: string, delimiter: string): CsvLine[] | undefined {
  try {
    const options = { bom: true, delimiter, relax_column_count: true, info: true, record_delimiter: '\n' };
    // The parser counts the two characters of a line end inside quotes as two lines.
    const records = parse(text.replace(/\r\n?/g, '\n'), options) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    let before = 0;
    return records.map(({ info, record }) => {
      const line = before + 1;
      before = info.lines;
      return { line, cells: record };
    });
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
