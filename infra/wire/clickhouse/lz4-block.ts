import { compress, uncompress } from 'lz4-napi';
import { ClickHouseError } from './clickhouse-error.ts';

/** The package puts the length of the unpacked bytes, little-endian, in front of every block. */
const SIZE_BYTES = 4;

/** The bytes as one LZ4 block. */
export async function packLz4Block(bytes: Buffer): Promise<Buffer> {
  return (await compress(bytes)).subarray(SIZE_BYTES);
}

/**
 * Unpacks one LZ4 block.
 *
 * @param size length of the unpacked bytes
 * @throws ClickHouseError 271 when the block is not what it says
 */
export async function unpackLz4Block(block: Buffer, size: number): Promise<Buffer> {
  const sized = Buffer.alloc(SIZE_BYTES + block.length);
  sized.writeUInt32LE(size);
  block.copy(sized, SIZE_BYTES);
  const unpacked = await uncompress(sized).catch((cause: unknown) => {
    throw damaged(cause);
  });
  if (unpacked.length !== size) throw damaged();
  return unpacked;
}

function damaged(cause?: unknown): ClickHouseError {
  const message = 'Cannot decompress an LZ4 block: its data is damaged';
  return new ClickHouseError(271, 'CANNOT_DECOMPRESS', message, { cause });
}
