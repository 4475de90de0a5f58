import type { IncomingHttpHeaders } from 'node:http';
import { type Form, parseForm } from '../../../../wire/clickhouse/multipart.ts';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { BodyFiles } from '../query/body-files.ts';
import type { ExternalTable } from '../query/query-job.ts';
import { type AssembledRequest, assembleStatement } from './assemble-statement.ts';
import { type QueryParameters, readParameters } from './parameters.ts';

/**
 * Reads a form: parts without a file name are further parameters, parts with one are external tables.
 *
 * @throws ClickHouseError 36 for a damaged form, 307 for one larger than 256 MiB
 */
export async function readForm(
  body: AsyncIterable<Buffer>,
  address: URL,
  headers: IncomingHttpHeaders,
  bodies: BodyFiles,
): Promise<AssembledRequest & { parameters: QueryParameters; externalTables: ExternalTable[] }> {
  const form = await parseForm(body, headers['content-type'] ?? '');
  const entries = [...address.searchParams, ...form.fields];
  const tables = externalTables(form.files, (name) => entries.find(([key]) => key === name)?.[1]);
  const described = new Set(tables.flatMap(({ name }) => [`${name}_format`, `${name}_structure`, `${name}_types`]));
  const parameters = readParameters(entries, headers, (name) => described.has(name));
  const assembled = await assembleStatement(parameters.query, nothing(), bodies);
  return { ...assembled, parameters, externalTables: tables };
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** The external tables of a form, with the structure and format its parameters give them. */
function externalTables(files: Form['files'], parameter: (name: string) => string | undefined): ExternalTable[] {
  return files.map(({ name, bytes }) => {
    const structure = parameter(`${name}_structure`) ?? numbered(parameter(`${name}_types`));
    if (structure === undefined) {
      const message = `Neither structure nor types have not been provided for external table ${name}`;
      throw new ClickHouseError(36, 'BAD_ARGUMENTS', message);
    }
    return { name, structure, format: parameter(`${name}_format`) ?? 'TabSeparated', bytes };
  });
}

/** Types alone name the columns `_1`, `_2` and so on. */
function numbered(types: string | undefined): string | undefined {
  if (types === undefined) return undefined;
  let depth = 0;
  const columns = [''];
  for (const char of types) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) columns.push('');
    else columns[columns.length - 1] += char;
  }
  return columns.map((type, index) => `_${index + 1} ${type.trim()}`).join(', ');
}
