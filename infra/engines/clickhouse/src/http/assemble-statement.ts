import type { BodyFiles } from '../query/body-files.ts';
import type { InsertData } from '../query/query-job.ts';
import { parseStatement, type Statement, syntaxError } from '../sql/statement.ts';

/** Bytes of a body that are kept in memory; the head of an INSERT must end within them. */
const IN_MEMORY_BYTES = 1024 * 1024;

export interface AssembledRequest {
  readonly statement: Statement;
  /** Set when the statement takes data. */
  readonly data?: InsertData;
}

/**
 * Puts the statement together: the parameter `query`, a line feed, then the body. For an INSERT what follows the head
 * is data: little of it stays in memory, more goes to a file while it arrives.
 *
 * @throws ClickHouseError 62 when there is no single statement, or it is larger than 1 MiB and takes no data
 */
export async function assembleStatement(
  query: string,
  body: AsyncIterable<Buffer>,
  bodies: BodyFiles,
): Promise<AssembledRequest> {
  const source = body[Symbol.asyncIterator]();
  try {
    return await assemble(query, source, bodies);
  } finally {
    await source.return?.();
  }
}

async function assemble(query: string, source: AsyncIterator<Buffer>, bodies: BodyFiles): Promise<AssembledRequest> {
  const begin = await readBeginning(source);
  const prefix = begin.bytes.length === 0 || query === '' ? query : `${query}\n`;
  const head = Buffer.from(prefix, 'utf8').toString('latin1');
  const statement = parseStatement(head + begin.bytes.toString('latin1'));
  if (statement.insert === undefined) {
    if (!begin.complete) throw syntaxError(`Syntax error: the query is larger than ${IN_MEMORY_BYTES} bytes`);
    return { statement };
  }
  const bytes = begin.bytes.subarray(Math.max(0, statement.insert.dataStart - head.length));
  const inAddress = Buffer.from(head.slice(statement.insert.dataStart), 'latin1');
  const first = inAddress.length > 0 && hasContent(inAddress) ? Buffer.concat([inAddress, bytes]) : bytes;
  if (begin.complete) return { statement, data: { bytes: first } };
  return {
    statement,
    data: { file: await bodies.write(first, { [Symbol.asyncIterator]: () => source }), compression: '' },
  };
}

/**
 * For a body only the engine can unpack: when the address alone holds the whole head, the body may go to the engine as
 * it came.
 */
export async function assembleFromPackedBody(
  query: string,
  body: AsyncIterable<Buffer>,
  bodies: BodyFiles,
  compression: string,
): Promise<AssembledRequest | undefined> {
  if (query.trim() === '') return undefined;
  const statement = parseStatement(Buffer.from(query, 'utf8').toString('latin1'));
  if (statement.insert === undefined || statement.insert.dataStart < statement.text.length) return undefined;
  return { statement, data: { file: await bodies.write(Buffer.alloc(0), body), compression } };
}

async function readBeginning(
  source: AsyncIterator<Buffer>,
): Promise<{ readonly bytes: Buffer; readonly complete: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size <= IN_MEMORY_BYTES) {
    const item = await source.next();
    if (item.done === true) return { bytes: Buffer.concat(chunks, size), complete: true };
    chunks.push(item.value);
    size += item.value.length;
  }
  return { bytes: Buffer.concat(chunks, size), complete: false };
}

/** The line feed put between address and body is no data when the head ends in the address. */
function hasContent(bytes: Buffer): boolean {
  return bytes.length > 1 || bytes[0] !== 0x0a;
}
