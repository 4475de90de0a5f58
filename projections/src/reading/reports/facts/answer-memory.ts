import type { ClickHouseClient } from '@tapwise/adapters';
import { LRUCache } from 'lru-cache';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';

// Some hundred bytes each.
const rowsKept = 200_000;

/** Answers of some statements, by all that they depend on; forgotten when tables are swapped. */
export type AnswerMemory<Answer> = (
  client: ClickHouseClient,
  /** Everything that the answer depends on; `null`: not known, so it is asked for and not kept. */
  key: readonly unknown[] | null,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** @param rowsOf How many rows an answer has: at most 200,000 of all answers are kept, the last used ones. */
export function createAnswerMemory<Answer extends object>(rowsOf: (answer: Answer) => number): AnswerMemory<Answer> {
  const remembered = new WeakMap<TablesForm, LRUCache<string, Answer>>();
  const memoryOf = (form: TablesForm): LRUCache<string, Answer> => {
    const sizeCalculation = (answer: Answer): number => 1 + rowsOf(answer);
    const known = remembered.get(form) ?? new LRUCache<string, Answer>({ maxSize: rowsKept, sizeCalculation });
    remembered.set(form, known);
    return known;
  };
  return async (client, key, ask) => {
    if (key === null) return await ask();
    const known = memoryOf(tablesForm(client));
    const text = JSON.stringify(key, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const found = known.get(text);
    if (found !== undefined) return found;
    const asked = await ask();
    known.set(text, asked);
    return asked;
  };
}
