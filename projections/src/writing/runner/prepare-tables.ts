import { fileURLToPath } from 'node:url';
import { migrate, openClickHouse, refuseNewerMigrations, withDatabase } from '@tapwise/adapters';

/** Up to here migrations are part of the files that make the tables. */
const baseline = 90;
const schemaFolder = fileURLToPath(new URL('../../../schema', import.meta.url));

/** The database an address names; the engine's own default when it names none. */
export function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1) || 'default';
}

/**
 * Makes the database and all tables that are missing. Tables of an older version stay as they are.
 * @param url `http://user:password@host:8123/database`.
 * @throws the engine's error.
 */
export async function prepareTables(url: string, database = databaseOf(url)): Promise<void> {
  // A connection to a database that does not exist yet is refused, so the first one goes to the one that always does.
  const client = openClickHouse(withDatabase(url, 'default'));
  try {
    await migrate(client, schemaFolder, database, baseline);
  } finally {
    await client.close();
  }
}

/** @throws UnusableTablesError for tables of a newer program; the engine's error. Nothing is changed. */
export async function refuseNewerTables(url: string): Promise<void> {
  const client = openClickHouse(withDatabase(url, 'default'));
  try {
    await refuseNewerMigrations(client, schemaFolder, databaseOf(url));
  } finally {
    await client.close();
  }
}
