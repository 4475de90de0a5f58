import type { Token } from '../sql/lexer.ts';
import type { Statement } from '../sql/statement.ts';

/** A limit of a settings profile: its value, and whether a statement may lower it or not change it at all. */
export interface ProfileSetting {
  readonly name: string;
  readonly value: number;
  readonly constraint: 'const' | 'max';
}

/** What a statement about users and their rights asks for. Names are as given, without quotes. */
export type AccessStatement =
  | { readonly kind: 'user'; readonly name: string; readonly passwordHash: string }
  | { readonly kind: 'reader'; readonly name: string }
  | { readonly kind: 'grant'; readonly database: string; readonly table: string; readonly to: string }
  | {
      readonly kind: 'policy';
      readonly database: string;
      readonly table: string;
      readonly using: string;
      readonly to: string;
    }
  | { readonly kind: 'profile'; readonly settings: readonly ProfileSetting[]; readonly to: string }
  | {
      readonly kind: 'view';
      readonly database: string;
      readonly name: string;
      readonly definer: string;
      readonly sql: string;
    }
  | { readonly kind: 'drop'; readonly name: string };

const NAME = '([A-Za-z_][A-Za-z0-9_]*)';
const FORMS: ReadonlyArray<readonly [RegExp, (parts: readonly string[]) => AccessStatement]> = [
  [
    new RegExp(`^CREATE USER OR REPLACE ${NAME} IDENTIFIED WITH sha256_hash BY '([0-9A-Fa-f]{64})'$`),
    ([name = '', hash = '']) => ({ kind: 'user', name, passwordHash: hash.toLowerCase() }),
  ],
  [new RegExp(`^CREATE USER OR REPLACE ${NAME} HOST NONE$`), ([name = '']) => ({ kind: 'reader', name })],
  [
    new RegExp(`^GRANT SELECT ON ${NAME} \\. (\\*|${NAME}) TO ${NAME}$`),
    ([database = '', table = '', , to = '']) => ({ kind: 'grant', database, table, to }),
  ],
  [
    // The condition is a list of whole numbers for a column, or several, or every row; nothing else of SQL is a row filter here.
    new RegExp(
      `^CREATE ROW POLICY OR REPLACE ${NAME} ON ${NAME} \\. ${NAME} AS RESTRICTIVE FOR SELECT USING (1|(?:${NAME} IN \\( [0-9]+(?: , [0-9]+)* \\)(?: AND (?!TO ))?)+) TO ${NAME}$`,
    ),
    ([, database = '', table = '', using = '', , to = '']) => ({ kind: 'policy', database, table, using, to }),
  ],
  [
    new RegExp(`^CREATE SETTINGS PROFILE OR REPLACE ${NAME} SETTINGS ([a-z_0-9A-Z=, ]+) TO ${NAME}$`),
    ([, settings = '', to = '']) => ({ kind: 'profile', settings: readSettings(settings), to }),
  ],
  [new RegExp(`^DROP USER IF EXISTS ${NAME}$`), ([name = '']) => ({ kind: 'drop', name })],
];

const VIEW = new RegExp(
  `^CREATE OR REPLACE VIEW ${NAME} \\. ${NAME} \\(.*\\) DEFINER = ${NAME} SQL SECURITY DEFINER AS `,
  's',
);

/**
 * Reads a statement of the closed list about users, rights and views that run with another user's rights. Everything else
 * about users is left to the engine, which refuses it.
 */
export function readAccessStatement(statement: Statement): AccessStatement | undefined {
  if (!['CREATE', 'GRANT', 'DROP'].includes(statement.verb)) return undefined;
  const words = statement.tokens.map((token) => tokenText(statement.text, token)).join(' ');
  const view = VIEW.exec(words);
  if (view !== null) {
    const [, database = '', name = '', definer = ''] = view;
    const sql = Buffer.from(statement.text.slice(0, statement.tokens.at(-1)?.end), 'latin1').toString('utf8');
    return { kind: 'view', database, name, definer, sql };
  }
  for (const [form, make] of FORMS) {
    const match = form.exec(words);
    if (match !== null) return make(match.slice(1));
  }
  return undefined;
}

function tokenText(text: string, token: Token): string {
  const written = text.slice(token.start, token.end);
  return token.kind === 'quoted' && /^[`"][A-Za-z0-9_]+[`"]$/.test(written) ? written.slice(1, -1) : written;
}

function readSettings(text: string): ProfileSetting[] {
  return text.split(',').flatMap((part) => {
    const match = /^ *([a-z_]+) = ([0-9]+) (CONST|MAX [0-9]+) *$/.exec(part);
    if (match === null) return [];
    const [, name = '', value = '0', constraint] = match;
    return [{ name, value: Number(value), constraint: constraint === 'CONST' ? 'const' : 'max' } as const];
  });
}
