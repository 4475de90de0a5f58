import { denied } from '../sql-error.ts';

/** One token of a formatted statement, as the engine's own lexer cut it. */
export interface SqlToken {
  readonly type: string;
  readonly text: string;
  /** The name in lower case, without quotes; empty for what is no name. */
  readonly name: string;
  /** The name as it is written, without quotes. */
  readonly exact: string;
  /** Number of brackets open around it; an opening and its closing bracket have the same. */
  readonly depth: number;
  /** Offsets in the statement's bytes. */
  readonly start: number;
  readonly end: number;
}

/** Beginning, end (in bytes) and type. */
export type RawToken = readonly [start: number, end: number, type: string];

const allowedTypes = new Set(
  (
    'BareWord QuotedIdentifier Number StringLiteral OpeningRoundBracket ClosingRoundBracket OpeningSquareBracket ClosingSquareBracket ' +
    'OpeningCurlyBrace ClosingCurlyBrace Comma Dot Asterisk Plus Minus Slash Percent Arrow QuestionMark Colon DoubleColon Equals ' +
    'NotEquals Less Greater LessOrEquals GreaterOrEquals Spaceship Concatenation'
  ).split(' '),
);

/** @throws SqlError 497 for a kind of token that no statement of an analyst needs. */
export function significantTokens(statement: Buffer, raw: readonly RawToken[]): SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const [start, end, type] of raw) {
    if (type === 'Whitespace' || type === 'EndOfStream') continue;
    if (!allowedTypes.has(type)) throw denied(`This is not allowed here: ${type}`);
    if (type.startsWith('Closing')) depth -= 1;
    const text = statement.subarray(start, end).toString('utf8');
    const exact = nameOf(type, text);
    tokens.push({ type, text, exact, name: exact.toLowerCase(), depth, start, end });
    if (type.startsWith('Opening')) depth += 1;
  }
  return tokens;
}

/** Whether a token is this keyword, unquoted. */
export const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.type === 'BareWord' && words.includes(token.text.toUpperCase());

export const isName = (token: SqlToken | undefined): token is SqlToken =>
  token?.type === 'BareWord' || token?.type === 'QuotedIdentifier';

function nameOf(type: string, text: string): string {
  if (type === 'BareWord') return text;
  return type === 'QuotedIdentifier' ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : '';
}
