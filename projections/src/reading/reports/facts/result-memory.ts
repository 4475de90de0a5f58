import type { ClickHouseClient } from '@tapwise/adapters';
import { LRUCache } from 'lru-cache';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';

// Some hundred bytes each.
const rowsKept = 200_000;

/** Answers of some statements, by all that they depend on; forgotten when tables are swapped. */
export type ResultMemory<Result> = (
  client: ClickHouseClient,
  /** Everything that the answer depends on; `null`: not known, so it is asked for and not kept. */
  key: readonly unknown[] | null,
  ask: () => Promise<Result>,
) => Promise<Result>;

/** @param rowsOf How many rows an answer has: at most 200,000 of all answers are kept, the last used ones. */
export function createResultMemory<Result extends object>(rowsOf: (result: Result) => number): ResultMemory<Result> {
  const remembered = new WeakMap<TablesForm, LRUCache<string, Result>>();
  const memoryOf = (form: TablesForm): LRUCache<string, Result> => {
    const sizeCalculation = (result: Result): number => 1 + rowsOf(result);
    const cache = remembered.get(form) ?? new LRUCache<string, Result>({ maxSize: rowsKept, sizeCalculation });
    remembered.set(form, cache);
    return cache;
  };
  return async (client, key, ask) => {
    if (key === null) return await ask();
    const cache = memoryOf(tablesForm(client));
    const text = JSON.stringify(key, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = await ask();
    cache.set(text, result);
    return result;
  };
}
