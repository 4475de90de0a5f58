import { setImmediate as nextTurn } from 'node:timers/promises';
import { cityHash128 } from './city-hash-128.ts';
import { ClickHouseError } from './clickhouse-error.ts';
import { packLz4Block, unpackLz4Block } from './lz4-block.ts';

/**
 * ClickHouse's own compressed blocks: 16 bytes of checksum over everything behind it, then the method, the size from
 * the method on, the size unpacked (both 4 bytes, little-endian), the data.
 */
const CHECKSUM_BYTES = 16;
const HEADER_BYTES = 9;

const METHOD = { none: 0x02, lz4: 0x82, zstd: 0x90 } as const;

/** Small enough that the checksum, computed in JavaScript, never holds up other requests for long. */
const BLOCK_BYTES = 64 * 1024;

const LARGEST_BLOCK_BYTES = 1024 * 1024 * 1024;

/** Packs bytes into blocks, all of them LZ4, which some readers insist on. */
export async function encodeOwnBlocks(bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    if (at > 0) await nextTurn();
    const raw = bytes.subarray(at, at + BLOCK_BYTES);
    const packed = await packLz4Block(raw);
    const block = Buffer.alloc(HEADER_BYTES + packed.length);
    block[0] = METHOD.lz4;
    block.writeUInt32LE(block.length, 1);
    block.writeUInt32LE(raw.length, 5);
    packed.copy(block, HEADER_BYTES);
    parts.push(checksum(block), block);
  }
  return Buffer.concat(parts);
}

/**
 * Unpacks a request sent in blocks.
 *
 * @param unpackZstd unpacks one zstd frame
 * @param largest bytes of a block, packed and unpacked
 * @throws ClickHouseError 40 for a wrong checksum, 432 for an unknown method, 33 for a block cut off
 */
export async function* decodeOwnBlocks(
  source: AsyncIterable<Buffer>,
  unpackZstd: (frame: Buffer) => Promise<Buffer>,
  largest = LARGEST_BLOCK_BYTES,
): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let size = wholeBlock(pending, largest); size !== undefined; size = wholeBlock(pending, largest)) {
      const block = pending.subarray(CHECKSUM_BYTES, size);
      if (!checksum(block).equals(pending.subarray(0, CHECKSUM_BYTES))) {
        throw new ClickHouseError(40, 'CHECKSUM_DOESNT_MATCH', "Checksum doesn't match: corrupted data");
      }
      pending = pending.subarray(size);
      yield await unpackBlock(block, unpackZstd);
    }
  }
  if (pending.length > 0)
    throw new ClickHouseError(33, 'CANNOT_READ_ALL_DATA', 'Cannot read all data: a block is cut off');
}

/** Length of the first block with its checksum, or undefined while it is not all there. */
function wholeBlock(bytes: Buffer, largest: number): number | undefined {
  if (bytes.length < CHECKSUM_BYTES + HEADER_BYTES) return undefined;
  const size = bytes.readUInt32LE(CHECKSUM_BYTES + 1);
  const unpacked = bytes.readUInt32LE(CHECKSUM_BYTES + 5);
  if (size < HEADER_BYTES || size > largest || unpacked > largest) {
    throw new ClickHouseError(40, 'CHECKSUM_DOESNT_MATCH', "Checksum doesn't match: the block's sizes are impossible");
  }
  return bytes.length < CHECKSUM_BYTES + size ? undefined : CHECKSUM_BYTES + size;
}

async function unpackBlock(block: Buffer, unpackZstd: (frame: Buffer) => Promise<Buffer>): Promise<Buffer> {
  const data = block.subarray(HEADER_BYTES);
  const method = block[0];
  if (method === METHOD.none) return data;
  if (method === METHOD.lz4) return unpackLz4Block(data, block.readUInt32LE(5));
  if (method === METHOD.zstd) return unpackZstd(data);
  const name = `0x${(method ?? 0).toString(16)}`;
  throw new ClickHouseError(432, 'UNKNOWN_CODEC', `Unknown codec family code: ${name}`);
}

/** Low half first. */
function checksum(block: Buffer): Buffer {
  const { low, high } = cityHash128(block);
  const bytes = Buffer.alloc(CHECKSUM_BYTES);
  bytes.writeBigUInt64LE(low, 0);
  bytes.writeBigUInt64LE(high, 8);
  return bytes;
}
