/** Beginning of the names of all streams of tables of the past. */
export const pastTablesPrefix = 'pastTables-';

/** Stream of the tables that one caller wants. */
export const pastTablesStream = (id: string): string => `${pastTablesPrefix}${id}`;
