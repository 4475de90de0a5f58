import { formatDecimals } from '../../../../shared/format/numbers.ts';
import { type Comparable, compareValues, type TableSort } from '../../../../shared/tables/table/table-sort.ts';
import { queryMessages as words } from '../messages.ts';

/** An answer of the engine as it came. */
export interface EngineResponse {
  blob: Blob;
  summary: string | null;
  position: string | null;
}

export interface ResultColumn {
  /** Names may be given twice; keys are not. */
  key: string;
  name: string;
  /** ClickHouse's name of the type. */
  type: string;
  isNumber: boolean;
  /** Decimals its numbers are shown with; `null` where they are shown as they came. */
  decimals: number | null;
}

export type ResultRow = readonly unknown[];

export interface QueryResult {
  columns: readonly ResultColumn[];
  rows: readonly ResultRow[];
  /** Of WITH TOTALS. */
  totals: ResultRow | null;
  /** There are more rows than were asked for. */
  cut: boolean;
}

/** The engine's words without what is the same in each of them. */
export function engineError(text: string): Error {
  const [, code, message] =
    /Code: (\d+)\. DB::Exception: ([\s\S]*?)\s*\(version [^()]*(?:\([^()]*\))?\)/.exec(text) ?? [];
  return new Error(code === undefined ? text.trim() || words.failed : `Code ${code}: ${message}`);
}

const numeric = /^(?:Nullable\(|LowCardinality\()*(?:U?Int\d+|Float\d+|BFloat16|Decimal)/;
/** Whole numbers are often ids and years, so they keep their digits. */
const fractional = /^(?:Nullable\(|LowCardinality\()*(?:Float\d+|BFloat16|Decimal)/;
const temporal = /^(?:Nullable\(|LowCardinality\()*(?:Date|DateTime)/;

export const isTemporal = ({ type }: Pick<ResultColumn, 'type'>): boolean => temporal.test(type);

/**
 * Reads an answer in JSONCompact. @param most rows to keep. `null` for a statement without a result.
 * @throws Error with the engine's words when it failed after the answer had begun.
 */
export function readResult(text: string, most: number): QueryResult | null {
  if (text.trim() === '') return null;
  if (text.includes('__exception__')) throw engineError(text.slice(text.indexOf('__exception__')));
  let response: { meta: { name: string; type: string }[]; data: ResultRow[]; totals?: ResultRow };
  try {
    response = JSON.parse(text);
  } catch {
    throw new Error(words.unreadable);
  }
  const { data, totals = null } = response;
  const rows = data.slice(0, most);
  const columns = response.meta.map(({ name, type }, index) => ({
    key: `c${index}`,
    name,
    type,
    isNumber: numeric.test(type),
    decimals: fractional.test(type) ? decimalsOf(rows.map((row) => numberOf(row[index]))) : null,
  }));
  return { columns, rows, totals, cut: data.length > most };
}

/** None for whole numbers, two for amounts, four for fractions of one, and as many as there are below that. */
function decimalsOf(values: readonly (number | null)[]): number {
  const sizes = values.flatMap((value) => (value === null ? [] : [Math.abs(value)]));
  if (sizes.every(Number.isInteger)) return 0;
  const largest = sizes.reduce((high, size) => Math.max(high, size), 0);
  if (largest >= 1) return 2;
  return largest >= 0.01 ? 4 : 6;
}

/** A value as the table shows it: numbers of one column with the same decimals. */
export function displayText(value: unknown, { decimals }: Pick<ResultColumn, 'decimals'>): string | null {
  const number = decimals === null ? null : numberOf(value);
  return number === null || decimals === null ? textOf(value) : formatDecimals(number, decimals);
}

/** What is shown and copied of a value; `null` when there is none. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Numbers of 64 bits come as text. */
export function numberOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Places of the rows in order; as the engine gave them without a sort. */
export function orderOf({ columns, rows }: QueryResult, sort: TableSort | null): number[] {
  const indexes = rows.map((_, index) => index);
  const at = columns.findIndex(({ key }) => key === sort?.column);
  const column = columns[at];
  if (sort === null || column === undefined) return indexes;
  const value = (index: number): Comparable => {
    const cell = rows[index]?.[at];
    return column.isNumber ? numberOf(cell) : textOf(cell);
  };
  return indexes.sort((first, second) => compareValues(value(first), value(second), sort.descending));
}

/** Pixels of a letter of a heading, of a value, and beside both. */
const headLetter = 6.5;
const valueLetter = 8.5;
const cellPadding = 40;

/** Pixels a column needs, by its name and the longest of its first values. */
export function widthOf({ columns, rows }: QueryResult, index: number): number {
  const column = columns[index];
  if (column === undefined) return leastWidth;
  const lengths = rows.slice(0, 200).map((row) => displayText(row[index], column)?.length ?? 0);
  const head = (column.name.length + plainType(column).length + 1) * headLetter;
  const value = Math.max(0, ...lengths) * valueLetter;
  return Math.round(Math.min(420, Math.max(leastWidth, Math.max(head, value) + cellPadding)));
}

const leastWidth = 96;

const scrollBar = 24;

/** Pixels the table needs to show all its columns. */
export const tableWidth = (result: QueryResult): number =>
  result.columns.reduce((sum, _, index) => sum + widthOf(result, index), scrollBar);

/** The type without what says that values may lack or repeat. */
export const plainType = ({ type }: Pick<ResultColumn, 'type'>): string =>
  type.replace(/^(?:(?:Nullable|LowCardinality)\()+([^()]*(?:\([^()]*\))?)\)+$/, '$1');

/** What a chart may be made of: a figure, and what it is drawn by. */
export interface ChartChoice {
  figure: string;
  by: string;
  kind: 'bars' | 'line';
}

/** The last figure by the first column that is another; days make a line. */
export function firstChart({ columns }: QueryResult): ChartChoice | null {
  const figure = columns.findLast(({ isNumber, name }) => isNumber && !name.endsWith('_id'));
  const by =
    columns.find((column) => column !== figure && (!column.isNumber || isTemporal(column))) ??
    columns.find((column) => column !== figure);
  if (figure === undefined || by === undefined) return null;
  return { figure: figure.key, by: by.key, kind: isTemporal(by) ? 'line' : 'bars' };
}

/** Rows a chart draws at most. */
export const mostDrawn = { bars: 40, line: 2_000 } as const;

export interface ChartPoint {
  name: string;
  value: number | null;
}

/** What is drawn, in the order of the table; lines over time in the order of time. */
export function chartPoints(result: QueryResult, order: readonly number[], choice: ChartChoice): ChartPoint[] {
  const columnIndex = (key: string) => result.columns.findIndex((column) => column.key === key);
  const figure = columnIndex(choice.figure);
  const by = columnIndex(choice.by);
  const column = result.columns[by];
  const ordered =
    choice.kind === 'line' && column !== undefined && isTemporal(column)
      ? orderOf(result, { column: column.key, descending: false })
      : order;
  return ordered.slice(0, mostDrawn[choice.kind]).map((row) => ({
    name: textOf(result.rows[row]?.[by]) ?? '–',
    value: numberOf(result.rows[row]?.[figure]),
  }));
}
