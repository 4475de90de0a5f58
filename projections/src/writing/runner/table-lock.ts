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
import type { TableWriter } from './range-journal.ts';

const betweenLooksMs = 25;

/**
 * Waits while the tables of some projections must not be written to. The process that locks them is answered that no row of the present
 * range is written yet, so that the lock need not wait for the range. The answer carries the epoch of the writer, because one that is late
 * knows nothing of what its successor writes.
 * @returns what was done with the tables so far; another answer than before means that what was looked up may have changed.
 * @throws Error when the signal aborts; the engine's error.
 */
export async function untilReleased(
  client: ClickHouseClient,
  projections: readonly string[],
  { signal, writer }: { readonly signal: AbortSignal; readonly writer?: TableWriter | undefined },
): Promise<string> {
  const acknowledgement = String(writer?.journal.epoch ?? '');
  for (;;) {
    const exchanges = (await readExchanges(client)).filter(({ projection }) => projections.includes(projection));
    const held = exchanges.filter((tableExchange) => isHeld(tableExchange, new Date()));
    if (exchanges.some((tableExchange) => tableExchange.state === 'swapping' && !held.includes(tableExchange))) {
      // The process that began it has ended; writing now would reach tables of both kinds.
      await finishExchanges(client, new Date());
      continue;
    }
    if (held.length === 0) return tableExchangeVersion(exchanges);
    writer?.throwIfLate();
    const unanswered = held.filter(
      ({ state, acknowledged, detail }) => state === 'held' && !(acknowledged && detail === acknowledgement),
    );
    if (unanswered.length > 0) {
      await writeExchanges(
        client,
        unanswered.map((tableExchange) => acknowledge(tableExchange, acknowledgement)),
      );
    }
    await pause(betweenLooksMs, undefined, { signal });
  }
}

const acknowledge = (tableExchange: TableExchange, detail: string): TableExchange => ({
  ...tableExchange,
  detail,
  sequence: tableExchange.sequence + 1,
  acknowledged: true,
});
