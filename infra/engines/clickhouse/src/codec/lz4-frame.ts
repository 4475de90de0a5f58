/** Magic number, then a descriptor: version 1, independent blocks, no checksums, blocks of at most 4 MiB. */
export const LZ4_FRAME_START = Buffer.from('04224d18607073', 'hex');

/** A block length of zero ends the frame. */
export const LZ4_FRAME_END = Buffer.alloc(4);

const LARGEST_BLOCK_BYTES = 4 * 1024 * 1024;
const STORED = 0x80000000;

/** The bytes as stored blocks of an LZ4 frame: valid for every reader, and free to write. */
export function storedLz4Blocks(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += LARGEST_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + LARGEST_BLOCK_BYTES);
    const length = Buffer.alloc(4);
    length.writeUInt32LE((STORED | block.length) >>> 0);
    parts.push(length, block);
  }
  return parts;
}
