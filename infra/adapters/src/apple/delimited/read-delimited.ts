/** A text that was announced as a table is none, or is too large to be one. */
export class NotATableError extends Error {
  override readonly name = 'NotATableError';
}

/** A row of a table: gives the cell under a header, trimmed; empty where the row or the table has none. */
export type Cells = (column: string) => string;

export interface DelimitedForm {
  readonly separator: ',' | '\t';
  /** Headers without which the table is not what was asked for. */
  readonly required: readonly string[];
  readonly maxRows: number;
}

/** No row of a report is nearly as long. */
const longestRowBytes = 64 * 1024;
const newline = 0x0a;

/**
 * Reads a table row by row, by the names in its first line: their order is nobody's promise. Commas may stand in quotes.
 * @throws NotATableError when a required header is missing, a row is endless, or there are too many.
 */
export function* readDelimited(body: Buffer, form: DelimitedForm): Generator<Cells> {
  const rows = rowsOf(body, form.separator);
  const header = rows.next();
  const names = header.done ? [] : header.value;
  const places = new Map(names.map((name, index) => [name.trim(), index]));
  const missing = form.required.filter((name) => !places.has(name));
  if (missing.length > 0) throw new NotATableError(`The table has no column ${missing.slice(0, 5).join(', ')}`);
  let count = 0;
  for (const cells of rows) {
    if (cells.length === 1 && cells[0]?.trim() === '') continue;
    count += 1;
    if (count > form.maxRows) throw new NotATableError(`The table has more than ${form.maxRows} rows`);
    yield (column) => cells[places.get(column) ?? -1]?.trim() ?? '';
  }
}

function* rowsOf(body: Buffer, separator: ',' | '\t'): Generator<string[]> {
  // A byte order mark would become part of the first header.
  let start = body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  while (start < body.length) {
    let end = endOfLine(body, start, start);
    let line = body.toString('utf8', start, end);
    while (separator === ',' && end < body.length && hasOpenQuote(line)) {
      end = endOfLine(body, start, end + 1);
      line = body.toString('utf8', start, end);
    }
    start = end + 1;
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    yield separator === ',' ? splitQuoted(text) : text.split(separator);
  }
}

function endOfLine(body: Buffer, start: number, from: number): number {
  const found = body.indexOf(newline, from);
  const end = found === -1 ? body.length : found;
  if (end - start > longestRowBytes) throw new NotATableError(`A row is longer than ${longestRowBytes} bytes`);
  return end;
}

function hasOpenQuote(line: string): boolean {
  let quotes = 0;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

/** Cells of one row; within quotes a comma is text and two quotes are one. */
function splitQuoted(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '"' && quoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}
