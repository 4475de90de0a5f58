import type { TableColumn } from '../../../../infra/adapters/src/clickhouse/native/encode-rows.ts';

/** A row of a table, or of an answer. */
export type Row = Readonly<Record<string, unknown>>;
/** What goes in with a statement. */
export type Params = Readonly<Record<string, unknown>>;

/** A question that programs of the simulation ask: the statements that are one, and how it is answered from the rows that count. */
export interface TableQuestion {
  readonly from: string;
  /** A piece of the statement, where several ask the same table. */
  readonly having?: string;
  readonly columns: readonly TableColumn[];
  /** @param current The rows that count in another table. */
  readonly rowsOf: (rows: readonly Row[], params: Params, current: (table: string) => readonly Row[]) => Row[];
}

export const text = (name: string): TableColumn => ({ name, type: 'String' });
export const whole = (name: string): TableColumn => ({ name, type: 'Int64' });
export const list = (name: string, of: string): TableColumn => ({ name, type: `Array(${of})` });
