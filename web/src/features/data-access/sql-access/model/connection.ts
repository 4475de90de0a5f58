import type { SqlUsersResponse } from '@tapwise/contract/sql';

/** What is tried first. */
export const firstStatement = 'SHOW TABLES';

/** Where SQL is asked. */
export type SqlAddress = Pick<SqlUsersResponse, 'host' | 'port' | 'path' | 'database' | 'sql_port'>;

/** How one tool is connected: what to enter where, or a line to paste. */
export interface ToolConnection {
  tool: string;
  fields: readonly { label: string; value: string }[];
  /** It cannot send a path and there is no port for it. */
  missing: boolean;
}

/** Placeholder of the password, which is shown once and not stored. */
export const passwordPlaceholder = 'PASSWORD';

interface Asking {
  address: SqlAddress;
  /** `http:` or `https:`, of this page. */
  protocol: string;
  user: string;
  password: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command line that asks a statement. */
export function curlLine({ address, protocol, user, password }: Asking, statement: string): string {
  const { host, port, path } = address;
  return `curl -u ${quoted(`${user}:${password}`)} ${protocol}//${hostOf(host)}:${port}${path} --data-binary ${quoted(statement)}`;
}

/** An address of version 6 is in brackets. */
const hostOf = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** The fields of every tool. JDBC and what is made of it keep host and port alone, so they need the port where the path is `/`. */
export function toolConnections(asking: Asking): ToolConnection[] {
  const { address, protocol, user, password } = asking;
  const { host, port, path, database, sql_port } = address;
  const scheme = protocol.replace(':', '');
  const credentials = { user, password, database };
  const named = (fields: Record<string, string | number>) =>
    Object.entries(fields).map(([label, value]) => ({ label, value: String(value) }));
  const signIn = { User: user, Password: password };
  const byPath = (tool: string, fields: Record<string, string | number>): ToolConnection => ({
    tool,
    fields: named(fields),
    missing: false,
  });
  const byPort = (tool: string, fields: (at: string) => Record<string, string | number>): ToolConnection =>
    sql_port === null
      ? { tool, fields: [], missing: true }
      : { tool, fields: named(fields(`${hostOf(host)}:${sql_port}`)), missing: false };
  const atPort = () => ({ Host: host, Port: sql_port ?? 0, Database: database, ...signIn });
  return [
    byPath('curl', { 'Command line': curlLine(asking, firstStatement) }),
    byPath('clickhouse-js', { url: `${scheme}://${hostOf(host)}:${port}`, pathname: path, ...renamed(credentials) }),
    byPath('clickhouse-connect', { host, port, proxy_path: path.slice(1), ...renamed(credentials) }),
    byPort('JDBC', (at) => ({ URL: `jdbc:clickhouse:${scheme}://${at}/${database}`, ...signIn })),
    byPort('DBeaver', atPort),
    byPort('Metabase', atPort),
    byPort('Superset', (at) => ({
      'SQLAlchemy URI': `clickhousedb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${at}/${database}`,
    })),
    byPath('Grafana', {
      'Server address': host,
      'Server port': port,
      Protocol: 'HTTP',
      'HTTP URL path': path,
      Username: user,
      Password: password,
      'Default database': database,
    }),
    byPort('ODBC', (at) => ({
      Url: `${scheme}://${at}/?default_format=RowBinaryWithNamesAndTypes`,
      Uid: user,
      Pwd: password,
      Database: database,
    })),
  ];
}

const renamed = ({ user, password, database }: { user: string; password: string; database: string }) => ({
  username: user,
  password,
  database,
});
