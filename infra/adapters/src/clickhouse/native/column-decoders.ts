import { dayOfNumber } from '@tapwise/domain';
import { type ColumnType, enumElement, innerType, parseColumnType } from './column-type.ts';
import type { NativeReader, NumberKind } from './native-reader.ts';
import { finite, type NumberColumn, unequalRows } from './number-column.ts';

/** Reads the values of one column, in the forms they have in JSON. */
export interface ColumnDecoder {
  /** What precedes the values of a block. */
  begin(reader: NativeReader): void;
  /** @throws RangeError for bytes that are no such column. */
  read(reader: NativeReader, count: number): unknown[];
  /**
   * The same of columns of numbers, and of arrays that have as many in each row.
   * @throws RangeError for bytes that are no such column.
   */
  readonly readNumbers?: (reader: NativeReader, count: number) => NumberColumn;
}

const numberKinds: Readonly<Record<string, NumberKind>> = {
  UInt8: 'uint8',
  Int8: 'int8',
  UInt16: 'uint16',
  Int16: 'int16',
  UInt32: 'uint32',
  Int32: 'int32',
  UInt64: 'uint64',
  Int64: 'int64',
  Float32: 'float32',
  Float64: 'float64',
};

const nothing = (): void => undefined;

/** @throws RangeError for a type that no question of ours answers with. */
export function decoderOf(type: ColumnType): ColumnDecoder {
  const { name, parameters } = type;
  const kind = numberKinds[name];
  if (kind !== undefined) return numbers(kind);
  const inner = (index = 0): ColumnDecoder => decoderOf(innerType(type, index));
  switch (name) {
    case 'Bool':
      return mapped('uint8', (value) => value !== 0);
    case 'String':
      return { begin: nothing, read: (reader, count) => Array.from({ length: count }, () => reader.text()) };
    case 'Date':
      return mapped('uint16', dayText);
    case 'Enum8':
      return enumeration(parameters);
    case 'Nothing':
      return { begin: nothing, read: (reader, count) => reader.numbers('uint8', count).map(() => null) };
    case 'Nullable':
      return nullable(inner());
    case 'LowCardinality':
      return dictionary(innerType(type));
    case 'Array':
      return array(inner());
    case 'Tuple':
      return tuple(parameters.map((_, index) => inner(index)));
    case 'Map':
      return map(tuple([inner(0), inner(1)]));
    default:
      throw new RangeError(`Columns of ${name} are not read`);
  }
}

const mapped = (kind: NumberKind, value: (number: number) => unknown): ColumnDecoder => ({
  begin: nothing,
  read: (reader, count) => reader.numbers(kind, count).map(value),
});

/** What is no number is null, as in JSON. */
function numbers(kind: NumberKind): ColumnDecoder {
  const isWhole = !kind.startsWith('float');
  return {
    begin: nothing,
    read(reader, count) {
      const values = reader.numbers(kind, count);
      return isWhole || values.every(Number.isFinite)
        ? values
        : values.map((value) => (Number.isFinite(value) ? value : null));
    },
    readNumbers(reader, count) {
      const values = reader.doubles(kind, count);
      return { values: isWhole ? values : finite(values), width: 1 };
    },
  };
}

const dayTexts = new Map<number, string>();

function dayText(day: number): string {
  const text = dayTexts.get(day) ?? dayOfNumber(day);
  dayTexts.set(day, text);
  return text;
}

function enumeration(parameters: readonly string[]): ColumnDecoder {
  const names = new Map(parameters.map(enumElement).map(([name, number]) => [number, name]));
  return mapped('int8', (number) => names.get(number));
}

/** A byte for each row, 1 for null, then a value for each, also for null. */
function nullable(inner: ColumnDecoder): ColumnDecoder {
  return {
    begin: inner.begin,
    read(reader, count) {
      const isNull = reader.numbers('uint8', count);
      const values = inner.read(reader, count);
      for (let index = 0; index < count; index += 1) if (isNull[index] === 1) values[index] = null;
      return values;
    },
  };
}

function tuple(inner: readonly ColumnDecoder[]): ColumnDecoder {
  return {
    begin: (reader) => {
      for (const decoder of inner) decoder.begin(reader);
    },
    read(reader, count) {
      const columns = inner.map((decoder) => decoder.read(reader, count));
      return Array.from({ length: count }, (_, index) => columns.map((column) => column[index]));
    },
  };
}

/** Most rows of long answers have none, so they share one; answers are not changed. */
const noElements: unknown[] = [];

/** Where each row's elements end, then all elements. */
function array(inner: ColumnDecoder): ColumnDecoder {
  return {
    begin: inner.begin,
    read(reader, count) {
      const ends = reader.numbers('uint64', count);
      const all = inner.read(reader, ends.at(-1) ?? 0);
      let start = 0;
      return ends.map((end) => {
        const elements = end === start ? noElements : all.slice(start, end);
        start = end;
        return elements;
      });
    },
    ...(inner.readNumbers === undefined ? {} : { readNumbers: numbersOfRows(inner.readNumbers) }),
  };
}

const numbersOfRows =
  (readNumbers: NonNullable<ColumnDecoder['readNumbers']>): ColumnDecoder['readNumbers'] =>
  (reader, count) => {
    const ends = reader.doubles('uint64', count);
    const [width = 0] = ends;
    if (ends.some((end, index) => end !== (index + 1) * width)) throw unequalRows();
    const elements = readNumbers(reader, count * width);
    return { values: elements.values, width: width * elements.width };
  };

function map(pairs: ColumnDecoder): ColumnDecoder {
  const rows = array(pairs);
  return {
    begin: rows.begin,
    read: (reader, count) =>
      rows.read(reader, count).map((row) => Object.fromEntries(row as readonly (readonly [string, unknown])[])),
  };
}

const indexKinds = ['uint8', 'uint16', 'uint32', 'uint64'] as const;
const INDEX_KIND = 0xff;
const HAS_KEYS = 0x200;

/** Different values once, then for each row which one it is. Of values that may be null the first one is null. */
function dictionary(type: ColumnType): ColumnDecoder {
  const mayBeNull = type.name === 'Nullable';
  const keysOf = decoderOf(mayBeNull ? innerType(type) : type);
  return {
    begin(reader) {
      const [version] = reader.numbers('uint64', 1);
      if (version !== 1) throw new RangeError(`Dictionaries of version ${version} are not read`);
    },
    read(reader, count) {
      if (count === 0) return [];
      const [flags = 0] = reader.numbers('uint64', 1);
      const kind = indexKinds[flags & INDEX_KIND];
      if (kind === undefined || (flags & HAS_KEYS) === 0) throw new RangeError(`Not a dictionary: ${flags}`);
      const [size = 0] = reader.numbers('uint64', 1);
      const keys = keysOf.read(reader, size);
      if (mayBeNull) keys[0] = null;
      const [rows = 0] = reader.numbers('uint64', 1);
      return reader.numbers(kind, rows).map((index) => keys[index]);
    },
  };
}

/** The decoder of a type as the engine names it. */
export const decoderOfText = (type: string): ColumnDecoder => decoderOf(parseColumnType(type));
