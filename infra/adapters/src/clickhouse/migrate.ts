import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from './client.ts';

/**
 * Applies every numbered `.sql` file of a folder in order. Each statement is idempotent (`IF NOT EXISTS`), so running all of
 * them at every start is the whole mechanism. Statements end with a semicolon at the end of a line.
 * @param database Created when it is missing; replaces `{database}` in the files.
 */
export async function migrate(client: ClickHouseClient, folder: string, database: string): Promise<void> {
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(database)}` });
  const files = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const statement of text.split(/;\s*$/m)) {
      if (statement.trim() === '') continue;
      await client.command({ query: statement.replaceAll('{database}', identifier(database)) });
    }
  }
}

function identifier(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new Error(`"${name}" is no database name`);
  return name;
}
