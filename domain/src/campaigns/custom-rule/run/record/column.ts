import { z } from 'zod';
import { isStepped, readSteps, stepsField, writeSteps } from './steps.ts';

/**
 * Values of many rows in their order.
 * - `all`: every row has it
 * - `values`, `of`: few different values, and which of them each row has
 * - `each`: one by one
 */
export type Column<Value> =
  | { readonly all: Value }
  | { readonly values: readonly Value[]; readonly of: string }
  | { readonly each: readonly Value[] };

/** The same of numbers, or none; `steps`: whole ones, or with `scale` millionths, as differences from one to the next. */
export type NumberColumn = Column<number | null> | { readonly steps: string; readonly scale: number };

/** The same of texts; `tails`: without what they share with the beginning of the one before, and how many letters that is. */
export type TextColumn = Column<string> | { readonly tails: readonly string[]; readonly shared: string };

const stepsText = z.string().regex(stepsField);
const numberOrNull = z.number().nullable();

export const columnField = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.object({ all: value }),
    z.object({ values: z.array(value), of: stepsText }),
    z.object({ each: z.array(value) }),
  ]);
export const stepsColumnField = z.object({ steps: stepsText, scale: z.number() });
export const numberColumnField = z.union([columnField(numberOrNull), stepsColumnField]);
export const textColumnField = z.union([
  columnField(z.string()),
  z.object({ tails: z.array(z.string()), shared: stepsText }),
]);

/** What is compared by itself. */
type Plain = string | number | boolean | null;

type Written<Value> = { all: Value } | { values: Value[]; of: string } | { each: Value[] };

/** Texts, or none. */
export const optionalTextField = z.union([
  columnField(z.string().nullable()),
  z.object({ tails: z.array(z.string()), shared: stepsText }),
]);

export const writeColumn = <Value extends Plain>(values: readonly Value[]): Written<Value> =>
  fewValues(values) ?? { each: [...values] };

/** So many rows have a value in common on average before values are listed once. */
const rowsOfValue = 4;

function fewValues<Value extends Plain>(
  values: readonly Value[],
): { all: Value } | { values: Value[]; of: string } | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (values.every((value) => value === first)) return { all: first };
  const indexes = new Map<Value, number>();
  const of = values.map((value) => {
    const index = indexes.get(value) ?? indexes.size;
    indexes.set(value, index);
    return index;
  });
  return indexes.size * rowsOfValue > values.length ? undefined : { values: [...indexes.keys()], of: writeSteps(of) };
}

export const writeNumbers = (
  values: readonly (number | null)[],
): Written<number | null> | { steps: string; scale: number } =>
  fewValues(values) ?? inSteps(values, 1) ?? inSteps(values, 1_000_000) ?? { each: [...values] };

/** Only what comes back exactly as it was. */
function inSteps(values: readonly (number | null)[], scale: number): { steps: string; scale: number } | undefined {
  const whole: (number | null)[] = [];
  for (const value of values) {
    const scaled = value === null ? null : scale === 1 ? value : Math.round(value * scale);
    if (scaled !== null && (!isStepped(scaled) || scaled / scale !== value)) return undefined;
    whole.push(scaled);
  }
  return { steps: writeSteps(whole), scale };
}

export function writeTexts(values: readonly string[]): Written<string> | { tails: string[]; shared: string } {
  const few = fewValues(values);
  if (few !== undefined) return few;
  const shared: number[] = [];
  let before = '';
  const tails = values.map((value) => {
    const count = sharedLetters(before, value);
    shared.push(count);
    before = value;
    return value.slice(count);
  });
  return { tails, shared: writeSteps(shared) };
}

/** Where some have none, the others are listed as they are. */
export function writeOptionalTexts(values: readonly (string | null)[]): z.infer<typeof optionalTextField> {
  const texts = values.filter((value) => value !== null);
  return texts.length === values.length ? writeTexts(texts) : writeColumn(values);
}

export const readOptionalTexts = (column: z.infer<typeof optionalTextField>, count: number): (string | null)[] =>
  'tails' in column ? readTexts(column, count) : readColumn(column, count);

function sharedLetters(before: string, text: string): number {
  const most = Math.min(before.length, text.length);
  let count = 0;
  while (count < most && before.charCodeAt(count) === text.charCodeAt(count)) count += 1;
  return count;
}

/** @param count Rows of the column. @throws RangeError for a column with other rows. */
export function readColumn<Value>(column: Column<Value>, count: number): Value[] {
  if ('all' in column) return Array.from({ length: count }, () => column.all);
  if ('each' in column) return ofLength([...column.each], count);
  return ofLength(
    readSteps(column.of).map((index) => {
      const value = column.values[index ?? -1];
      if (value === undefined) throw new RangeError(`The column has no value ${index}`);
      return value;
    }),
    count,
  );
}

export function readNumbers(column: NumberColumn, count: number): (number | null)[] {
  if (!('steps' in column)) return readColumn(column, count);
  const { steps, scale } = column;
  return ofLength(
    readSteps(steps).map((value) => value && value / scale),
    count,
  );
}

export function readTexts(column: TextColumn, count: number): string[] {
  if (!('tails' in column)) return readColumn(column, count);
  const shared = readSteps(column.shared);
  let before = '';
  return ofLength(
    column.tails.map((tail, row) => {
      before = before.slice(0, shared[row] ?? 0) + tail;
      return before;
    }),
    count,
  );
}

function ofLength<Value>(values: Value[], count: number): Value[] {
  if (values.length !== count) throw new RangeError(`A column has ${values.length} rows instead of ${count}`);
  return values;
}
