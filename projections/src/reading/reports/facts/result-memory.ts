import type { ClickHouseClient } from '@tapwise/adapters';
import { LRUCache } from 'lru-cache';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';

// Some hundred bytes each.
const rowsKept = 200_000;

/** Answers of some statements, by all that they depend on; forgotten when tables are swapped. */
export type ResultMemory<Answer> = (
  client: ClickHouseClient,
  /** Everything that the answer depends on; `null`: not known, so it is asked for and not kept. */
  key: readonly unknown[] | null,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** @param rowsOf How many rows an answer has: at most 200,000 of all answers are kept, the last used ones. */
export function createResultMemory<Answer extends object>(rowsOf: (result: Answer) => number): ResultMemory<Answer> {
  const remembered = new WeakMap<TablesForm, LRUCache<string, Answer>>();
  const memoryOf = (form: TablesForm): LRUCache<string, Answer> => {
    const sizeCalculation = (result: Answer): number => 1 + rowsOf(result);
    const cache = remembered.get(form) ?? new LRUCache<string, Answer>({ maxSize: rowsKept, sizeCalculation });
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
