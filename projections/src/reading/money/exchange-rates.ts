import type { ClickHouseClient } from '@tapwise/adapters';
import { type TablesForm, tablesForm } from '../whole-tables.ts';
import { type ExchangeRates, readRates } from './exchange-rates.queries.ts';

const remembered = new WeakMap<TablesForm, Promise<ExchangeRates>>();

/**
 * The reference rates, read again only when the tables hold newer ones.
 * @param position of the newest rates that the tables are known to hold.
 * @throws the engine's error.
 */
export async function exchangeRates(
  client: ClickHouseClient,
  position: bigint,
  signal?: AbortSignal,
): Promise<ExchangeRates> {
  const cached = await remembered.get(tablesForm(client))?.catch(() => undefined);
  if (cached !== undefined && cached.position >= position) return cached;
  const reading = readRates(client, signal);
  remembered.set(tablesForm(client), reading);
  return await reading;
}
