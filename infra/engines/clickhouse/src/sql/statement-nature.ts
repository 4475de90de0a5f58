import type { FormatCatalogue } from '../engine/format-catalogue.ts';
import type { Token } from './lexer.ts';
import type { Statement } from './statement.ts';

/** What kind of answer a statement has and how the engine may be asked for it. */
export interface StatementNature {
  /** True when rows come back, be there none. */
  readonly returnsRows: boolean;
  /** True for a plain SELECT, which the engine can stream and which may be ended when its caller goes away. */
  readonly isSelect: boolean;
  /** True for statements that change neither data nor definitions. */
  readonly isReadOnly: boolean;
  /** The format named in the statement itself. */
  readonly format?: string;
  /** True when totals, extremes or an array around the rows make chunks impossible to join. */
  readonly mustBeWhole: boolean;
}

const WITH_ROWS = new Set('( SELECT FROM SHOW DESC DESCRIBE EXISTS EXPLAIN CHECK KILL WATCH BACKUP RESTORE'.split(' '));
const READING = new Set('( SELECT FROM SHOW DESC DESCRIBE EXISTS EXPLAIN CHECK WATCH SET USE'.split(' '));
/** Behind these comes an expression, so that `format` is a column. */
const BEFORE_EXPRESSION = new Set(
  'BY SELECT DISTINCT WHERE PREWHERE HAVING QUALIFY ON AND OR NOT IN LIKE ILIKE IS BETWEEN AS WITH THEN ELSE WHEN CASE'.split(
    ' ',
  ),
);
const NOT_IN_CHUNKS = new Set(['TOTALS', 'EXTREMES', 'OUTPUT_FORMAT_JSON_ARRAY_OF_ROWS']);

/**
 * Classifies a statement by its tokens, and by the names of the settings sent along with it.
 */
export function natureOf(statement: Statement, settings: Iterable<string>, formats: FormatCatalogue): StatementNature {
  const verb = statement.verb === 'WITH' ? verbBehindWith(statement) : statement.verb;
  const format = formatOf(statement, formats);
  return {
    returnsRows: WITH_ROWS.has(verb),
    isSelect: verb === 'SELECT' || verb === 'FROM' || verb === '(',
    isReadOnly: READING.has(verb),
    mustBeWhole:
      statement.tokens.some((token) => NOT_IN_CHUNKS.has(token.word)) ||
      [...settings].some((name) => NOT_IN_CHUNKS.has(name.toUpperCase())),
    ...(format === undefined ? {} : { format }),
  };
}

/** `WITH … SELECT` reads, `WITH … INSERT INTO … SELECT` writes. */
function verbBehindWith({ tokens }: Statement): string {
  for (const [index, token] of tokens.entries()) {
    if (token.depth > 0) continue;
    if (token.word === 'SELECT' || token.word === 'FROM') return token.word;
    if (token.word === 'INSERT' && tokens[index + 1]?.word === 'INTO') return 'INSERT';
  }
  return 'SELECT';
}

/** `FORMAT name` at the end, or before the last `SETTINGS`. A column may be called `format` too. */
function formatOf({ text, tokens, verb, insert }: Statement, formats: FormatCatalogue): string | undefined {
  if (insert !== undefined || verb === 'INSERT' || verb === 'CREATE') return undefined;
  for (let index = tokens.length - 2; index > 0; index -= 1) {
    const [word, name, after] = tokens.slice(index, index + 3);
    if (word?.word !== 'FORMAT' || word.depth > 0 || (name?.kind !== 'word' && name?.kind !== 'quoted')) continue;
    if (beginsExpression(tokens[index - 1])) continue;
    const formatName = text.slice(name.start, name.end).replace(/^[`"]|[`"]$/g, '');
    if (after === undefined || after.word === 'SETTINGS' || formats.isKnown(formatName)) return formatName;
  }
  return undefined;
}

/** An asterisk may be all columns as well, and then a clause follows. */
const beginsExpression = (before: Token | undefined): boolean =>
  (before?.kind === 'symbol' && before.word !== '*') || BEFORE_EXPRESSION.has(before?.word ?? '');
