import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient } from '@tapwise/adapters';
import { isHeld, readExchanges, tableExchangeVersion } from '../tables/exchange.queries.ts';

const betweenLooksMs = 20;
/** Swaps are rare; so many in a row within one question are a fault. */
const attempts = 5;

/** Identifies one form of the tables, between two exchanges; the key of what is cached of them. */
export interface TablesForm {
  readonly version: string;
}

const forms = new WeakMap<ClickHouseClient, TablesForm>();
const unknownForm: TablesForm = { version: '' };

/** The form of a client's tables as it was last seen. */
export function tablesForm(client: ClickHouseClient): TablesForm {
  const form = forms.get(client) ?? { ...unknownForm };
  forms.set(client, form);
  return form;
}

/**
 * A question of several statements whose answer comes from one form of the tables: when tables are swapped meanwhile it is asked
 * again. Usually that costs one small statement, because nothing was swapped since the last question either. A signal among the
 * question's parameters ends that statement too.
 */
export function fromWholeTables<Question extends readonly unknown[], Result>(
  ask: (client: ClickHouseClient, ...question: Question) => Promise<Result>,
): (client: ClickHouseClient, ...question: Question) => Promise<Result> {
  return async (client, ...question) => {
    const signal = question.find((part) => part instanceof AbortSignal);
    if (!forms.has(client)) await settle(client, signal);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const before = tablesForm(client);
      const result = await ask(client, ...question);
      await settle(client, signal);
      if (tablesForm(client) === before) return result;
    }
    throw new Error('The tables were swapped repeatedly during the question');
  };
}

/** Notes the form of the tables, as soon as none is being swapped. */
async function settle(client: ClickHouseClient, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const exchanges = await readExchanges(client, signal);
    const now = new Date();
    if (!exchanges.some((tableExchange) => tableExchange.state === 'swapping' && isHeld(tableExchange, now))) {
      const version = tableExchangeVersion(exchanges);
      if (forms.get(client)?.version !== version) forms.set(client, { version });
      return;
    }
    await pause(betweenLooksMs, undefined, { signal });
  }
}
