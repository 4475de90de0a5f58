import { ClickHouseError } from '../engine/clickhouse-error.ts';

const SHORTEST_MATCH = 4;
const LONG = 15;

/** The bytes as one LZ4 block of literals only: valid for every reader. */
export function literalLz4Block(bytes: Buffer): Buffer {
  const head: number[] = [Math.min(bytes.length, LONG) << 4];
  if (bytes.length >= LONG) {
    let left = bytes.length - LONG;
    for (; left >= 255; left -= 255) head.push(255);
    head.push(left);
  }
  return Buffer.concat([Buffer.from(head), bytes]);
}

/**
 * Unpacks one LZ4 block.
 *
 * @param size length of the unpacked bytes
 * @throws ClickHouseError 271 when the block is not what it says
 */
export function unpackLz4Block(block: Buffer, size: number): Buffer {
  const output = Buffer.allocUnsafe(size);
  let from = 0;
  let to = 0;
  const readLength = (start: number): number => {
    let length = start;
    if (start < LONG) return length;
    for (;;) {
      const byte = block[from];
      if (byte === undefined) throw broken();
      from += 1;
      length += byte;
      if (byte < 255) return length;
    }
  };
  while (from < block.length) {
    const token = block[from] ?? 0;
    from += 1;
    const literals = readLength(token >> 4);
    if (from + literals > block.length || to + literals > size) throw broken();
    block.copy(output, to, from, from + literals);
    from += literals;
    to += literals;
    if (from >= block.length) break;
    const distance = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
    from += 2;
    const length = readLength(token & LONG) + SHORTEST_MATCH;
    if (distance === 0 || distance > to || to + length > size) throw broken();
    // A match may overlap what it produces, so it is copied in steps no longer than its distance.
    for (let left = length; left > 0; ) {
      const step = Math.min(left, distance + (length - left));
      output.copyWithin(to, to - distance - (length - left), to - distance - (length - left) + step);
      to += step;
      left -= step;
    }
  }
  if (to !== size) throw broken();
  return output;
}

function broken(): ClickHouseError {
  return new ClickHouseError(271, 'CANNOT_DECOMPRESS', 'Cannot decompress an LZ4 block: its data is damaged');
}
