import { readFileSync, writeFileSync } from 'node:fs';
import { sqlDocument, withSqlLists } from './sql-document.ts';

/** Writes the views and examples of SQL into the docs, from the code. */
writeFileSync(sqlDocument, withSqlLists(readFileSync(sqlDocument, 'utf8')));
console.log(`${sqlDocument} is written.`);
