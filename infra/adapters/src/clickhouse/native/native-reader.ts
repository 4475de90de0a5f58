/** Reads bytes in the order of ClickHouse's binary formats (little endian). */
export interface NativeReader {
  readonly isAtEnd: boolean;
  /** Unsigned LEB128. */
  varUint(): number;
  /** A text in UTF-8 after its length. */
  text(): string;
  uint8(): number;
  /** Numbers of a column, one after the other. */
  numbers(kind: NumberKind, count: number): number[];
  /** The same in one piece of memory, for what is kept. */
  doubles(kind: NumberKind, count: number): Float64Array;
}

/** How a column's numbers lie in the bytes. */
export type NumberKind =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float32'
  | 'float64';

const TWO_TO_32 = 2 ** 32;
/** Codes of countries and currencies, and empty texts, come again and again. */
const SHORT_TEXT = 3;

const bytesOf: Readonly<Record<NumberKind, number>> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  uint64: 8,
  int64: 8,
  float32: 4,
  float64: 8,
};

/** Answers have millions of numbers, so each kind has a loop of its own. Whole numbers of 64 bits become doubles, as in JSON. */
function readNumbers(view: DataView, kind: NumberKind, from: number, count: number): number[] {
  const numbers = new Array<number>(count);
  switch (kind) {
    case 'uint8':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getUint8(from + index);
      return numbers;
    case 'int8':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getInt8(from + index);
      return numbers;
    case 'uint16':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getUint16(from + index * 2, true);
      return numbers;
    case 'int16':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getInt16(from + index * 2, true);
      return numbers;
    case 'uint32':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getUint32(from + index * 4, true);
      return numbers;
    case 'int32':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getInt32(from + index * 4, true);
      return numbers;
    case 'float32':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getFloat32(from + index * 4, true);
      return numbers;
    case 'float64':
      for (let index = 0; index < count; index += 1) numbers[index] = view.getFloat64(from + index * 8, true);
      return numbers;
    case 'uint64':
      for (let index = 0, at = from; index < count; index += 1, at += 8) {
        numbers[index] = view.getUint32(at + 4, true) * TWO_TO_32 + view.getUint32(at, true);
      }
      return numbers;
    case 'int64':
      for (let index = 0, at = from; index < count; index += 1, at += 8) {
        numbers[index] = view.getInt32(at + 4, true) * TWO_TO_32 + view.getUint32(at, true);
      }
      return numbers;
  }
}

const readerOf: Readonly<Record<NumberKind, (view: DataView, at: number) => number>> = {
  uint8: (view, at) => view.getUint8(at),
  int8: (view, at) => view.getInt8(at),
  uint16: (view, at) => view.getUint16(at, true),
  int16: (view, at) => view.getInt16(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int32: (view, at) => view.getInt32(at, true),
  uint64: (view, at) => view.getUint32(at + 4, true) * TWO_TO_32 + view.getUint32(at, true),
  int64: (view, at) => view.getInt32(at + 4, true) * TWO_TO_32 + view.getUint32(at, true),
  float32: (view, at) => view.getFloat32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
};

function readDoubles(view: DataView, kind: NumberKind, from: number, count: number): Float64Array {
  const doubles = new Float64Array(count);
  const read = readerOf[kind];
  const bytes = bytesOf[kind];
  for (let index = 0; index < count; index += 1) doubles[index] = read(view, from + index * bytes);
  return doubles;
}

/** @throws RangeError where the bytes end too early. */
export function createNativeReader(buffer: Buffer): NativeReader {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const shortTexts = new Map<number, string>();
  let at = 0;
  const advance = (bytes: number): number => {
    const from = at;
    at += bytes;
    if (at > buffer.length) throw new RangeError('The answer of the tables ends too early');
    return from;
  };
  const varUint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = view.getUint8(advance(1));
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const shortText = (from: number, length: number): string => {
    let key = length;
    for (let index = 0; index < length; index += 1) key = key * 0x100 + view.getUint8(from + index);
    const text = shortTexts.get(key) ?? buffer.toString('utf8', from, from + length);
    shortTexts.set(key, text);
    return text;
  };
  return {
    get isAtEnd() {
      return at >= buffer.length;
    },
    varUint,
    text() {
      const length = varUint();
      const from = advance(length);
      return length <= SHORT_TEXT ? shortText(from, length) : buffer.toString('utf8', from, from + length);
    },
    uint8: () => view.getUint8(advance(1)),
    numbers: (kind, count) => readNumbers(view, kind, advance(bytesOf[kind] * count), count),
    doubles: (kind, count) => readDoubles(view, kind, advance(bytesOf[kind] * count), count),
  };
}
