import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableRowTypes } from './table-rows.ts';

/** Writes the types of rows beside the files that make the tables. */
const folder = 'projections/schema';
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort();
writeFileSync(
  join(folder, 'table-rows.ts'),
  tableRowTypes(files.map((name) => readFileSync(join(folder, name), 'utf8'))),
);
console.log(`${join(folder, 'table-rows.ts')} is written.`);
