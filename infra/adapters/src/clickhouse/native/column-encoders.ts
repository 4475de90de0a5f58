import { parseDay, parseInstant } from './calendar.ts';
import { type ColumnType, enumElement, innerType } from './column-type.ts';
import type { NativeWriter } from './native-writer.ts';

/** A value that does not fit its column; the engine refuses such rows under the same code. */
export class ColumnValueError extends Error {
  override readonly name = 'ColumnValueError';
  /** TYPE_MISMATCH. */
  readonly code = '53';
}

/** Writes the values of one column, in the order of the rows. */
export interface ColumnEncoder {
  /** The type under which the values are sent; the engine puts texts into dictionaries itself. */
  readonly wireType: string;
  /** @throws ColumnValueError for a value that is none of the column's. */
  write(values: readonly unknown[], writer: NativeWriter): void;
}

const refuse = (value: unknown, type: string): never => {
  throw new ColumnValueError(`${JSON.stringify(value) ?? 'undefined'} is not a value of ${type}`);
};

/** The engine takes what is missing for zero, the empty text or the first instant, unless the column may be null. */
type ValueWriter = (value: unknown, writer: NativeWriter) => void;

function integer(bits: 8 | 16 | 32, type: string): ValueWriter {
  const write = { 8: 'uint8', 16: 'uint16', 32: 'uint32' } as const;
  const largest = 2 ** bits - 1;
  return (value, writer) => {
    const number = Number(value ?? 0);
    if (!Number.isInteger(number) || number < 0 || number > largest) refuse(value, type);
    writer[write[bits]](number);
  };
}

/** Whole numbers of so many digits are exact in a double. */
const SAFE_DIGITS = 15;
const wholeNumber = /^-?\d{1,20}$/;

function integer64(type: string, lowest: bigint, highest: bigint): ValueWriter {
  return (value, writer) => {
    const wholeValue = value ?? 0;
    if (typeof wholeValue === 'number' && Number.isSafeInteger(wholeValue) && (wholeValue >= 0 || lowest < 0n))
      return writer.int64(wholeValue);
    if (typeof wholeValue === 'string' ? !wholeNumber.test(wholeValue) : typeof wholeValue !== 'bigint')
      refuse(value, type);
    if (typeof wholeValue === 'string' && wholeValue.length <= SAFE_DIGITS && wholeValue[0] !== '-')
      return writer.int64(Number(wholeValue));
    const exact = BigInt(wholeValue as string | bigint);
    if (exact < lowest || exact > highest) refuse(value, type);
    writer.int64(exact);
  };
}

/** Milliseconds since 1970. */
function dateInstant(value: unknown, type: string): number {
  const instant =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? parseInstant(value) : Number.NaN;
  return Number.isNaN(instant) ? refuse(value, type) : instant;
}

/** A number is taken in the column's own unit, as the engine does. */
function sinceEpoch(value: unknown, type: string, perMs: number): number {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' ? Math.floor(value) : Math.floor(dateInstant(value, type) * perMs);
}

function dayOf(value: unknown): number {
  const days = typeof value === 'string' ? parseDay(value) : Number.NaN;
  return days >= 0 && days <= 0xffff ? days : refuse(value, 'Date');
}

const scalars: Readonly<Record<string, ValueWriter>> = {
  UInt8: integer(8, 'UInt8'),
  UInt16: integer(16, 'UInt16'),
  UInt32: integer(32, 'UInt32'),
  UInt64: integer64('UInt64', 0n, 2n ** 64n - 1n),
  Int64: integer64('Int64', -(2n ** 63n), 2n ** 63n - 1n),
  Float64: (value, writer) => {
    const number = Number(value ?? 0);
    writer.float64(Number.isNaN(number) ? refuse(value, 'Float64') : number);
  },
  Bool: (value, writer) =>
    writer.uint8(
      value === true || value === 1
        ? 1
        : value === undefined || value === null || value === false || value === 0
          ? 0
          : refuse(value, 'Bool'),
    ),
  String: (value, writer) =>
    writer.text(
      typeof value === 'string' ? value : value === undefined || value === null ? '' : refuse(value, 'String'),
    ),
  Date: (value, writer) => writer.uint16(value === undefined || value === null ? 0 : dayOf(value)),
  DateTime: (value, writer) => {
    const seconds = sinceEpoch(value, 'DateTime', 1 / 1000);
    writer.uint32(seconds >= 0 && seconds < 2 ** 32 ? seconds : refuse(value, 'DateTime'));
  },
};

/** @throws RangeError for a type that no table of ours has. */
export function encoderOf(type: ColumnType): ColumnEncoder {
  const { name, parameters } = type;
  const whole = parameters.length === 0 ? name : `${name}(${parameters.join(', ')})`;
  const scalar = scalars[name];
  if (scalar !== undefined) return perValue(whole, scalar);
  switch (name) {
    case 'LowCardinality':
      return encoderOf(innerType(type));
    case 'Enum8':
      return perValue(whole, enumeration(type, whole));
    case 'DateTime64':
      return perValue(whole, (value, writer) =>
        writer.int64(sinceEpoch(value, whole, 10 ** (Number(parameters[0]) - 3))),
      );
    case 'Nullable':
      return nullable(encoderOf(innerType(type)));
    case 'Array':
      return array(encoderOf(innerType(type)));
    case 'Map':
      return map(encoderOf(innerType(type, 0)), encoderOf(innerType(type, 1)));
    default:
      throw new RangeError(`Columns of ${whole} are not written`);
  }
}

const perValue = (wireType: string, write: ValueWriter): ColumnEncoder => ({
  wireType,
  write(values, writer) {
    for (const value of values) write(value, writer);
  },
});

/** Elements by their names; what is missing is the element with the smallest number, as in the engine. */
function enumeration({ parameters }: ColumnType, whole: string): ValueWriter {
  const elements = new Map(parameters.map(enumElement));
  const smallest = Math.min(...elements.values());
  return (value, writer) => {
    const element = value === undefined || value === null ? smallest : elements.get(String(value));
    writer.uint8((element ?? refuse(value, whole)) & 0xff);
  };
}

/** A byte for each row, 1 for null, then a value for each, also for null. */
function nullable(inner: ColumnEncoder): ColumnEncoder {
  return {
    wireType: `Nullable(${inner.wireType})`,
    write(values, writer) {
      for (const value of values) writer.uint8(value === null || value === undefined ? 1 : 0);
      inner.write(values, writer);
    },
  };
}

function writeEnds(rows: readonly (readonly unknown[])[], writer: NativeWriter): void {
  let end = 0;
  for (const row of rows) {
    end += row.length;
    writer.int64(end);
  }
}

/** Where each row's elements end, then all elements. */
function array(inner: ColumnEncoder): ColumnEncoder {
  const wireType = `Array(${inner.wireType})`;
  return {
    wireType,
    write(values, writer) {
      const rows = values.map((value) => (Array.isArray(value) ? value : value == null ? [] : refuse(value, wireType)));
      writeEnds(rows, writer);
      inner.write(rows.flat(), writer);
    },
  };
}

/** As an array of pairs, but all keys before all values. */
function map(key: ColumnEncoder, inner: ColumnEncoder): ColumnEncoder {
  return {
    wireType: `Map(${key.wireType}, ${inner.wireType})`,
    write(values, writer) {
      const rows = values.map((value) => Object.entries((value ?? {}) as object));
      writeEnds(rows, writer);
      key.write(
        rows.flatMap((row) => row.map(([name]) => name)),
        writer,
      );
      inner.write(
        rows.flatMap((row) => row.map(([, value]) => value)),
        writer,
      );
    },
  };
}
