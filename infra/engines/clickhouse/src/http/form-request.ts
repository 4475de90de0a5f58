import type { IncomingHttpHeaders } from 'node:http';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { BodyFiles } from '../query/body-files.ts';
import type { ExternalTable } from '../query/query-job.ts';
import { type AssembledRequest, assembleStatement } from './assemble-statement.ts';
import { externalTables, parseForm } from './multipart.ts';
import { type QueryParameters, readParameters } from './parameters.ts';

/** Forms are taken apart in memory. */
const LARGEST_FORM_BYTES = 256 * 1024 * 1024;

/**
 * Reads a form: parts without a file name are further parameters, parts with one are external tables.
 *
 * @throws ClickHouseError 36 for a damaged form, 307 for one larger than 256 MiB
 */
export async function readForm(
  body: AsyncIterable<Buffer>,
  boundary: string,
  address: URL,
  headers: IncomingHttpHeaders,
  bodies: BodyFiles,
): Promise<AssembledRequest & { parameters: QueryParameters; externalTables: ExternalTable[] }> {
  const parts = parseForm(await readAll(body), boundary);
  const entries = [...address.searchParams];
  for (const part of parts) if (!part.isFile) entries.push([part.name, part.bytes.toString('utf8')]);
  const tables = externalTables(parts, (name) => entries.find(([key]) => key === name)?.[1]);
  const described = new Set(tables.flatMap(({ name }) => [`${name}_format`, `${name}_structure`, `${name}_types`]));
  const parameters = readParameters(entries, headers, (name) => described.has(name));
  const assembled = await assembleStatement(parameters.query, nothing(), bodies);
  return { ...assembled, parameters, externalTables: tables };
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_FORM_BYTES) {
      throw new ClickHouseError(307, 'TOO_MANY_BYTES', `The form is larger than ${LARGEST_FORM_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

async function* nothing(): AsyncGenerator<Buffer> {}
