import type { ClickHouseClient } from '@tapwise/adapters';
import { decodeColumns } from '../../../../infra/adapters/src/clickhouse/native/decode-columns.ts';
import { createRowEncoder, type TableColumn } from '../../../../infra/adapters/src/clickhouse/native/encode-rows.ts';
import type { Network } from '../time/network.ts';
import { readTableSchemas, type TableSchema } from './table-schemas.ts';

type Row = Readonly<Record<string, unknown>>;

const schemas = readTableSchemas();

/** The tables in memory: what was inserted, less what came again under the same token. */
export class MemoryTables {
  readonly #rows = new Map<string, Row[]>();
  readonly #tokens = new Set<string>();

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

  /** The rows that count, in the order of their keys. */
  current(table: string): Row[] {
    const { key, version } = schemaOf(table);
    const newest = new Map<string, Row>();
    for (const row of this.#rows.get(table) ?? []) {
      const identity = JSON.stringify(key.map((column) => String(row[column])));
      const existing = newest.get(identity);
      if (existing === undefined || BigInt(String(existing[version])) <= BigInt(String(row[version])))
        newest.set(identity, row);
    }
    return [...newest].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  }
}

function schemaOf(table: string): TableSchema {
  const schema = schemas.get(table);
  if (schema === undefined) throw new Error(`No table is called ${table}`);
  return schema;
}

interface Statement {
  readonly query: string;
  readonly values?: AsyncIterable<Buffer>;
  readonly clickhouse_settings?: { readonly insert_deduplication_token?: string };
}

/** The tables as a program on one machine reaches them. @param network Absent: nothing goes wrong on the way. */
export function openMemoryTables(tables: MemoryTables, network?: Network): ClickHouseClient {
  const call = async <Result>(effect: () => Result): Promise<Result> =>
    network === undefined ? effect() : network.call('tables', effect, { fault: cutOff, mayRepeat: true });
  const client = {
    exec: async ({ query, values, clickhouse_settings: settings }: Statement) => {
      const [, table] = /^INSERT INTO (\w+) FORMAT Native$/.exec(query) ?? [];
      if (table === undefined) return { stream: [await call(() => answer(tables, query))] };
      const parts: Buffer[] = [];
      for await (const part of values ?? []) parts.push(part);
      const token = settings?.insert_deduplication_token ?? '';
      await call(() => tables.insert(table, Buffer.concat(parts), token));
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

const cutOff = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const text = (name: string): TableColumn => ({ name, type: 'String' });
/** Questions of the product name no columns of instants, which it does not read therefore: they are the numbers that they are sent as. */
function withPlainInstants(block: Buffer): Buffer {
  const instant = "DateTime64(3, 'UTC')";
  const plain = block
    .toString('latin1')
    .replaceAll(named(instant), named('Int64'))
    .replaceAll(named(`Nullable(${instant})`), named('Nullable(Int64)'));
  return Buffer.from(plain, 'latin1');
}

/** A type as a block names it: its length, then its text. */
const named = (type: string): string => String.fromCharCode(type.length) + type;

/** The questions that a writer of tables asks: the columns of what they bring, and the rows. */
const questions: readonly {
  readonly from: string;
  readonly columns: readonly TableColumn[];
  readonly rowsOf: (rows: readonly Row[]) => object[];
}[] = [
  {
    from: 'projection_checkpoint_v1',
    columns: [text('name'), text('log_position'), { name: 'recorded_ms', type: 'Int64' }],
    rowsOf: (rows) =>
      rows
        .filter(({ state }) => state === 'done')
        .map(({ projection_name: name, log_position, recorded_at }) => ({
          name,
          log_position: String(log_position),
          recorded_ms: recorded_at,
        })),
  },
  { from: 'projection_swap_v1', columns: [], rowsOf: () => [] },
  { from: 'parked_stream_v1', columns: [], rowsOf: () => [] },
  { from: 'projection_complete_v1', columns: [], rowsOf: () => [] },
];

function answer(tables: MemoryTables, query: string): Buffer {
  if (query.includes('currentDatabase()')) return createRowEncoder([text('name')]).encode([{ name: 'default' }]);
  const question = questions.find(({ from }) => query.includes(`FROM ${from} `));
  if (question === undefined) throw new Error(`These tables do not know the question ${query}`);
  const rows = question.rowsOf(tables.current(question.from));
  if (rows.length === 0 && tables.current(question.from).length > 0 && question.columns.length === 0)
    throw new Error(`These tables do not answer about rows of ${question.from}`);
  return createRowEncoder(question.columns).encode(rows);
}
