import { denied, SqlError } from '../sql-error.ts';
import { allowedFunctions } from './allowed-functions.ts';
import { refusedFunctions } from './refused-functions.ts';
import { isName, isWord, type SqlToken } from './statement-tokens.ts';

/** Words of the language that a bracket may follow. */
const words = new Set(
  (
    'IN NOT AND OR SELECT FROM JOIN AS ON USING WHEN THEN ELSE CASE BY WHERE HAVING LIMIT OVER INTERVAL DISTINCT EXCEPT REPLACE ' +
    'SETS ROLLUP CUBE ALL ANY EXISTS UNION INTERSECT BETWEEN LIKE ILIKE IS DIV MOD WITH GLOBAL ARRAY FILTER ESCAPE OFFSET QUALIFY ' +
    'INTERPOLATE TO STEP TABLE COLUMNS'
  ).split(' '),
);

const types = new Set(
  (
    'array tuple map nested nullable lowcardinality string fixedstring decimal decimal32 decimal64 decimal128 decimal256 date date32 ' +
    'datetime datetime32 datetime64 time time64 enum enum8 enum16 int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 ' +
    'uint128 uint256 float32 float64 bfloat16 bool boolean uuid ipv4 ipv6 json variant dynamic point ring polygon multipolygon ' +
    'linestring multilinestring varchar char text bigint int integer smallint tinyint numeric dec float double real timestamp'
  ).split(' '),
);

const combinator = /^(.+)(?:If|OrNull|OrDefault|Distinct|ArgMin|ArgMax)$/;

/**
 * Checks every name that is called, or that could be handed on as a function.
 * @param tableFunctions indexes of names that are checked as tables.
 * @throws SqlError 497 for a function that is not allowed, 46 for one that the engine does not know.
 */
export function checkFunctions(tokens: readonly SqlToken[], tableFunctions: ReadonlySet<number>): void {
  for (const [index, token] of tokens.entries()) {
    if (!isName(token) || tableFunctions.has(index) || tokens[index - 1]?.type === 'Dot') continue;
    const next = tokens[index + 1];
    if (next?.text === '(') checkCalled(token);
    else if (refusedFunctions.has(token.name) && !(isWord(token, 'IGNORE') && isWord(next, 'NULLS'))) {
      throw denied(`The name ${token.exact} is not allowed: it is that of a function`);
    }
  }
}

function checkCalled(token: SqlToken): void {
  if (token.type === 'BareWord' && words.has(token.text.toUpperCase())) return;
  if (isAllowed(token.exact) || types.has(token.name)) return;
  if (refusedFunctions.has(token.name) || /(?:State|Merge|SimpleState|MergeState)(?:If)?$/i.test(token.exact)) {
    throw denied(`The function ${token.exact} is not allowed`);
  }
  throw new SqlError(46, 'UNKNOWN_FUNCTION', `Unknown function ${token.exact}`);
}

function isAllowed(name: string): boolean {
  if (refusedFunctions.has(name.toLowerCase())) return false;
  if (allowedFunctions.has(name.toLowerCase())) return true;
  const [, base] = combinator.exec(name) ?? [];
  return base !== undefined && isAllowed(base);
}
