import { ClickHouseError } from './clickhouse-error.ts';

const MAGIC = 0x184d2204;
const FLAG = { blockChecksums: 0x10, contentSize: 0x08, contentChecksum: 0x04, dictionary: 0x01 } as const;
const STORED = 0x80000000;

/**
 * Unpacks LZ4 frames in a row, up to a size, whatever they claim: no more memory than that is taken. Checksums of the frames, which
 * are xxHash32, are not looked at.
 *
 * @throws ClickHouseError 271 for damaged frames, 307 when more would come out than `largest` bytes
 */
export function unpackLz4Frames(packed: Buffer, largest: number): Buffer {
  const output = new Output(largest);
  let at = 0;
  while (at < packed.length) at = unpackFrame(packed, at, output);
  return output.bytes();
}

/** @returns offset behind the frame */
function unpackFrame(packed: Buffer, start: number, output: Output): number {
  if (start + 7 > packed.length || packed.readUInt32LE(start) !== MAGIC) throw damaged();
  const flags = packed[start + 4] ?? 0;
  if (flags >> 6 !== 1 || (flags & FLAG.dictionary) !== 0) throw damaged();
  // Magic number, two bytes of descriptor, perhaps the size, a byte of checksum.
  let at = start + 7 + ((flags & FLAG.contentSize) === 0 ? 0 : 8);
  const behindBlock = (flags & FLAG.blockChecksums) === 0 ? 0 : 4;
  output.beginFrame();
  for (;;) {
    if (at + 4 > packed.length) throw damaged();
    const word = packed.readUInt32LE(at);
    at += 4;
    if (word === 0) break;
    const end = at + (word >= STORED ? word - STORED : word);
    if (end + behindBlock > packed.length) throw damaged();
    const block = packed.subarray(at, end);
    if (word >= STORED) output.append(block);
    else unpackBlock(block, output);
    at = end + behindBlock;
  }
  at += (flags & FLAG.contentChecksum) === 0 ? 0 : 4;
  if (at > packed.length) throw damaged();
  return at;
}

/** Sequences of literals and a copy of earlier bytes; the last one has literals alone. */
function unpackBlock(block: Buffer, output: Output): void {
  let at = 0;
  const next = (): number => {
    const byte = block[at];
    if (byte === undefined) throw damaged();
    at += 1;
    return byte;
  };
  const lengthOf = (short: number): number => {
    let length = short;
    for (let more = short === 15 ? 255 : 0; more === 255; ) {
      more = next();
      length += more;
    }
    return length;
  };
  while (at < block.length) {
    const token = next();
    const literals = lengthOf(token >> 4);
    if (at + literals > block.length) throw damaged();
    output.append(block.subarray(at, at + literals));
    at += literals;
    if (at === block.length) return;
    const distance = next() | (next() << 8);
    output.repeat(distance, lengthOf(token & 15) + 4);
  }
}

/** Bytes unpacked so far; a frame refers to its own alone. */
class Output {
  readonly #largest: number;
  #bytes = Buffer.alloc(4096);
  #length = 0;
  #frame = 0;

  constructor(largest: number) {
    this.#largest = largest;
  }

  beginFrame(): void {
    this.#frame = this.#length;
  }

  append(bytes: Buffer): void {
    this.#grow(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The copy may overlap with what it makes. */
  repeat(distance: number, count: number): void {
    if (distance === 0 || distance > this.#length - this.#frame) throw damaged();
    this.#grow(count);
    for (let index = 0; index < count; index += 1, this.#length += 1)
      this.#bytes[this.#length] = this.#bytes[this.#length - distance] ?? 0;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(by: number): void {
    const needed = this.#length + by;
    if (needed > this.#largest)
      throw new ClickHouseError(307, 'TOO_MANY_BYTES', `More than ${this.#largest} bytes are packed`);
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(needed, Math.min(this.#largest, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const damaged = (): ClickHouseError =>
  new ClickHouseError(271, 'CANNOT_DECOMPRESS', 'Cannot decompress an LZ4 frame: its data is damaged');
