import type { IncomingHttpHeaders } from 'node:http';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import { LZ4_FRAME_END, LZ4_FRAME_START, lz4FrameBlocks } from '../../../../wire/clickhouse/lz4-frame.ts';
import { encodeOwnBlocks } from '../../../../wire/clickhouse/own-blocks.ts';

/** Turns parts of an answer into the bytes to send. Every part can be decoded by the time it arrives. */
export interface Encoder {
  part(bytes: Buffer): Promise<Buffer>;
  end(): Promise<Buffer>;
}

export interface ResponseEncoding {
  /** Value of `Content-Encoding`, absent for none. */
  readonly name?: string;
  readonly encoder: Encoder;
}

type ContentEncoding = 'gzip' | 'deflate' | 'br' | 'lz4';

/** Quality between 0 and 11; above 4 brotli is slower than the engine answers. */
const BROTLI_QUALITY = 4;

/**
 * Chooses how an answer is packed.
 *
 * @param options.ownBlocks ClickHouse's own blocks, which no header names; they go inside the content encoding
 * @param options.allowed whether a content encoding may be used
 * @param options.level zlib's level
 */
export function chooseEncoding(
  headers: IncomingHttpHeaders,
  options: { readonly ownBlocks: boolean; readonly allowed: boolean; readonly level: number },
): ResponseEncoding {
  const name = options.allowed ? preferred(headers['accept-encoding']) : undefined;
  const outer = name === undefined ? undefined : contentEncoder(name, options.level);
  const inner: Encoder | undefined = options.ownBlocks ? OWN_BLOCKS : undefined;
  const encoder = inner === undefined ? (outer ?? PLAIN) : outer === undefined ? inner : chain(inner, outer);
  return name === undefined ? { encoder } : { name, encoder };
}

/**
 * gzip before the others, for speed. lz4 only for callers that offer nothing else: the Java driver then reads every
 * answer as an LZ4 frame whatever the header says.
 */
function preferred(accepted: string | string[] | undefined): ContentEncoding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
    .filter((parts) => !parts.slice(1).some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map((parts) => parts[0]);
  const order: readonly ContentEncoding[] = ['gzip', 'deflate', 'br', 'lz4'];
  return order.find((name) => offers.includes(name));
}

const NOTHING = Buffer.alloc(0);

const PLAIN: Encoder = {
  part: (bytes) => Promise.resolve(bytes),
  end: () => Promise.resolve(NOTHING),
};

const OWN_BLOCKS: Encoder = {
  part: (bytes) => encodeOwnBlocks(bytes),
  end: () => Promise.resolve(NOTHING),
};

function chain(inner: Encoder, outer: Encoder): Encoder {
  return {
    part: async (bytes) => outer.part(await inner.part(bytes)),
    end: async () => Buffer.concat([await outer.part(await inner.end()), await outer.end()]),
  };
}

function contentEncoder(name: ContentEncoding, level: number): Encoder {
  if (name === 'lz4') return lz4Encoder();
  const flush = name === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const stream =
    name === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : name === 'gzip'
        ? createGzip({ level })
        : createDeflate({ level });
  const produced: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => produced.push(bytes));
  const drain = (): Buffer => Buffer.concat(produced.splice(0));
  return {
    part: (bytes) =>
      new Promise((resolve, reject) => {
        if (bytes.length === 0) return resolve(NOTHING);
        stream.once('error', reject);
        stream.write(bytes);
        stream.flush(flush, () => {
          stream.removeListener('error', reject);
          resolve(drain());
        });
      }),
    end: () =>
      new Promise((resolve, reject) => {
        stream.once('error', reject);
        stream.once('end', () => resolve(drain()));
        stream.end();
      }),
  };
}

function lz4Encoder(): Encoder {
  let started = false;
  const start = (): Buffer => (started ? NOTHING : LZ4_FRAME_START);
  return {
    part: async (bytes) => {
      const head = start();
      started = true;
      return Buffer.concat([head, await lz4FrameBlocks(bytes)]);
    },
    end: () => Promise.resolve(Buffer.concat([start(), LZ4_FRAME_END])),
  };
}
