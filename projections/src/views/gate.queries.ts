/**
 * A statement in the engine's own words on one line, its tokens, the engine's version, and the statement formatted again from small
 * letters, in which words of the language alone are in capitals; `{q:String}` is the statement.
 */
export const formattedStatement = `SELECT formatQuerySingleLine({q:String}) AS text, tokenizeQuery(text) AS tokens, version(),
    ifNull(formatQuerySingleLineOrNull(lower(text)), '')
  FORMAT JSONCompactEachRow`;

/** Whether a statement, put in brackets after FROM, formats to itself: only what reads rows does. */
export const isSubquery = `SELECT ifNull(formatQuerySingleLineOrNull(concat('SELECT * FROM (', {q:String}, ')')) = concat('SELECT * FROM (', {q:String}, ')'), false)
  FORMAT JSONCompactEachRow`;

/** What EXISTS answers about a table that may not be seen, as about one that there is not. */
export const notThere = 'SELECT toUInt8(0) AS result';
