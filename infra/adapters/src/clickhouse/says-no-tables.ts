import { ClickHouseError } from '../../../wire/clickhouse/clickhouse-error.ts';

/** The engine's codes for a database and a table that are not there. */
const absent: readonly number[] = [60, 81];

/** Whether a statement was refused because its database or its table is not there. */
export const saysNoTables = (error: unknown): boolean =>
  error instanceof ClickHouseError && absent.includes(error.code);
