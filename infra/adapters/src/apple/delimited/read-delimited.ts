import { CsvError, parse } from 'csv-parse/sync';

/** A text that was announced as a table is none, or is too large to be one. */
export class NotATableError extends Error {
  override readonly name = 'NotATableError';
  /** Headers that the table lacks; none when it is not a table for another reason. */
  readonly missing: readonly string[];

  constructor(message: string, details: { missing?: readonly string[]; cause?: unknown } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.missing = details.missing ?? [];
  }
}

/** A row of a table: gives the cell under a header, trimmed; empty where the row or the table has none. */
export type Cells = (column: string) => string;

export interface DelimitedForm {
  readonly separator: ',' | '\t';
  /** Headers without which the table is not what was asked for. */
  readonly required: readonly string[];
  readonly maxRows: number;
}

/** No row of a report is nearly as long, in characters. */
const longestRow = 64 * 1024;

/**
 * Reads a table row by row, by the names in its first line: their order is not guaranteed. In a table with commas, cells may be
 * in quotes.
 * @param onRow Called for each row that is not empty.
 * @throws NotATableError when a required header is missing, a row is endless, or there are too many; what `onRow` throws.
 */
export function readDelimited(body: Buffer, form: DelimitedForm, onRow: (cells: Cells) => void): void {
  let indexes: ReadonlyMap<string, number> | undefined;
  let count = 0;
  const readRow = (cells: string[]): void => {
    if (indexes === undefined) {
      indexes = indexesOf(cells, form.required);
      return;
    }
    if (cells.length === 1 && cells[0]?.trim() === '') return;
    count += 1;
    if (count > form.maxRows) throw new NotATableError(`The table has more than ${form.maxRows} rows`);
    const columnIndexes = indexes;
    onRow((column) => cells[columnIndexes.get(column) ?? -1]?.trim() ?? '');
  };
  try {
    parse(body, {
      bom: true,
      delimiter: form.separator,
      quote: form.separator === ',' ? '"' : null,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: longestRow,
      // Nothing is kept, so that a large table does not lie in memory as text.
      on_record: (cells: string[]) => {
        readRow(cells);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new NotATableError(error.message, { cause: error });
    throw error;
  }
  if (indexes === undefined) indexesOf([], form.required);
}

function indexesOf(names: readonly string[], required: readonly string[]): ReadonlyMap<string, number> {
  const columnIndexes = new Map(names.map((name, index) => [name.trim(), index]));
  const missing = required.filter((name) => !columnIndexes.has(name));
  if (missing.length === 0) return columnIndexes;
  const message = `The table has no column ${missing.slice(0, 5).join(', ')}`;
  // Without any of them it is another document, not a table with another form.
  throw new NotATableError(message, missing.length === required.length ? {} : { missing });
}
