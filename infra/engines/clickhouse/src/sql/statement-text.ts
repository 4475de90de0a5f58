import { isUtf8 } from 'node:buffer';
import type { Token } from './lexer.ts';
import { quoteString } from './quote.ts';
import type { Statement } from './statement.ts';

/** Replacement of a span of the statement by other SQL. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly sql: string;
}

/**
 * The statement as the engine gets it.
 *
 * Comments are blanked: the engine would obey some (`-- { serverError 60 }` hides an error, `-- { echo }` prints to the
 * process's output). Line feeds stay, so positions in error texts are right. Bytes in strings that are no UTF-8, and
 * zero bytes, become escapes, since the engine is handed text that ends at the first zero.
 */
export function statementText(statement: Statement, edits: readonly Edit[] = []): string {
  const all = [...edits, ...statement.comments.map((token) => blank(statement.text, token)), ...escapes(statement)];
  return applyEdits(statement.text, statement.end, all);
}

/**
 * The INSERT with its data taken from a file. Any byte in a file is data, while data behind the statement would end at
 * an empty line and run as SQL from there.
 *
 * @param compression the engine's name for the file's compression, empty for none
 */
export function insertFromFile(statement: Statement, path: string, compression = ''): string {
  const { insert } = statement;
  if (insert === undefined) throw new TypeError('The statement takes no data');
  const format = insert.format;
  if (insert.input !== undefined) {
    const { start, end, structure } = insert.input;
    const source = `file(${quoteString(path)}, ${quoteString(format)}, ${structure}${
      compression === '' ? '' : `, ${quoteString(compression)}`
    })`;
    return statementText({ ...statement, end: insert.formatStart }, [{ start, end, sql: source }]);
  }
  const packed = compression === '' ? '' : ` COMPRESSION ${quoteString(compression)}`;
  const from = `FROM INFILE ${quoteString(path)}${packed} `;
  const tail = { start: insert.formatStart, end: insert.dataStart, sql: `FORMAT ${format}` };
  return statementText(statement, [{ start: insert.targetEnd, end: insert.targetEnd, sql: from }, tail]);
}

function applyEdits(text: string, end: number, edits: readonly Edit[]): string {
  const sorted = edits.filter((edit) => edit.end <= end).sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of sorted) {
    if (edit.start < at) continue;
    parts.push(decode(text.slice(at, edit.start)), edit.sql);
    at = edit.end;
  }
  parts.push(decode(text.slice(at, end)));
  return parts.join('');
}

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function blank(text: string, comment: Token): Edit {
  return { start: comment.start, end: comment.end, sql: text.slice(comment.start, comment.end).replace(/[^\n]/g, ' ') };
}

function escapes({ text, tokens }: Statement): Edit[] {
  const edits: Edit[] = [];
  for (const token of tokens) {
    if (token.kind !== 'string') continue;
    const literal = text.slice(token.start, token.end);
    if (literal.includes('\0') || !isUtf8(Buffer.from(literal, 'latin1'))) {
      const sql = literal.replace(/[\0\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
      edits.push({ start: token.start, end: token.end, sql });
    }
  }
  return edits;
}
