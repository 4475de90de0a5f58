import type { Engine } from '../engine/engine.ts';
import { quoteString } from '../sql/quote.ts';
import type { Scope } from './access-register.ts';

/** A table of this node as a child can declare it: over the directory in which its parts are. */
export interface SourceTable {
  readonly database: string;
  readonly table: string;
  readonly directory: string;
  /** Columns as in CREATE TABLE. */
  readonly columns: string;
  readonly engine: string;
}

/** What a child is started with. */
export interface ScopeFiles {
  /** Configuration of the engine; `users` names the file of users. */
  readonly engine: (usersFile: string) => string;
  /** Users for the first opening, in which tables and views are made. */
  readonly makingUsers: string;
  /** Users for all later ones. */
  readonly users: string;
  readonly statements: readonly string[];
}

/** Ceiling for all statements of a child together, in bytes. */
const CHILD_MEMORY = 900_000_000;

/** Limits of a user to whom no profile was given. */
const LEAST_PROFILE = [{ name: 'max_execution_time', value: 30, constraint: 'max' }] as const;

/**
 * Where the parts of the tables are now. A table that was exchanged or altered has another description.
 * @throws ClickHouseError of the engine
 */
export async function describeSources(engine: Engine, sources: Scope['sources']): Promise<SourceTable[]> {
  const wanted = sources.map(({ database, table }) => `(${quoteString(database)}, ${quoteString(table)})`).join(', ');
  const connection = engine.connect();
  try {
    const { bytes } = await connection.run(
      `SELECT database, name AS table, data_paths[1] AS directory, create_table_query AS made
       FROM system.tables WHERE (database, name) IN (${wanted}) ORDER BY database, name`,
      'JSONEachRow',
    );
    const lines = bytes.toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => sourceTable(JSON.parse(line)));
  } finally {
    connection.close();
  }
}

function sourceTable(row: { database: string; table: string; directory: string; made: string }): SourceTable {
  const start = row.made.indexOf(' (');
  const end = row.made.indexOf(' ENGINE = ');
  const settings = row.made.lastIndexOf(' SETTINGS ');
  const engine = row.made.slice(end + ' ENGINE = '.length, settings < 0 ? undefined : settings);
  return {
    database: row.database,
    table: row.table,
    directory: row.directory,
    columns: row.made.slice(start, end),
    engine,
  };
}

/** Configuration files and statements of the child that serves a scope. */
export function scopeFiles(scope: Scope, tables: readonly SourceTable[]): ScopeFiles {
  const databases = [...new Set([...tables.map(({ database }) => database), scope.database])];
  return {
    engine: (usersFile) => engineConfig(tables, usersFile),
    makingUsers: usersConfig(scope, '', '<access_management>1</access_management>'),
    users: usersConfig(scope, profileConfig(scope), `<grants>${grant(`${scope.database}.*`)}</grants>`),
    statements: [
      ...databases.map((database) => `CREATE DATABASE IF NOT EXISTS \`${database}\``),
      ...tables.map(
        ({ database, table, columns, engine }, index) =>
          `CREATE TABLE \`${database}\`.\`${table}\`${columns} ENGINE = ${engine} SETTINGS disk = 'source_${index}', table_disk = 1, refresh_parts_interval = 1`,
      ),
      ...scope.views,
    ],
  };
}

function engineConfig(tables: readonly SourceTable[], usersFile: string): string {
  const disks = tables.map(
    ({ directory }, index) =>
      `<source_${index}><type>object_storage</type><object_storage_type>local</object_storage_type><metadata_type>plain</metadata_type><path>${xml(directory)}</path><readonly>true</readonly></source_${index}>`,
  );
  return `<clickhouse>
<display_name>tapwise</display_name>
<storage_configuration><disks>${disks.join('\n')}</disks></storage_configuration>
<users_config>${xml(usersFile)}</users_config>
<max_server_memory_usage>${CHILD_MEMORY}</max_server_memory_usage>
</clickhouse>
`;
}

/** The engine of a library has one user who can log in; the reader exists only as the one with whose rights views run. */
function usersConfig(scope: Scope, profile: string, rights: string): string {
  const common =
    '<password></password><networks><ip>::1</ip><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>';
  const grants = scope.sources.map(({ database, table }) => grant(`${database}.${table}`)).join('');
  const databases = [...new Set(scope.sources.map(({ database }) => database))].map((database) => {
    const databaseSources = scope.sources.filter((source) => source.database === database);
    const filters = databaseSources.map(({ table, filter }) => `<${table}><filter>${xml(filter)}</filter></${table}>`);
    return `<${database}>${filters.join('')}</${database}>`;
  });
  return `<clickhouse>
<profiles><default>${profile}</default></profiles>
<quotas><default></default></quotas>
<users>
<default>${common}${rights}</default>
<${scope.reader}>${common}<grants>${grants}</grants><databases>${databases.join('')}</databases></${scope.reader}>
</users>
</clickhouse>
`;
}

function profileConfig({ profile }: Scope): string {
  const settings = profile.length === 0 ? LEAST_PROFILE : profile;
  const values = settings.map(({ name, value }) => `<${name}>${value}</${name}>`).join('');
  const constraints = settings.map(({ name, value, constraint }) =>
    constraint === 'const' ? `<${name}><const/></${name}>` : `<${name}><max>${value}</max></${name}>`,
  );
  return `<readonly>2</readonly>${values}<constraints>${constraints.join('')}</constraints>`;
}

const grant = (on: string): string => `<query>GRANT SELECT ON ${on}</query>`;

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
