import { notThere } from '@tapwise/projections/queries';
import { denied, SqlError, syntaxError } from '../sql-error.ts';
import { checkFunctions } from './functions.ts';
import { readSettings, readTail } from './statement-tail.ts';
import { type FormattedStatement, isWord, type SqlToken, significantTokens } from './statement-tokens.ts';
import { checkTables, type TableNames } from './table-places.ts';
import { withoutDirectories } from './without-directories.ts';

/** What is to be done with a statement. */
export type Verdict =
  | {
      readonly kind: 'run';
      readonly text: string;
      readonly format: string | undefined;
      readonly settings: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'set'; readonly settings: ReadonlyMap<string, string> }
  | { readonly kind: 'use'; readonly database: string }
  | { readonly kind: 'kill'; readonly queryId: string };

/** The engine's own parser. Every call throws SqlError. */
export interface GateEngine {
  format(statement: string): Promise<FormattedStatement>;
  isSubquery(statement: string): Promise<boolean>;
}

/** Bytes of a statement. */
const longestStatement = 262_144;

const changing =
  /^(?:INSERT|CREATE|ATTACH|REPLACE|DROP|DETACH|ALTER|RENAME|EXCHANGE|TRUNCATE|OPTIMIZE|GRANT|REVOKE|BACKUP|RESTORE|UNDROP|DELETE|UPDATE|MOVE|COPY|SYSTEM)\b/i;
const refusedWords = ['INTO', 'APPLY', 'PREWHERE', 'SAMPLE', 'PARALLEL', 'EXPLAIN', 'OUTFILE', 'INFILE'];

/**
 * Decides about a statement before anything of it runs.
 * @throws SqlError 62, 164, 497, 46, 73, 81.
 */
export async function examine(engine: GateEngine, statement: string, names: TableNames): Promise<Verdict> {
  if (Buffer.byteLength(statement) > longestStatement) throw syntaxError('the statement has more than 262144 bytes');
  if (statement.includes('\0') || statement.includes('\ufffd'))
    throw syntaxError('the statement is not UTF-8 without zero bytes');
  const bare = withoutLeadingComments(statement);
  if (bare === '') throw syntaxError('Empty query');
  if (changing.test(bare)) throw new SqlError(164, 'READONLY', 'Cannot execute query in readonly mode');
  const formatted = await engine.format(statement);
  const bytes = Buffer.from(formatted.text, 'utf8');
  const tokens = significantTokens(formatted);
  if (isWord(tokens[0], 'SET')) return setOf(tokens);
  if (isWord(tokens[0], 'USE')) return { kind: 'use', database: tokens[1]?.exact ?? '' };
  if (isWord(tokens[0], 'KILL')) return killOf(tokens);
  const tail = readTail(tokens);
  const text = bytes.subarray(0, tail.tokens.at(-1)?.end ?? 0).toString('utf8');
  const run = { kind: 'run', text, format: tail.format, settings: tail.settings } as const;
  checkWords(tail.tokens);
  if (isWord(tokens[0], 'SELECT', 'WITH') || tokens[0]?.text === '(') {
    checkFunctions(tail.tokens, checkTables(tail.tokens, names));
    const statementText = withoutDirectories(text, tail.tokens);
    if (!(await engine.isSubquery(statementText))) throw denied('Only statements that read are allowed');
    return { ...run, text: statementText };
  }
  return examineOther(run, tail.tokens, names);
}

function examineOther(run: Extract<Verdict, { kind: 'run' }>, tokens: readonly SqlToken[], names: TableNames): Verdict {
  if (isWord(tokens[0], 'DESCRIBE', 'DESC')) {
    checkFunctions(tokens, checkTables(tokens, names));
    return run;
  }
  if (isWord(tokens[0], 'EXISTS')) {
    const isThere = isWord(tokens[1], 'DATABASE')
      ? matches(['D'], tokens.slice(2), names)
      : isReadable(tokens.slice(isWord(tokens[1], 'TABLE', 'VIEW') ? 2 : 1), names);
    return { ...run, text: isThere ? run.text : notThere };
  }
  if (isWord(tokens[0], 'SHOW')) {
    checkShow(tokens, names);
    return run;
  }
  throw denied('This statement is not allowed');
}

/** Forms of SHOW, with `T` for a table and `D` for a database. */
const showForms = [
  'SHOW DATABASES',
  'SHOW TABLES',
  'SHOW TABLES FROM D',
  'SHOW FULL TABLES',
  'SHOW FULL TABLES FROM D',
  'SHOW FUNCTIONS',
  'SHOW COLUMNS FROM T',
  'SHOW FULL COLUMNS FROM T',
  'SHOW COLUMNS FROM T FROM D',
  'SHOW FULL COLUMNS FROM T FROM D',
  'SHOW CREATE TABLE T',
  'SHOW CREATE VIEW T',
  'SHOW ENGINES',
  'SHOW SETTINGS',
];

function checkShow(tokens: readonly SqlToken[], names: TableNames): void {
  const like = tokens.findIndex((token) => isWord(token, 'LIKE', 'ILIKE', 'NOT', 'LIMIT'));
  const head = like < 0 ? tokens : tokens.slice(0, like);
  const rest = like < 0 ? [] : tokens.slice(like);
  const isPlain = rest.every(
    (token) => isWord(token, 'LIKE', 'ILIKE', 'NOT', 'LIMIT') || /^(StringLiteral|Number)$/.test(token.type),
  );
  const isAllowed = showForms.some((form) => matches(form.split(' '), head, names));
  if (!isAllowed || !isPlain) throw denied('This form of SHOW is not allowed');
}

function matches(form: readonly string[], tokens: readonly SqlToken[], names: TableNames): boolean {
  const [word, ...others] = form;
  if (word === undefined) return tokens.length === 0;
  if (word === 'T') {
    const length = tokens[1]?.type === 'Dot' ? 3 : 1;
    return isReadable(tokens.slice(0, length), names) && matches(others, tokens.slice(length), names);
  }
  if (word === 'D') return tokens[0]?.exact === names.database && matches(others, tokens.slice(1), names);
  return isWord(tokens[0], word) && matches(others, tokens.slice(1), names);
}

/** Whether these tokens are the name of one view, and nothing else. */
function isReadable(tokens: readonly SqlToken[], names: TableNames): boolean {
  const [first, dot, second] = tokens;
  if (tokens.length === 1) return names.views.has(first?.exact ?? '');
  return (
    tokens.length === 3 &&
    dot?.type === 'Dot' &&
    first?.exact === names.database &&
    names.views.has(second?.exact ?? '')
  );
}

function setOf(tokens: readonly SqlToken[]): Verdict {
  const settings = readSettings(tokens.slice(1));
  if (settings === undefined) throw denied('SET takes names and literals');
  return { kind: 'set', settings };
}

function killOf(tokens: readonly SqlToken[]): Verdict {
  const [, query, where, column, equals, value, ...rest] = tokens;
  const isForm =
    isWord(query, 'QUERY') && isWord(where, 'WHERE') && column?.exact === 'query_id' && equals?.type === 'Equals';
  const isEnd = rest.every((token) => isWord(token, 'SYNC', 'ASYNC'));
  if (!isForm || value?.type !== 'StringLiteral' || !isEnd)
    throw denied("Only KILL QUERY WHERE query_id = '…' is allowed");
  return { kind: 'kill', queryId: value.text.slice(1, -1).replace(/\\(.)/gs, '$1') };
}

function checkWords(tokens: readonly SqlToken[]): void {
  for (const [index, token] of tokens.entries()) {
    if (isWord(token, ...refusedWords)) throw denied(`${token.text} is not allowed`);
    if (token.text === '{') checkParameter(tokens.slice(index + 1, index + 12));
  }
}

/** A parameter that is a name would be put in after everything was checked. */
function checkParameter(tokens: readonly SqlToken[]): void {
  const end = tokens.findIndex(({ text }) => text === '}');
  if (end < 0 || tokens.slice(0, end).some(({ name }) => name === 'identifier'))
    throw denied('Parameters must be values');
}

function withoutLeadingComments(statement: string): string {
  return statement.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|#[ !][^\n]*(?:\n|$))+/, '').trim();
}
