import { describe, expect, it } from 'vitest';
import { curlLine, toolConnections } from './connection.ts';

const address = { host: 'tapwise.example', port: 443, path: '/clickhouse', database: 'team_7', sql_port: 8082 };
const asking = { address, protocol: 'https:', user: 't7_bi', password: "a'b" };

const fieldsOf = (tool: string, options = asking) =>
  Object.fromEntries(
    toolConnections(options)
      .find((candidate) => candidate.tool === tool)
      ?.fields.map(({ label, value }) => [label, value]) ?? [],
  );

describe('how tools are connected', () => {
  it('quotes what a shell would read otherwise', () => {
    expect(curlLine(asking, "SELECT 'x'")).toBe(
      "curl -u 't7_bi:a'\\''b' https://tapwise.example:443/clickhouse --data-binary 'SELECT '\\''x'\\'''",
    );
    const six = { ...asking, address: { ...address, host: '::1' }, password: 'p' };
    expect(curlLine(six, 'SELECT 1')).toContain(' https://[::1]:443/clickhouse ');
  });

  it('names the path to those that send one, and the port without a path to the others', () => {
    expect(fieldsOf('clickhouse-js')).toMatchObject({ url: 'https://tapwise.example:443', pathname: '/clickhouse' });
    expect(fieldsOf('clickhouse-connect')).toMatchObject({ port: '443', proxy_path: 'clickhouse', username: 't7_bi' });
    expect(fieldsOf('Grafana')).toMatchObject({ 'HTTP URL path': '/clickhouse', 'Server port': '443' });
    expect(fieldsOf('JDBC').URL).toBe('jdbc:clickhouse:https://tapwise.example:8082/team_7');
    expect(fieldsOf('Superset')['SQLAlchemy URI']).toBe("clickhousedb://t7_bi:a'b@tapwise.example:8082/team_7");
    for (const tool of ['DBeaver', 'Metabase'])
      expect(fieldsOf(tool)).toMatchObject({ Port: '8082', Database: 'team_7' });
    expect(fieldsOf('ODBC').Url).toContain('RowBinaryWithNamesAndTypes');
  });

  it('says which tools go without the port', () => {
    const without = { ...asking, address: { ...address, sql_port: null } };
    const missing = toolConnections(without).filter((connection) => connection.missing);
    expect(missing.map(({ tool }) => tool)).toEqual(['JDBC', 'DBeaver', 'Metabase', 'Superset', 'ODBC']);
    expect(missing.flatMap(({ fields }) => fields)).toEqual([]);
  });
});
