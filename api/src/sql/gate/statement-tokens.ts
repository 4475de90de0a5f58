import { denied } from '../sql-error.ts';

/** One token of a formatted statement, as the engine's own lexer cut it. */
export interface SqlToken {
  readonly type: string;
  readonly text: string;
  /** A word of the language; what looks like one may be the name of a column as well. */
  readonly isWord: boolean;
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

/** A statement as the engine writes it. */
export interface FormattedStatement {
  readonly text: string;
  readonly tokens: readonly RawToken[];
  /** The same, formatted again from small letters: the engine writes its words in capitals, and leaves names as they are. */
  readonly fromSmallLetters: string;
}

const allowedTypes = new Set(
  (
    'BareWord QuotedIdentifier Number StringLiteral OpeningRoundBracket ClosingRoundBracket OpeningSquareBracket ClosingSquareBracket ' +
    'OpeningCurlyBrace ClosingCurlyBrace Comma Dot Asterisk Plus Minus Slash Percent Arrow QuestionMark Colon DoubleColon Equals ' +
    'NotEquals Less Greater LessOrEquals GreaterOrEquals Spaceship Concatenation'
  ).split(' '),
);

/** @throws SqlError 497 for a kind of token that no statement of an analyst needs. */
export function significantTokens(statement: FormattedStatement): SqlToken[] {
  const bytes = Buffer.from(statement.text, 'utf8');
  const again = Buffer.from(statement.fromSmallLetters, 'utf8');
  if (smallLetters(statement.text) !== smallLetters(statement.fromSmallLetters))
    throw denied('The statement is not understood');
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const [start, end, type] of statement.tokens) {
    if (type === 'Whitespace' || type === 'EndOfStream') continue;
    if (!allowedTypes.has(type)) throw denied(`This is not allowed here: ${type}`);
    if (type.startsWith('Closing')) depth -= 1;
    const text = bytes.subarray(start, end).toString('utf8');
    const isCapitals = /^[A-Z]+$/.test(text);
    const isWord = type === 'BareWord' && isCapitals && again.subarray(start, end).toString('utf8') === text;
    const exact = nameOf(type, text);
    tokens.push({ type, text, isWord, exact, name: exact.toLowerCase(), depth, start, end });
    if (type.startsWith('Opening')) depth += 1;
  }
  return tokens;
}

/** Whether a token is this word of the language. */
export const isWord = (token: SqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.isWord === true && words.includes(token.text);

/** Whether a token is a name, or a word that could be one. */
export const isName = (token: SqlToken | undefined): token is SqlToken =>
  token?.type === 'BareWord' || token?.type === 'QuotedIdentifier';

/** As the engine makes letters small: those of ASCII alone. */
const smallLetters = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function nameOf(type: string, text: string): string {
  if (type === 'BareWord') return text;
  return type === 'QuotedIdentifier' ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : '';
}
