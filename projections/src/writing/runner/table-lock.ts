import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient } from '@tapwise/adapters';
import {
  isHeld,
  readExchanges,
  type TableExchange,
  tableExchangeVersion,
  writeExchanges,
} from '../../tables/exchange.queries.ts';
import { finishExchanges } from '../filling/exchange-tables.ts';

const betweenLooksMs = 25;

/**
 * Waits while the tables of some projections must not be written to. The process that holds them is answered that no row of the present
 * range is written yet, so that the hold need not wait for the range.
 * @returns what was done with the tables so far; another answer than before means that what was looked up may have changed.
 * @throws Error when the signal aborts; the engine's error.
 */
export async function untilReleased(
  client: ClickHouseClient,
  projections: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const exchanges = (await readExchanges(client)).filter(({ projection }) => projections.includes(projection));
    const held = exchanges.filter((tableExchange) => isHeld(tableExchange, new Date()));
    if (exchanges.some((tableExchange) => tableExchange.state === 'swapping' && !held.includes(tableExchange))) {
      // The process that began it has ended; writing now would reach tables of both kinds.
      await finishExchanges(client, new Date());
      continue;
    }
    if (held.length === 0) return tableExchangeVersion(exchanges);
    const unanswered = held.filter(({ state, acknowledged }) => state === 'held' && !acknowledged);
    if (unanswered.length > 0) await writeExchanges(client, unanswered.map(acknowledge));
    await pause(betweenLooksMs, undefined, { signal });
  }
}

const acknowledge = (tableExchange: TableExchange): TableExchange => ({
  ...tableExchange,
  sequence: tableExchange.sequence + 1,
  acknowledged: true,
});
