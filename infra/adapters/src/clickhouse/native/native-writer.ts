/** Bytes in the order of ClickHouse's binary formats (little endian), in a buffer that grows. */
export interface NativeWriter {
  /** Unsigned LEB128. */
  varUint(value: number): void;
  /** Length and bytes of a text in UTF-8. */
  text(value: string): void;
  uint8(value: number): void;
  uint16(value: number): void;
  int32(value: number): void;
  uint32(value: number): void;
  /** Two's complement, for signed and unsigned alike. */
  int64(value: bigint | number): void;
  float64(value: number): void;
  /** What was written; the writer is not used afterwards. */
  finish(): Buffer;
}

const FIRST_SIZE = 64 * 1024;
const LONGEST_NUMBER = 10;
const TWO_TO_32 = 2 ** 32;

export function createNativeWriter(): NativeWriter {
  let buffer = Buffer.allocUnsafe(FIRST_SIZE);
  let end = 0;
  const reserve = (bytes: number): void => {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, end + bytes));
    buffer.copy(larger, 0, 0, end);
    buffer = larger;
  };
  const varUint = (value: number): void => {
    reserve(LONGEST_NUMBER);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) buffer[end++] = (rest % 0x80) | 0x80;
    buffer[end++] = rest;
  };
  return {
    varUint,
    text(value) {
      const bytes = Buffer.byteLength(value);
      varUint(bytes);
      reserve(bytes);
      end += buffer.write(value, end, bytes, 'utf8');
    },
    uint8(value) {
      reserve(1);
      buffer[end++] = value;
    },
    uint16(value) {
      reserve(2);
      end = buffer.writeUInt16LE(value, end);
    },
    int32(value) {
      reserve(4);
      end = buffer.writeInt32LE(value, end);
    },
    uint32(value) {
      reserve(4);
      end = buffer.writeUInt32LE(value, end);
    },
    int64(value) {
      reserve(8);
      if (typeof value === 'number') {
        end = buffer.writeUInt32LE(((value % TWO_TO_32) + TWO_TO_32) % TWO_TO_32, end);
        end = buffer.writeInt32LE(Math.floor(value / TWO_TO_32) | 0, end);
      } else {
        end = buffer.writeBigUInt64LE(BigInt.asUintN(64, value), end);
      }
    },
    float64(value) {
      reserve(8);
      end = buffer.writeDoubleLE(value, end);
    },
    finish: () => buffer.subarray(0, end),
  };
}
