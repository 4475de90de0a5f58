import { denied, SqlError } from '../sql-error.ts';
import { isName, isWord, type SqlToken } from './statement-tokens.ts';

/** What follows a statement. */
export interface StatementTail {
  /** Tokens in front of it. */
  readonly tokens: readonly SqlToken[];
  readonly format: string | undefined;
  readonly settings: ReadonlyMap<string, string>;
}

const refusedFormats = /^(template|customseparated.*|capnproto|protobuf.*|avroconfluent|mysqlwire|postgresqlwire)$/i;

/** @throws SqlError 73 for a format that analysts may not ask for. */
export function checkFormat(format: string): void {
  if (refusedFormats.test(format)) throw new SqlError(73, 'UNKNOWN_FORMAT', `Unknown format ${format}`);
}

/**
 * Takes FORMAT and SETTINGS with literals off the end; anywhere else SETTINGS is refused.
 * @throws SqlError 73, 497.
 */
export function readTail(all: readonly SqlToken[]): StatementTail {
  let tokens = all;
  let format: string | undefined;
  const settings = new Map<string, string>();
  for (;;) {
    const from = tokens.findLastIndex((token) => token.depth === 0 && isWord(token, 'FORMAT', 'SETTINGS'));
    if (from <= 0) break;
    const rest = tokens.slice(from + 1);
    if (isWord(tokens[from], 'FORMAT')) {
      if (rest.length !== 1 || !isName(rest[0])) break;
      format ??= rest[0].exact;
    } else {
      const read = readSettings(rest);
      if (read === undefined) break;
      for (const [name, value] of read) if (!settings.has(name)) settings.set(name, value);
    }
    tokens = tokens.slice(0, from);
  }
  if (format !== undefined) checkFormat(format);
  if (tokens.some((token) => isWord(token, 'SETTINGS')) && !isWord(tokens[0], 'SHOW'))
    throw denied('SETTINGS is allowed at the end of a statement only');
  return { tokens, format, settings };
}

/** `a = 1, b = 'x'`, nothing else. */
export function readSettings(tokens: readonly SqlToken[]): Map<string, string> | undefined {
  const settings = new Map<string, string>();
  let rest = tokens;
  for (;;) {
    const [name, equals, ...behind] = rest;
    const sign = behind[0]?.type === 'Minus' ? '-' : '';
    const value = sign === '' ? behind[0] : behind[1];
    if (!isName(name) || equals?.type !== 'Equals') return undefined;
    if (
      value === undefined ||
      !(value.type === 'Number' || value.type === 'StringLiteral' || /^(?:true|false)$/.test(value.name))
    ) {
      return undefined;
    }
    settings.set(name.exact, sign + literalText(value));
    rest = behind.slice(sign === '' ? 1 : 2);
    if (rest.length === 0) return settings;
    if (rest[0]?.type !== 'Comma') return undefined;
    rest = rest.slice(1);
  }
}

function literalText(token: SqlToken): string {
  if (token.type !== 'StringLiteral') return token.text;
  return token.text.slice(1, -1).replaceAll("''", "'").replace(/\\(.)/gs, '$1');
}
