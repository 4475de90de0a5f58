import { type ColumnDecoder, decoderOfText } from './column-decoders.ts';
import { createNativeReader } from './native-reader.ts';

/** An answer, column by column. */
export interface ResultColumns {
  readonly rows: number;
  readonly data: Readonly<Record<string, unknown[]>>;
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
 * @throws RangeError for bytes that are no such blocks, and for a type that is not read.
 */
export function decodeColumns(bytes: Buffer): ResultColumns {
  const reader = createNativeReader(bytes);
  const data: Record<string, unknown[]> = {};
  let rows = 0;
  while (!reader.isAtEnd) {
    const columns = reader.varUint();
    const count = reader.varUint();
    for (let index = 0; index < columns; index += 1) {
      const name = reader.text();
      const decoder = cachedDecoder(reader.text());
      if (count === 0) continue;
      decoder.begin(reader);
      const values = decoder.read(reader, count);
      const earlierValues = data[name];
      data[name] = earlierValues === undefined ? values : earlierValues.concat(values);
    }
    rows += count;
  }
  return { rows, data };
}
