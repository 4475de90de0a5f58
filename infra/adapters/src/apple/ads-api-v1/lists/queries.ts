import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { SearchAdsTransport } from '../../ad-service/calls/transport.ts';
import type { ItemReader } from '../../ad-service/lists/item-reader.ts';
import { createListReader, type ListForm, type ListReader } from '../../ad-service/lists/list-reader.ts';
import type { PageMemory } from '../../ad-service/lists/page-memory.ts';
import { largestPage } from '../../ad-service/lists/paging.ts';
import { joinReadings, type Reading } from '../../ad-service/lists/reading.ts';

/** A condition of a query; some operators take no value. */
export interface Filter {
  readonly field: string;
  readonly operator: 'EQUALS' | 'IN' | 'IS_NULL' | 'IS_NOT_NULL';
  readonly value?: string | number | boolean | readonly (string | number | boolean)[];
}

export interface Query {
  readonly path: string;
  readonly orgId: number;
  readonly filters: readonly Filter[];
  readonly signal?: AbortSignal | undefined;
}

/** Reads lists of version 1. */
export interface QueryReader extends ListReader {
  query<Schema extends z.ZodType, Item>(query: Query, form: ListForm<Schema, Item>): Promise<Reading<Item>>;
  /** What is not deleted and what is, where one query cannot ask for both. */
  queryBoth<Schema extends z.ZodType, Item>(query: Query, form: ListForm<Schema, Item>): Promise<Reading<Item>>;
}

export const equals = (field: string, value: string | number | boolean): Filter => ({
  field,
  operator: 'EQUALS',
  value,
});
export const among = (field: string, value: readonly (string | number | boolean)[]): Filter => ({
  field,
  operator: 'IN',
  value,
});

/** Condition under which campaigns show deleted ones too; below them it takes two queries. */
export const deletedToo = among('deleted', [true, false]);
const living = equals('deleted', false);
const deletedOnly = equals('deleted', true);

export interface QueryOptions {
  /** For so long a list of deleted objects is not asked for again, in milliseconds: they hardly change. */
  readonly deletedHoldMs: number;
}

const listsHeld = 5000;

interface Held {
  readonly at: number;
  readonly reading: Reading<unknown>;
}
interface Joined {
  readonly first: Reading<unknown>;
  readonly second: Reading<unknown>;
  readonly both: Reading<unknown>;
}

export function createQueryReader(
  transport: SearchAdsTransport,
  memory: PageMemory,
  read: ItemReader,
  { deletedHoldMs }: QueryOptions,
): QueryReader {
  const { list } = createListReader(transport, memory, read);
  const held = new LRUCache<string, Held>({ max: listsHeld });
  const joined = new LRUCache<string, Joined>({ max: listsHeld });
  const query: QueryReader['query'] = ({ path, orgId, filters, signal }, form) =>
    list(
      (offset) => ({
        operation: `POST ${path}`,
        method: 'POST',
        path,
        orgId,
        body: {
          filters,
          sorting: [{ field: 'id', order: 'ASC' }],
          pagination: { offset, pageSize: largestPage, fetchTotalCount: true },
        },
        ...(signal ? { signal } : {}),
      }),
      largestPage,
      form,
    );
  return {
    list,
    query,
    queryBoth: async <Schema extends z.ZodType, Item>(both: Query, form: ListForm<Schema, Item>) => {
      // A question names how its answer is read, so what is held for it has the same kind of items.
      const key = JSON.stringify([both.orgId, both.path, both.filters, form.dependsOn ?? '']);
      const ask = (condition: Filter) => query({ ...both, filters: [...both.filters, condition] }, form);
      const earlier = held.get(key);
      const isFresh = earlier !== undefined && Date.now() - earlier.at < deletedHoldMs;
      const [first, second] = await Promise.all([
        ask(living),
        isFresh ? (earlier.reading as Reading<Item>) : ask(deletedOnly),
      ]);
      if (!isFresh && second.problems.length === 0) held.set(key, { at: Date.now(), reading: second });
      const last = joined.get(key);
      if (last?.first.items === first.items && last.second.items === second.items) return last.both as Reading<Item>;
      // An object that both have, because it was deleted in between, is what the second says.
      const isAll = second.items.length === 0 && second.problems.length === 0;
      const joint = isAll ? first : joinReadings([first, second]);
      joined.set(key, { first, second, both: joint });
      return joint;
    },
  };
}
