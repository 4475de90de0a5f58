import type { IncomingHttpHeaders } from 'node:http';
import type { BodyFiles } from '../query/body-files.ts';
import type { ExternalTable } from '../query/query-job.ts';
import { type AssembledRequest, assembleStatement } from './assemble-statement.ts';
import { externalTables, parseForm } from './multipart.ts';
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
