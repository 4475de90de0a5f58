import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Token } from './lexer.ts';

/** Where the parts of an INSERT lie. Offsets into the assembled text. */
export interface InsertParts {
  /** Offset behind the table and its columns: where `FROM INFILE` goes. */
  readonly targetEnd: number;
  /** Offset of the word `FORMAT` or `VALUES`. */
  readonly formatStart: number;
  readonly format: string;
  /** Offset of the first byte of data. */
  readonly dataStart: number;
  /** Offsets of the call `input(…)` and of what is in its brackets, for `INSERT … SELECT … FROM input(…)`. */
  readonly input?: { readonly start: number; readonly end: number; readonly structure: string };
}

type Stream = Generator<Token, void, undefined>;

/**
 * Reads the head of an INSERT and stops at its data, which is never looked at. Tokens read are appended to `tokens`.
 *
 * @returns undefined when no data follows (`INSERT … SELECT`); then the last token read is part of the statement, or
 *   the semicolon behind it
 * @throws ClickHouseError 78 when the client names a file of this machine as the source, 92 for `FORMAT X;`
 */
export function parseInsert(text: string, tokens: Token[], stream: Stream): InsertParts | undefined {
  const reader = new Reader(tokens, stream);
  let token = skipTarget(reader);
  let targetEnd: number | undefined;
  let input: InsertParts['input'];
  let selecting = false;
  for (; token !== undefined && token.kind !== 'semicolon'; token = reader.next()) {
    if (selecting && token.word === 'INPUT') input = readInput(text, reader, token) ?? input;
    if (token.depth > 0 || token.kind !== 'word') {
      if (!selecting && token.kind === 'open') selecting = opensSelect(reader);
      continue;
    }
    if (selecting) {
      if (input !== undefined && token.word === 'FORMAT') return readFormat(text, reader, token, token.start, input);
      continue;
    }
    if (token.word === 'FROM' && reader.peekWord() === 'INFILE') throw infileRefused();
    if (token.word === 'SETTINGS') targetEnd ??= token.start;
    else if (token.word === 'SELECT' || token.word === 'WITH') selecting = true;
    else if (token.word === 'FORMAT') return readFormat(text, reader, token, targetEnd ?? token.start, undefined);
    else if (token.word === 'VALUES') {
      const formatStart = token.start;
      return { targetEnd: targetEnd ?? formatStart, formatStart, format: 'Values', dataStart: token.end };
    }
  }
  return undefined;
}

/** Looks one token ahead without losing it. */
class Reader {
  readonly #tokens: Token[];
  readonly #stream: Stream;
  #ahead: Token | undefined;

  constructor(tokens: Token[], stream: Stream) {
    this.#tokens = tokens;
    this.#stream = stream;
  }

  next(): Token | undefined {
    const token = this.#ahead ?? this.#read();
    this.#ahead = undefined;
    return token;
  }

  peek(): Token | undefined {
    this.#ahead ??= this.#read();
    return this.#ahead;
  }

  peekWord(): string {
    return this.peek()?.word ?? '';
  }

  #read(): Token | undefined {
    const item = this.#stream.next();
    if (item.done === true) return undefined;
    this.#tokens.push(item.value);
    return item.value;
  }
}

/** Reads `INTO TABLE FUNCTION name.name`, whatever words the names are, and returns the token behind. */
function skipTarget(reader: Reader): Token | undefined {
  if (reader.peekWord() === 'INTO') reader.next();
  if (reader.peekWord() === 'TABLE' || reader.peekWord() === 'FUNCTION') {
    const keyword = reader.next();
    if (keyword?.word === 'TABLE' && reader.peekWord() === 'FUNCTION') reader.next();
  }
  reader.next();
  while (reader.peekWord() === '.') {
    reader.next();
    reader.next();
  }
  return reader.next();
}

function opensSelect(reader: Reader): boolean {
  return reader.peekWord() === 'SELECT' || reader.peekWord() === 'WITH';
}

function readInput(text: string, reader: Reader, call: Token): InsertParts['input'] {
  const open = reader.peek();
  if (open === undefined || text.charAt(open.start) !== '(') return undefined;
  reader.next();
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token.kind === 'close' && token.depth === open.depth) {
      return { start: call.start, end: token.end, structure: text.slice(open.end, token.start) };
    }
  }
  return undefined;
}

/** The data begins behind the format's name, blanks on its line, and one line feed. */
function readFormat(
  text: string,
  reader: Reader,
  keyword: Token,
  targetEnd: number,
  input: InsertParts['input'],
): InsertParts | undefined {
  const name = reader.next();
  if (name === undefined || name.kind === 'semicolon') return undefined;
  let at = name.end;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t' || text.charAt(at) === '\f') at += 1;
  if (text.charAt(at) === ';') throw excessiveSemicolon();
  if (text.charAt(at) === '\r') at += 1;
  if (text.charAt(at) === '\n') at += 1;
  const format = name.kind === 'quoted' ? text.slice(name.start + 1, name.end - 1) : text.slice(name.start, name.end);
  const parts = { targetEnd, formatStart: keyword.start, format, dataStart: at };
  return input === undefined ? parts : { ...parts, input };
}

function infileRefused(): ClickHouseError {
  return new ClickHouseError(78, 'UNKNOWN_TYPE_OF_QUERY', 'Query has infile and was send directly to server');
}

function excessiveSemicolon(): ClickHouseError {
  const message = 'You have excessive ";" symbol before data for INSERT: the data follows the name of the format';
  return new ClickHouseError(441, 'INVALID_USAGE_OF_INPUT', message);
}
