import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Token } from './lexer.ts';
import { type Statement, syntaxError } from './statement.ts';

/**
 * Refuses what the engine would do but a server does not do over HTTP: write and read files of its machine on a
 * client's word, or stop the process.
 *
 * @throws ClickHouseError 358, 78, 497, or 62 for a zero byte outside a string, where the engine would stop reading
 */
export function refuseForbidden(statement: Statement): void {
  const { tokens, verb } = statement;
  const second = tokens[1]?.word;
  if (verb === 'SYSTEM' && (second === 'SHUTDOWN' || second === 'KILL')) {
    throw new ClickHouseError(497, 'ACCESS_DENIED', `default: SYSTEM ${second} is not allowed over HTTP`);
  }
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.word === 'INTO' && next?.word === 'OUTFILE') {
      throw new ClickHouseError(358, 'INTO_OUTFILE_NOT_ALLOWED', 'INTO OUTFILE is not allowed');
    }
    if (token.word === 'FROM' && next?.word === 'INFILE' && tokens[index + 2]?.kind === 'string') {
      throw new ClickHouseError(78, 'UNKNOWN_TYPE_OF_QUERY', 'Query has infile and was send directly to server');
    }
  }
  if (hasZeroByteOutsideStrings(statement)) throw syntaxError('Syntax error: a zero byte outside a string');
}

/** Zero bytes inside strings and comments do not reach the engine as they are. */
function hasZeroByteOutsideStrings({ text, end, tokens, comments }: Statement): boolean {
  if (!text.slice(0, end).includes('\0')) return false;
  const harmless = (token: Token): boolean => token.kind === 'string' || token.kind === 'comment';
  const spans = [...tokens, ...comments].filter(harmless);
  for (let at = text.indexOf('\0'); at >= 0 && at < end; at = text.indexOf('\0', at + 1)) {
    if (!spans.some((span) => span.start < at && at < span.end)) return true;
  }
  return false;
}
