import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { ClickHouseError } from './clickhouse-error.ts';

/** Forms are kept in memory. */
const LARGEST_FORM_BYTES = 256 * 1024 * 1024;

/** A form taken apart. */
export interface Form {
  /** Parts without a file name, in order. */
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>;
  /** Parts with a file name: the rows of external tables. */
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: Buffer }>;
}

/** True for the content type of a form. */
export function isForm(contentType: string | undefined): boolean {
  return /^multipart\/form-data\b/i.test(contentType ?? '');
}

/**
 * Takes a form apart.
 *
 * @throws ClickHouseError 36 for a damaged form, 307 for one larger than 256 MiB
 */
export async function parseForm(body: AsyncIterable<Buffer>, contentType: string): Promise<Form> {
  const fields: Array<readonly [string, string]> = [];
  const files: Array<{ readonly name: string; readonly bytes: Buffer }> = [];
  try {
    const parser = openParser(contentType);
    // A part without a name comes with none, whatever the types say.
    parser.on('field', (name: string | undefined, value) => fields.push([name ?? '', value]));
    parser.on('file', (name: string | undefined, stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => files.push({ name: name ?? '', bytes: Buffer.concat(chunks) }));
      // The parser reports the same error itself; without a listener here it would end the process.
      stream.on('error', () => undefined);
    });
    await feed(parser, body);
  } catch (cause) {
    if (!(cause instanceof FormError)) throw cause;
    throw new ClickHouseError(36, 'BAD_ARGUMENTS', `The form cannot be read: ${cause.message}`, { cause });
  }
  return { fields, files };
}

class FormError extends Error {}

function openParser(contentType: string): Busboy {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: { fieldSize: LARGEST_FORM_BYTES },
    });
  } catch (cause) {
    throw new FormError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function feed(parser: Busboy, body: AsyncIterable<Buffer>): Promise<void> {
  const parsed = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve);
    parser.on('error', (error) => reject(new FormError(String(error instanceof Error ? error.message : error))));
  });
  // Awaited last: until then a failure has no other reader.
  parsed.catch(() => undefined);
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_FORM_BYTES) {
      throw new ClickHouseError(307, 'TOO_MANY_BYTES', `The form is larger than ${LARGEST_FORM_BYTES} bytes`);
    }
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), parsed, parserIsIdle()]);
  }
  parser.end();
  await Promise.race([parsed, parserIsIdle()]);
}

/**
 * Rejects once the parser has had all the time it needs: it works within one turn of the event loop, and would wait for
 * ever for the rest of a part that ends within its head, or take no more of one whose head does not end.
 */
async function parserIsIdle(): Promise<never> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  throw new FormError('a part ends within its head');
}
