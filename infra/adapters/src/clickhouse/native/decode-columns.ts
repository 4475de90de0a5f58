import { type ColumnDecoder, decoderOfText } from './column-decoders.ts';
import { createNativeReader } from './native-reader.ts';
import { joinedColumn, type NumberColumn } from './number-column.ts';

/** An answer, column by column. */
export interface ResultColumns {
  readonly rows: number;
  readonly data: Readonly<Record<string, unknown[]>>;
  /** Columns that are asked for as numbers; they are not among the others. */
  readonly numbers: Readonly<Record<string, NumberColumn>>;
}

/** A few hundred different ones: those of our questions. */
const decoders = new Map<string, ColumnDecoder>();

function cachedDecoder(type: string): ColumnDecoder {
  const decoder = decoders.get(type) ?? decoderOfText(type);
  decoders.set(type, decoder);
  return decoder;
}

/**
 * Reads blocks of ClickHouse's Native format and puts their columns together.
 * @param numeric Names of columns that are read as numbers, which takes less memory than lists of them.
 * @throws RangeError for bytes that are no such blocks, and for a type that is not read.
 */
export function decodeColumns(bytes: Buffer, numeric: readonly string[] = []): ResultColumns {
  const reader = createNativeReader(bytes);
  const data: Record<string, unknown[]> = {};
  const parts = new Map(numeric.map((name): [string, NumberColumn[]] => [name, []]));
  let rows = 0;
  while (!reader.isAtEnd) {
    const columns = reader.varUint();
    const count = reader.varUint();
    for (let index = 0; index < columns; index += 1) {
      const name = reader.text();
      const type = reader.text();
      const decoder = cachedDecoder(type);
      if (count === 0) continue;
      decoder.begin(reader);
      const ofColumn = parts.get(name);
      if (ofColumn !== undefined) {
        if (decoder.readNumbers === undefined) throw new RangeError(`Columns of ${type} are not read as numbers`);
        ofColumn.push(decoder.readNumbers(reader, count));
        continue;
      }
      const values = decoder.read(reader, count);
      const earlierValues = data[name];
      data[name] = earlierValues === undefined ? values : earlierValues.concat(values);
    }
    rows += count;
  }
  return { rows, data, numbers: Object.fromEntries([...parts].map(([name, ofName]) => [name, joinedColumn(ofName)])) };
}
