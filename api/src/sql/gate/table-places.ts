import { denied } from '../sql-error.ts';
import { isName, isWord, type SqlToken } from './statement-tokens.ts';

/** What may be in the place of a table. */
export interface TableNames {
  /** Name of the team's database. */
  readonly database: string;
  readonly views: ReadonlySet<string>;
}

const systemTables = new Set(
  (
    'databases tables columns functions table_functions formats settings data_type_families table_engines one numbers time_zones ' +
    'collations'
  ).split(' '),
);
const schemaTables = new Set('tables columns schemata views'.split(' '));
const tableFunctions = new Set('numbers generate_series generateseries values zeros primes'.split(' '));

/** Words that end a list of tables. */
const afterTables = [
  ...'WHERE SELECT GROUP HAVING WINDOW QUALIFY ORDER LIMIT OFFSET FETCH UNION INTERSECT EXCEPT SETTINGS FORMAT WITH'.split(
    ' ',
  ),
];

interface Level {
  /** Inside a list of tables. */
  tables: boolean;
  /** The next name is a table. */
  expected: boolean;
}

/**
 * Checks every name in the place of a table.
 * @returns indexes of the tokens that are names of table functions.
 * @throws SqlError 497 for anything but a view, a CTE, a subquery, or a table or function of the engine that is open to all.
 */
export function checkTables(tokens: readonly SqlToken[], names: TableNames): ReadonlySet<number> {
  const ctes = commonTables(tokens);
  const functions = new Set<number>();
  const levels: Level[] = [{ tables: false, expected: false }];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const level = levels.at(-1);
    if (token === undefined || level === undefined) throw denied('The statement is not understood');
    checkDottedName(tokens, index);
    if (isMembership(token) && tokens[index + 1]?.text === '(') checkSecondArgument(tokens, index + 1);
    if (token.type.startsWith('Opening')) {
      const opensTables = level.expected && token.text === '(' && !isWord(tokens[index + 1], 'SELECT', 'WITH');
      if (level.expected && token.text !== '(') throw denied('A table is expected');
      level.expected = false;
      levels.push({ tables: opensTables, expected: opensTables });
    } else if (token.type.startsWith('Closing')) {
      levels.pop();
    } else if (level.expected) {
      level.expected = false;
      index = readTable(tokens, index, { ...names, ctes }, functions);
    } else readWord(tokens, index, level);
  }
  return functions;
}

function readWord(tokens: readonly SqlToken[], index: number, level: Level): void {
  const token = tokens[index];
  // The bounds of ORDER BY … WITH FILL are no tables.
  if (isWord(token, 'FROM') && isWord(tokens[index - 1], 'FILL') && isWord(tokens[index - 2], 'WITH')) return;
  if (isWord(token, 'FROM', 'TABLE')) Object.assign(level, { tables: true, expected: true });
  else if (isWord(token, 'JOIN')) {
    // What follows ARRAY JOIN are expressions.
    const isArray = isWord(tokens[index - 1], 'ARRAY');
    Object.assign(level, { tables: !isArray, expected: !isArray });
  } else if (isWord(token, 'IN') && !opensList(tokens[index + 1])) level.expected = true;
  else if (isWord(token, 'IN')) checkNoTable(tokens, index + 1);
  else if (token?.type === 'Comma' && level.tables) level.expected = true;
  else if (isWord(token, ...afterTables)) level.tables = false;
}

/** What may follow IN beside a table: a list, a parameter, a literal. */
const opensList = (token: SqlToken | undefined): boolean =>
  token !== undefined &&
  (token.type.startsWith('Opening') || token.type === 'StringLiteral' || token.type === 'Number');

/** `in`, `globalNotIn`, `nullInIgnoreSet`, …: the operator as a function, whose second argument may be a table. */
const isMembership = (token: SqlToken): boolean =>
  isName(token) && !token.isWord && /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/.test(token.name);

function checkSecondArgument(tokens: readonly SqlToken[], opening: number): void {
  const depth = tokens[opening]?.depth ?? 0;
  const comma = tokens.findIndex(
    ({ type, depth: at }, index) => index > opening && type === 'Comma' && at === depth + 1,
  );
  if (comma >= 0) checkNoTable(tokens, comma + 1);
}

/** `( a . b )`: brackets do not keep the engine from taking it as a table. @throws SqlError 497. */
function checkNoTable(tokens: readonly SqlToken[], from: number): void {
  let first = from;
  while (tokens[first]?.text === '(') first += 1;
  const isDotted = isName(tokens[first]) && tokens[first + 1]?.type === 'Dot';
  const behind = tokens[first + 3];
  if (isDotted && (behind?.text === ')' || isWord(behind, 'AS')))
    throw denied('A table is not allowed here: put it after FROM');
}

function readTable(
  tokens: readonly SqlToken[],
  index: number,
  names: TableNames & { ctes: ReadonlySet<string> },
  functions: Set<number>,
): number {
  const first = tokens[index];
  if (!isName(first)) throw denied('A table is expected');
  const second = tokens[index + 1]?.type === 'Dot' ? tokens[index + 2] : undefined;
  if (second === undefined) {
    if (tokens[index + 1]?.text === '(') {
      // Behind IN a function makes the set.
      if (isWord(tokens[index - 1], 'IN')) return index;
      if (!tableFunctions.has(first.name)) throw denied(`The table function ${first.exact} is not allowed`);
      functions.add(index);
    } else if (!names.views.has(first.exact) && !names.ctes.has(first.exact)) throw unknownTable(first.exact);
    return index;
  }
  if (tokens[index + 3]?.type === 'Dot') throw denied('A table has at most two names');
  const isOwn = first.exact === names.database && names.views.has(second.exact);
  if (!isOwn && !isOpenToAll(first, second)) throw unknownTable(`${first.exact}.${second.exact}`);
  return index + 2;
}

/** The same for a table that there is and for one that there is not. */
const unknownTable = (name: string) => denied(`Not enough privileges for ${name}: it is no view of this database`);

/** A name that begins with a database of the engine is limited to what is open there, wherever it occurs. */
function checkDottedName(tokens: readonly SqlToken[], index: number): void {
  const before = tokens[index - 1];
  const first = tokens[index];
  const dot = tokens[index + 1];
  const second = tokens[index + 2];
  if (before?.type === 'Dot' || !isName(first) || dot?.type !== 'Dot') return;
  if (['system', 'information_schema'].includes(first.name) && !isOpenToAll(first, second)) {
    throw unknownTable(`${first.exact}.${second?.exact ?? ''}`);
  }
}

function isOpenToAll(first: SqlToken, second: SqlToken | undefined): boolean {
  if (second === undefined) return false;
  return first.name === 'system'
    ? systemTables.has(second.exact)
    : first.name === 'information_schema' && schemaTables.has(second.name);
}

/** Names given by WITH. */
function commonTables(tokens: readonly SqlToken[]): Set<string> {
  return new Set(
    tokens.flatMap((token, index) => {
      const opening = isWord(tokens[index + 2], 'MATERIALIZED') ? index + 3 : index + 2;
      const opens = isWord(tokens[index + 1], 'AS') && tokens[opening]?.text === '(';
      const isTable = opens && (isWord(tokens[opening + 1], 'SELECT', 'WITH') || tokens[opening + 1]?.text === '(');
      return isTable && isName(token) ? [token.exact] : [];
    }),
  );
}
