import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { CurrencyRates } from '@tapwise/domain';
import { z } from 'zod';

/** All reference rates that are known, and the newest position of the log that one of them follows from. */
export interface ExchangeRates {
  readonly position: bigint;
  readonly currencies: ReadonlyMap<string, CurrencyRates>;
}

const rateRows = defineQuery({
  name: 'exchange-rates',
  sql: `SELECT toString(currency) AS currency, arraySort(groupArray((toUInt32(day), units_per_euro))) AS rates,
      toString(max(r.log_position)) AS position
    FROM exchange_rate_per_day_v1 AS r FINAL GROUP BY currency`,
  params: z.object({}),
  row: z.object({ currency: z.string(), rates: z.array(z.tuple([z.number(), z.number()])), position: z.string() }),
});

/** Every published rate. @throws the engine's error. */
export async function readRates(client: ClickHouseClient, signal?: AbortSignal): Promise<ExchangeRates> {
  const rows = await rateRows(client, {}, signal);
  const currencies = new Map<string, CurrencyRates>();
  let position = 0n;
  for (const row of rows) {
    currencies.set(row.currency, { days: row.rates.map(([day]) => day), units: row.rates.map(([, units]) => units) });
    if (BigInt(row.position) > position) position = BigInt(row.position);
  }
  return { position, currencies };
}
