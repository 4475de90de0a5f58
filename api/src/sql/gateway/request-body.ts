import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ClickHouseError, decodeOwnBlocks, isForm, parseForm, unpackLz4Frames } from '@tapwise/adapters';
import { denied, SqlError, syntaxError } from '../sql-error.ts';

/** What a request says beside its address. */
interface RequestBody {
  readonly text: string;
  /** Of a form, in order; then there is no text. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Bytes, packed or not. */
const largestBody = 1024 * 1024;
const unpackers = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * Reads the body of a request, unpacked.
 * @param options.ownBlocks whether it came in ClickHouse's own blocks, which no header says.
 * @throws SqlError 33, 36, 40, 48, 62, 229, 271, 497.
 */
export async function readRequestBody(request: IncomingMessage, options: { ownBlocks: boolean }): Promise<RequestBody> {
  try {
    const unpacked = await readUnpacked(request);
    const bytes = options.ownBlocks ? await readOwnBlocks(unpacked) : unpacked;
    const type = request.headers['content-type'];
    if (!isForm(type)) return { text: textOf(bytes), fields: [] };
    const form = await parseForm(parts(bytes), type ?? '');
    if (form.files.length > 0) throw denied('External tables are not allowed');
    return { text: '', fields: form.fields };
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw error;
    if (error.code === 307) throw tooLarge();
    throw new SqlError(error.code, error.errorName, error.message);
  }
}

async function readUnpacked(request: IncomingMessage): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  // A request that is left in the middle must still be answered.
  const packed = request.iterator({ destroyOnReturn: false });
  if (encoding === '' || encoding === 'identity') return readWhole(packed);
  if (encoding === 'lz4') return unpackLz4Frames(await readWhole(packed), largestBody);
  if (!(encoding in unpackers)) throw notImplemented(`Requests packed by ${encoding.slice(0, 20)} are`);
  const unpacker = unpackers[encoding as keyof typeof unpackers]();
  request.pipe(unpacker);
  request.once('error', (error) => unpacker.destroy(error));
  try {
    return await readWhole(unpacker);
  } catch (error) {
    if (error instanceof SqlError) throw error;
    throw syntaxError('the request could not be unpacked');
  }
}

async function readOwnBlocks(packed: Buffer): Promise<Buffer> {
  const zstd = () => Promise.reject(notImplemented('Requests in blocks packed by zstd are'));
  return readWhole(decodeOwnBlocks(parts(packed), zstd, largestBody));
}

/** @throws SqlError 229 when there is more than a statement can be. */
async function readWhole(source: Readable | AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.length;
    if (size > largestBody) throw tooLarge();
    read.push(part);
  }
  return Buffer.concat(read);
}

async function* parts(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw syntaxError('the statement is not UTF-8');
  }
}

const tooLarge = (): SqlError => new SqlError(229, 'QUERY_IS_TOO_LARGE', 'The statement is too large');
const notImplemented = (what: string): SqlError => new SqlError(48, 'NOT_IMPLEMENTED', `${what} not supported`);
