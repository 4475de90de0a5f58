import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableColumn } from '../../../../infra/adapters/src/clickhouse/native/encode-rows.ts';

/** A table as its file in `schema/` makes it. */
export interface TableSchema {
  readonly columns: readonly TableColumn[];
  /** Of rows with the same values in these the one with the highest version counts. */
  readonly key: readonly string[];
  readonly version: string;
}

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'projections', 'schema');

/** Tables by name, from the files that make and change them. */
export function readTableSchemas(): ReadonlyMap<string, TableSchema> {
  const schemas = new Map<string, TableSchema>();
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  for (const file of files.sort()) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, '');
    for (const statement of text.split(';')) readStatement(schemas, statement);
  }
  return schemas;
}

function readStatement(schemas: Map<string, TableSchema>, statement: string): void {
  const made = /CREATE TABLE IF NOT EXISTS \{database\}\.(\w+)[^(]*\(\n(.*?)\n\)\s*ENGINE = \{engine\}\((\w+)\)/s.exec(
    statement,
  );
  if (made !== null) {
    const [, name = '', columns = '', version = ''] = made;
    const [, key = ''] = /ORDER BY \(?(.*?)\)?\s*(SETTINGS|$)/s.exec(statement) ?? [];
    schemas.set(name, {
      columns: columns.split(/,\n/).flatMap(columnOf),
      key: key.split(',').map((column) => column.trim()),
      version,
    });
    return;
  }
  const [, changed = ''] = /ALTER TABLE \{database\}\.(\w+)/.exec(statement) ?? [];
  const schema = schemas.get(changed);
  if (schema === undefined) return;
  const added = [...statement.matchAll(/ADD COLUMN IF NOT EXISTS (.+?),?\n?(?=\s*ADD COLUMN|$)/gs)];
  schemas.set(changed, {
    ...schema,
    columns: [...schema.columns, ...added.flatMap(([, column = '']) => columnOf(column))],
  });
}

/** None for a column that the engine computes. */
function columnOf(text: string): TableColumn[] {
  const [, name = '', type = '', kind] =
    /^\s*(\w+) (.+?)(?: (DEFAULT|CODEC|ALIAS|MATERIALIZED)\b.*)?\s*$/s.exec(text) ?? [];
  return kind === 'ALIAS' || kind === 'MATERIALIZED' ? [] : [{ name, type }];
}
