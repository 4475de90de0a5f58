/** Numbers of a column, those of one row after those of the row before; each row has `width` of them. */
export interface NumberColumn {
  readonly values: Float64Array;
  readonly width: number;
}

/** @throws RangeError where not all rows have as many numbers. */
export function joinedColumn(parts: readonly NumberColumn[]): NumberColumn {
  const [first] = parts;
  if (first === undefined) return { values: new Float64Array(0), width: 0 };
  const { width } = first;
  if (parts.length === 1) return first;
  if (parts.some((part) => part.width !== width)) throw unequalRows();
  const values = new Float64Array(parts.reduce((sum, part) => sum + part.values.length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at);
    at += part.values.length;
  }
  return { values, width };
}

/** The same of a column as JSON has it. @throws RangeError for what is no number, and where not all rows have as many. */
export function numberColumnOf(rows: readonly unknown[]): NumberColumn {
  const [first] = rows;
  const width = Array.isArray(first) ? first.length : 1;
  if (rows.some((row) => (Array.isArray(row) ? row.length : 1) !== width)) throw unequalRows();
  const numbers = rows.flat().map((value) => (typeof value === 'number' ? value : Number.NaN));
  return { values: finite(Float64Array.from(numbers)), width };
}

/** @throws RangeError for what is no number. */
export function finite(values: Float64Array): Float64Array {
  if (!values.every(Number.isFinite)) throw new RangeError('Not a number');
  return values;
}

export const unequalRows = (): RangeError => new RangeError('Rows of the answer differ in how many numbers they have');
