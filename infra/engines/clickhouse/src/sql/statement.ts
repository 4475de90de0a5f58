import { ClickHouseError } from '../engine/clickhouse-error.ts';
import { type InsertParts, parseInsert } from './insert-statement.ts';
import { type Token, tokenize } from './lexer.ts';

/** One statement, cut out of what the client sent. */
export interface Statement {
  /** Everything the client sent, one character per byte. */
  readonly text: string;
  /** Tokens of the statement without comments. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Token[];
  /** Offset behind the last token. */
  readonly end: number;
  /** First word, or `(`. */
  readonly verb: string;
  /** Set when data follows the statement. */
  readonly insert?: InsertParts;
}

/**
 * Words a statement may begin with. The engine was made for a command line and takes some others (`exit`, `quit`, `\l`)
 * as commands of its own; those must be the syntax error they are on a server.
 */
const VERBS = new Set(
  (
    'SELECT WITH FROM INSERT CREATE ATTACH REPLACE DROP DETACH ALTER RENAME EXCHANGE TRUNCATE OPTIMIZE SHOW DESC ' +
    'DESCRIBE EXISTS EXPLAIN CHECK KILL SET USE SYSTEM GRANT REVOKE BACKUP RESTORE WATCH UNDROP DELETE UPDATE BEGIN ' +
    'COMMIT ROLLBACK MOVE EXECUTE COPY'
  ).split(' '),
);

/**
 * Finds the one statement in what the client sent.
 *
 * @param text address and body, one character per byte; behind the head of an INSERT it may be cut off anywhere
 * @throws ClickHouseError 62 for an empty text, several statements, or a first word no statement begins with
 */
export function parseStatement(text: string): Statement {
  const tokens: Token[] = [];
  const comments: Token[] = [];
  const stream = withoutComments(tokenize(text), comments);
  const first = stream.next();
  if (first.done === true || first.value.kind === 'semicolon') throw syntaxError('Empty query');
  tokens.push(first.value);
  const verb = first.value.kind === 'open' && text.charAt(first.value.start) === '(' ? '(' : first.value.word;
  if (verb !== '(' && !VERBS.has(verb)) throw unexpectedStart(text, first.value);
  const insert = verb === 'INSERT' ? parseInsert(text, tokens, stream) : undefined;
  if (insert === undefined) readToEnd(text, tokens, stream);
  const end = insert?.dataStart ?? tokens.at(-1)?.end ?? 0;
  return { text, tokens, comments, end, verb, ...(insert === undefined ? {} : { insert }) };
}

/** SYNTAX_ERROR as a server words it. */
export function syntaxError(message: string): ClickHouseError {
  return new ClickHouseError(62, 'SYNTAX_ERROR', message);
}

function* withoutComments(
  tokens: Generator<Token, void, undefined>,
  comments: Token[],
): Generator<Token, void, undefined> {
  for (const token of tokens) {
    if (token.kind === 'comment') comments.push(token);
    else yield token;
  }
}

function readToEnd(text: string, tokens: Token[], stream: Generator<Token, void, undefined>): void {
  let ended = tokens.at(-1)?.kind === 'semicolon';
  if (ended) tokens.pop();
  for (const token of stream) {
    if (token.kind === 'semicolon') ended = true;
    else if (ended) throw syntaxError(`Syntax error (Multi-statements are not allowed): ${excerpt(text, token.start)}`);
    else tokens.push(token);
  }
}

function unexpectedStart(text: string, token: Token): ClickHouseError {
  const unexpected = excerpt(text, token.start);
  const expected = [...VERBS].join(', ');
  return syntaxError(
    `Syntax error: failed at position ${token.start + 1} (${unexpected}). Expected one of: ${expected}`,
  );
}

function excerpt(text: string, start: number): string {
  return Buffer.from(text.slice(start, start + 80), 'latin1').toString('utf8');
}
