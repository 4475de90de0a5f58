import { packLz4Block } from './lz4-block.ts';

/**
 * Magic number, then a descriptor: version 1, independent blocks, no checksums, blocks of at most 4 MiB. The package
 * writes whole frames only, and some readers stop at the end of the first one, so the frame around the blocks of a
 * streamed answer is written here.
 */
export const LZ4_FRAME_START = Buffer.from('04224d18607073', 'hex');

/** A block length of zero ends the frame. */
export const LZ4_FRAME_END = Buffer.alloc(4);

const LARGEST_BLOCK_BYTES = 4 * 1024 * 1024;
const STORED = 0x80000000;

/** The bytes as blocks of an LZ4 frame, stored as they are where packing makes them no smaller. */
export async function lz4FrameBlocks(bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += LARGEST_BLOCK_BYTES) {
    const raw = bytes.subarray(at, at + LARGEST_BLOCK_BYTES);
    const packed = await packLz4Block(raw);
    const isSmaller = packed.length < raw.length;
    const length = Buffer.alloc(4);
    length.writeUInt32LE(isSmaller ? packed.length : (STORED | raw.length) >>> 0);
    parts.push(length, isSmaller ? packed : raw);
  }
  return Buffer.concat(parts);
}
