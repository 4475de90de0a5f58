import { type ColumnEncoder, encoderOf } from './column-encoders.ts';
import { parseColumnType } from './column-type.ts';
import { createNativeWriter } from './native-writer.ts';

/** A column of a table, as the engine describes it. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
}

/** Makes blocks of one table. */
export interface RowEncoder {
  /**
   * One block of ClickHouse's Native format with all columns of the table. What a row does not have is null, or zero or empty
   * where the column cannot be null; further members of a row are passed over.
   * @throws ColumnValueError for a value that is none of its column's.
   */
  encode(rows: readonly object[]): Buffer;
}

/** @throws RangeError for a type that is not written. */
export function createRowEncoder(columns: readonly TableColumn[]): RowEncoder {
  const encoders: readonly [string, ColumnEncoder][] = columns.map(({ name, type }) => [
    name,
    encoderOf(parseColumnType(type)),
  ]);
  return {
    encode(rows) {
      const writer = createNativeWriter();
      writer.varUint(encoders.length);
      writer.varUint(rows.length);
      for (const [name, { wireType, write }] of encoders) {
        writer.text(name);
        writer.text(wireType);
        write(
          rows.map((row) => (row as Readonly<Record<string, unknown>>)[name]),
          writer,
        );
      }
      return writer.finish();
    },
  };
}
