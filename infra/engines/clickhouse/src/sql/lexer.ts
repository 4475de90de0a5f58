/**
 * One token of ClickHouse's SQL. Text is handled as one character per byte (latin1), so that positions are byte
 * offsets and a body that is no text at all can follow the statement.
 */
export interface Token {
  readonly kind:
    | 'word'
    | 'quoted'
    | 'string'
    | 'number'
    | 'open'
    | 'close'
    | 'semicolon'
    | 'comment'
    | 'symbol'
    | 'broken';
  readonly start: number;
  /** Offset behind the last byte. */
  readonly end: number;
  /** Number of brackets open around the token; an opening and its closing bracket have the same. */
  readonly depth: number;
  /** Words in upper case; symbols as they are; empty for the rest. */
  readonly word: string;
}

const WORD = /[A-Za-z0-9_$\x80-\xff]*/y;
const NUMBER = /[0-9][A-Za-z0-9_]*(?:\.[0-9][A-Za-z0-9_]*)?(?:(?<=[eEpP])[+-][0-9]+)?/y;
const SPACE = /[\s\0]*/y;
const HEREDOC = /\$[A-Za-z0-9_]*\$/y;

/** Curly quotes, as their UTF-8 bytes: the engine takes them like straight ones, without escapes. */
const CURLY_STRING = { open: '\xe2\x80\x98', close: '\xe2\x80\x99' };
const CURLY_NAME = { open: '\xe2\x80\x9c', close: '\xe2\x80\x9d' };

/** Yields the tokens from an offset on, lazily: what follows the last one asked for is never looked at. */
export function* tokenize(text: string, from = 0): Generator<Token, void, undefined> {
  let at = from;
  let depth = 0;
  for (;;) {
    at = skip(SPACE, text, at);
    if (at >= text.length) return;
    const { kind, end } = scan(text, at);
    if (kind === 'close') depth = Math.max(0, depth - 1);
    const word = kind === 'word' ? text.slice(at, end).toUpperCase() : kind === 'symbol' ? text.slice(at, end) : '';
    yield { kind, start: at, end, depth, word };
    if (kind === 'open') depth += 1;
    at = end;
  }
}

type Scanned = Pick<Token, 'kind' | 'end'>;

function scan(text: string, at: number): Scanned {
  const char = text.charAt(at);
  if (char === "'") return quoted(text, at, "'", 'string');
  if (char === '"' || char === '`') return quoted(text, at, char, 'quoted');
  if (char === '(' || char === '[' || char === '{') return { kind: 'open', end: at + 1 };
  if (char === ')' || char === ']' || char === '}') return { kind: 'close', end: at + 1 };
  if (char === ';') return { kind: 'semicolon', end: at + 1 };
  const comment = scanComment(text, at);
  if (comment !== undefined) return comment;
  if (char === '$') {
    const heredoc = scanHeredoc(text, at);
    if (heredoc !== undefined) return heredoc;
  }
  if (text.startsWith(CURLY_STRING.open, at)) return delimited(text, at, CURLY_STRING, 'string');
  if (text.startsWith(CURLY_NAME.open, at)) return delimited(text, at, CURLY_NAME, 'quoted');
  if (char >= '0' && char <= '9') return { kind: 'number', end: skip(NUMBER, text, at) };
  const end = skip(WORD, text, at);
  return end > at ? { kind: 'word', end } : { kind: 'symbol', end: at + 1 };
}

function quoted(text: string, at: number, quote: string, kind: 'string' | 'quoted'): Scanned {
  for (let i = at + 1; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === '\\') i += 1;
    else if (char === quote) {
      if (text.charAt(i + 1) !== quote) return { kind, end: i + 1 };
      i += 1;
    }
  }
  return { kind: 'broken', end: text.length };
}

function delimited(
  text: string,
  at: number,
  marks: { readonly open: string; readonly close: string },
  kind: 'string' | 'quoted' | 'comment',
): Scanned {
  const closeIndex = text.indexOf(marks.close, at + marks.open.length);
  return closeIndex < 0 ? { kind: 'broken', end: text.length } : { kind, end: closeIndex + marks.close.length };
}

/** `--` and `//` to the end of the line, `#` only before a space or `!`, and blocks, which do not nest. */
function scanComment(text: string, at: number): Scanned | undefined {
  const two = text.slice(at, at + 2);
  if (two === '/*') return delimited(text, at, { open: '/*', close: '*/' }, 'comment');
  if (two !== '--' && two !== '//' && two !== '# ' && two !== '#!') return undefined;
  const lineFeed = text.indexOf('\n', at);
  return { kind: 'comment', end: lineFeed < 0 ? text.length : lineFeed };
}

function scanHeredoc(text: string, at: number): Scanned | undefined {
  const end = skip(HEREDOC, text, at);
  if (end === at) return undefined;
  const mark = text.slice(at, end);
  const markIndex = text.indexOf(mark, end);
  return markIndex < 0 ? undefined : { kind: 'string', end: markIndex + mark.length };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
