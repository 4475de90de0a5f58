/** Bytes in the order of ClickHouse's binary formats (little endian), in a buffer that grows. */
export interface NativeWriter {
  /** Unsigned LEB128. */
  varUint(value: number): void;
  /** Length and bytes of a text in UTF-8. */
  text(value: string): void;
  uint8(value: number): void;
  uint16(value: number): void;
  uint32(value: number): void;
  /** Two's complement, for signed and unsigned alike. */
  int64(value: bigint | number): void;
  float64(value: number): void;
  /** What was written; the writer is not used afterwards. */
  finish(): Buffer;
}

const FIRST_SIZE = 64 * 1024;
const LONGEST_NUMBER = 10;
/** Up to here a loop over the characters costs less than a call into the runtime. */
const SHORT_TEXT = 32;
const TWO_TO_32 = 2 ** 32;

export function createNativeWriter(): NativeWriter {
  let buffer = Buffer.allocUnsafeSlow(FIRST_SIZE);
  let view = new DataView(buffer.buffer);
  let end = 0;
  const reserve = (bytes: number): void => {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, end + bytes));
    buffer.copy(larger, 0, 0, end);
    buffer = larger;
    view = new DataView(buffer.buffer);
  };
  const varUint = (value: number): void => {
    reserve(LONGEST_NUMBER);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) buffer[end++] = (rest % 0x80) | 0x80;
    buffer[end++] = rest;
  };
  /** Writes a short text of plain characters; leaves everything as it was for others. */
  const writeShort = (value: string): boolean => {
    const { length } = value;
    if (length > SHORT_TEXT) return false;
    reserve(length + 1);
    for (let at = 0; at < length; at += 1) {
      const code = value.charCodeAt(at);
      if (code > 0x7f) return false;
      buffer[end + 1 + at] = code;
    }
    buffer[end] = length;
    end += length + 1;
    return true;
  };
  return {
    varUint,
    text(value) {
      if (writeShort(value)) return;
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
      view.setUint16(end, value, true);
      end += 2;
    },
    uint32(value) {
      reserve(4);
      view.setUint32(end, value, true);
      end += 4;
    },
    int64(value) {
      reserve(8);
      if (typeof value === 'bigint') {
        view.setBigUint64(end, value, true);
      } else {
        view.setUint32(end, value, true);
        view.setInt32(end + 4, Math.floor(value / TWO_TO_32), true);
      }
      end += 8;
    },
    float64(value) {
      reserve(8);
      view.setFloat64(end, value, true);
      end += 8;
    },
    finish: () => buffer.subarray(0, end),
  };
}
