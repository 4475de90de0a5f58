import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Engine } from '../engine/engine.ts';
import type { BodyFiles } from '../query/body-files.ts';
import { quoteString } from '../sql/quote.ts';

/** Content encodings only the engine can unpack, with its names for them. */
const ENGINE_CODECS = new Map([
  ['zstd', 'zstd'],
  ['lz4', 'lz4'],
  ['xz', 'xz'],
  ['snappy', 'snappy'],
]);

const NODE_DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** How the body of a request is packed. */
export interface BodyEncoding {
  /** The engine's name of the codec when the engine has to unpack it. */
  readonly engineCodec?: string;
  /** `Content-Encoding` in lower case, absent for none. */
  readonly name?: string;
}

/**
 * @throws ClickHouseError 48 for an unknown encoding
 */
export function readBodyEncoding(header: string | undefined): BodyEncoding {
  const name = (header ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return {};
  const engineCodec = ENGINE_CODECS.get(name);
  if (engineCodec !== undefined) return { name, engineCodec };
  if (NODE_DECODERS.has(name)) return { name };
  throw new ClickHouseError(48, 'NOT_IMPLEMENTED', `Unknown compression method: ${name}`);
}

/**
 * The bytes of the request with gzip, deflate or br taken off. Ends in an error when the client aborts. A reader that
 * stops early leaves the request open, so that it can still be answered.
 */
export async function* unpacked(request: IncomingMessage, encoding: BodyEncoding): AsyncGenerator<Buffer> {
  const decoder = encoding.name === undefined ? undefined : NODE_DECODERS.get(encoding.name);
  if (decoder === undefined) {
    yield* request.iterator({ destroyOnReturn: false });
    return;
  }
  const stream = request.pipe(decoder());
  const breakOff = (): void => void stream.destroy(new Error('The client broke off'));
  request.once('aborted', breakOff);
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (cause) {
    if (request.destroyed && !request.complete) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot unpack the request body as ${encoding.name}: ${reason}`;
    throw new ClickHouseError(354, 'ZLIB_INFLATE_FAILED', message, { cause });
  } finally {
    request.removeListener('aborted', breakOff);
    request.unpipe(stream);
  }
}

/** Has the engine unpack a whole body. The engine reads several frames in a row as one. */
export async function unpackWithEngine(
  engine: Engine,
  bodies: BodyFiles,
  codec: string,
  source: AsyncIterable<Buffer>,
): Promise<Buffer> {
  const packed = await bodies.write(Buffer.alloc(0), source);
  const connection = engine.connect();
  try {
    const file = `file(${quoteString(packed.path)}, 'RawBLOB', 'body String', ${quoteString(codec)})`;
    const result = await connection.run(`SELECT body FROM ${file}`, 'RawBLOB');
    return result.bytes;
  } catch (error) {
    if (error instanceof ClickHouseError) error.message = error.message.replaceAll(packed.path, 'the request body');
    throw error;
  } finally {
    connection.close();
    packed.discard();
  }
}
