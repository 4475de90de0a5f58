import type { ClickHouseClient } from '@tapwise/adapters';
import { decodeColumns } from '../../../../infra/adapters/src/clickhouse/native/decode-columns.ts';
import { createRowEncoder, type TableColumn } from '../../../../infra/adapters/src/clickhouse/native/encode-rows.ts';
import type { Network } from '../time/network.ts';
import type { Params, Row } from './table-question.ts';
import { tableQuestions } from './table-questions.ts';
import { readTableSchemas, type TableSchema } from './table-schemas.ts';

const schemas = readTableSchemas();

/** The tables in memory: what was inserted, less what came again under the same token. */
export class MemoryTables {
  readonly #rows = new Map<string, Row[]>();
  readonly #tokens = new Set<string>();
  /** What these tables were asked and cannot do. */
  readonly violations: string[] = [];

  /** @throws RangeError for bytes that are no block. */
  insert(table: string, block: Buffer, token: string): void {
    const inserted = `${table} ${token}`;
    if (this.#tokens.has(inserted)) return;
    this.#tokens.add(inserted);
    const { rows, data } = decodeColumns(withPlainInstants(block));
    const names = Object.keys(data);
    const existing = this.#rows.get(table) ?? [];
    for (let index = 0; index < rows; index += 1)
      existing.push(Object.fromEntries(names.map((name) => [name, data[name]?.[index]])));
    this.#rows.set(table, existing);
  }

  /** The rows that count, in the order of their keys; without those that say that there is nothing. */
  current(table: string): Row[] {
    const { key, version } = schemaOf(table);
    const newest = new Map<string, Row>();
    for (const row of this.#rows.get(table) ?? []) {
      const identity = JSON.stringify(key.map((column) => String(row[column])));
      const existing = newest.get(identity);
      if (existing === undefined || BigInt(String(existing[version])) <= BigInt(String(row[version])))
        newest.set(identity, row);
    }
    return [...newest]
      .filter(([, { is_removed: isRemoved }]) => !isRemoved)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([, row]) => row);
  }
}

function schemaOf(table: string): TableSchema {
  const schema = schemas.get(table);
  if (schema === undefined) throw new Error(`No table is called ${table}`);
  return schema;
}

interface Statement {
  readonly query: string;
  readonly query_params?: Params;
  readonly values?: AsyncIterable<Buffer>;
  readonly clickhouse_settings?: { readonly insert_deduplication_token?: string };
}

/** The tables as a program on one machine reaches them. @param network Absent: nothing goes wrong on the way. */
export function openMemoryTables(tables: MemoryTables, network?: Network): ClickHouseClient {
  const call = async <Result>(effect: () => Result): Promise<Result> =>
    network === undefined ? effect() : network.call('tables', effect, { fault: cutOff, mayRepeat: true });
  const client = {
    exec: async (statement: Statement) => {
      const { query, values, clickhouse_settings: settings } = statement;
      const [, table] = /^INSERT INTO (\w+) FORMAT Native$/.exec(query) ?? [];
      if (table === undefined) return { stream: [await call(() => noting(tables, () => answer(tables, statement)))] };
      const parts: Buffer[] = [];
      for await (const part of values ?? []) parts.push(part);
      const token = settings?.insert_deduplication_token ?? '';
      await call(() => noting(tables, () => tables.insert(table, Buffer.concat(parts), token)));
      return { stream: [] };
    },
    query: async ({ query }: Statement) => {
      const [, table = ''] = /^DESCRIBE TABLE (\w+)$/.exec(query) ?? [];
      const described = await call(() => schemaOf(table).columns.map((column) => ({ ...column, default_type: '' })));
      return { json: async () => described };
    },
  };
  return client as unknown as ClickHouseClient;
}

/** Programs ask again, so that what these tables do not know would only be seen in that nothing ends. */
function noting<Result>({ violations }: MemoryTables, effect: () => Result): Result {
  try {
    return effect();
  } catch (error) {
    violations.push(String(error));
    throw error;
  }
}

const cutOff = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const text = (name: string): TableColumn => ({ name, type: 'String' });
/** Questions of the product name no columns of instants, which it does not read therefore: they are the numbers that they are sent as. */
function withPlainInstants(block: Buffer): Buffer {
  const instant = "DateTime64(3, 'UTC')";
  const plain = block
    .toString('latin1')
    .replaceAll(named(instant), named('Int64'))
    .replaceAll(named(`Nullable(${instant})`), named('Nullable(Int64)'))
    .replaceAll(named("DateTime('UTC')"), named('UInt32'));
  return Buffer.from(plain, 'latin1');
}

/** A type as a block names it: its length, then its text. */
const named = (type: string): string => String.fromCharCode(type.length) + type;

function answer(tables: MemoryTables, { query, query_params: params = {} }: Statement): Buffer {
  if (query.includes('currentDatabase()')) return createRowEncoder([text('name')]).encode([{ name: 'default' }]);
  const question = tableQuestions.find(
    ({ from, having }) => new RegExp(`FROM ${from}\\s`).test(query) && (having === undefined || query.includes(having)),
  );
  if (question === undefined) throw new Error(`These tables do not know the question ${query}`);
  const current = tables.current(question.from);
  if (current.length > 0 && question.columns.length === 0)
    throw new Error(`These tables do not answer about rows of ${question.from}`);
  return createRowEncoder(question.columns).encode(question.rowsOf(current, params, (table) => tables.current(table)));
}
