import { denied, SqlError } from '../sql-error.ts';
import { allowedAggregates, allowedFunctions } from './allowed-functions.ts';
import { refusedFunctions } from './refused-functions.ts';
import { isName, isWord, type SqlToken } from './statement-tokens.ts';

/** Words of the language that a bracket may follow. */
const words = (
  'IN NOT AND OR SELECT FROM JOIN AS ON USING WHEN THEN ELSE CASE BY WHERE HAVING LIMIT OVER INTERVAL DISTINCT EXCEPT REPLACE ' +
  'SETS ROLLUP CUBE ALL ANY EXISTS UNION INTERSECT BETWEEN LIKE ILIKE IS DIV MOD WITH GLOBAL ARRAY FILTER ESCAPE OFFSET QUALIFY ' +
  'INTERPOLATE TO STEP TABLE COLUMNS CAST MATERIALIZED'
).split(' ');

const types = new Set(
  (
    'array tuple map nested nullable lowcardinality string fixedstring decimal decimal32 decimal64 decimal128 decimal256 date date32 ' +
    'datetime datetime32 datetime64 time time64 enum enum8 enum16 int8 int16 int32 int64 int128 int256 uint8 uint16 uint32 uint64 ' +
    'uint128 uint256 float32 float64 bfloat16 bool boolean uuid ipv4 ipv6 json variant dynamic point ring polygon multipolygon ' +
    'linestring multilinestring varchar char text bigint int integer smallint tinyint numeric dec float double real timestamp'
  ).split(' '),
);

/** Functions whose first argument may be another function by its bare name: `arrayMap(upper, names)`. */
const takesFunction =
  /^(?:array(?:all|avg|bottomk|compact|count|cumsum|cumsumnonnegative|difference|exists|fill|filter|first|firstindex|firstornull|fold|last|lastindex|lastornull|map|max|min|partialreversesort|partialsort|product|reversefill|reversesort|reversesplit|sort|split|sum|topk)|map(?:all|apply|exists|filter|partialreversesort|partialsort|reversesort|sort))$/;

const combinator = /^(.+)(?:If|OrNull|OrDefault|Distinct|ArgMin|ArgMax|Array|Map|ForEach|Resample|Tuple)$/;
const refusedCombinator =
  /(?:State|Merge)(?:If|OrNull|OrDefault|Distinct|ArgMin|ArgMax|Array|Map|ForEach|Resample|Tuple)*$/i;

/**
 * Checks every name that is called, or that is handed on as a function. Whatever else has the name of a function is a column.
 * @param tableFunctions indexes of names that are checked as tables.
 * @throws SqlError 497 for a function that is not allowed, 46 for one that the engine does not know.
 */
export function checkFunctions(tokens: readonly SqlToken[], tableFunctions: ReadonlySet<number>): void {
  for (const [index, token] of tokens.entries()) {
    if (!isName(token) || tableFunctions.has(index)) continue;
    if (tokens[index + 1]?.text === '(') checkCalled(token);
    else if (refusedFunctions.has(token.name) && isHandedOn(tokens, index)) {
      throw denied(`The name ${token.exact} is not allowed here: it is that of a function`);
    }
  }
}

/** Whether a bare name is the first argument of what takes a function, with or without brackets and a name of its own. */
function isHandedOn(tokens: readonly SqlToken[], index: number): boolean {
  let first = index;
  let last = index;
  for (;;) {
    if (isWord(tokens[last + 1], 'AS')) last += 2;
    const behind = tokens[last + 1];
    if (tokens[first - 1]?.text !== '(' || (behind?.text !== ')' && behind?.type !== 'Comma')) return false;
    const callee = tokens[first - 2];
    if (isName(callee) && !callee.isWord) return takesFunction.test(callee.name);
    if (behind.text !== ')') return false;
    first -= 1;
    last += 1;
  }
}

function checkCalled(token: SqlToken): void {
  if (isWord(token, ...words) || token.name === 'exists') return;
  if (isAllowed(token.exact) || types.has(token.name)) return;
  if (refusedFunctions.has(token.name) || refusedCombinator.test(token.exact)) {
    throw denied(`The function ${token.exact} is not allowed`);
  }
  throw new SqlError(46, 'UNKNOWN_FUNCTION', `Unknown function ${token.exact}`);
}

function isAllowed(name: string): boolean {
  const plain = name.toLowerCase();
  if (refusedFunctions.has(plain)) return false;
  return allowedFunctions.has(plain) || isAllowedAggregate(name);
}

function isAllowedAggregate(name: string): boolean {
  if (allowedAggregates.has(name.toLowerCase())) return true;
  const [, base] = combinator.exec(name) ?? [];
  return base !== undefined && isAllowedAggregate(base);
}
