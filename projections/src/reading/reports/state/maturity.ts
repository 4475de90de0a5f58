import type { ClickHouseClient } from '@tapwise/adapters';
import { dayMs, hourMs } from '@tapwise/domain';
import type { ExchangeRates } from '../../money/exchange-rates.queries.ts';
import { moneyParamsFor } from '../../money/money-params.ts';
import { type TablesForm, tablesForm } from '../../whole-tables.ts';
import type { ReportScope } from '../report-scope.ts';
import { incomeByAge, matureAfterDays } from './maturity.queries.ts';

/** With fewer paying users the history says nothing. */
const fewestPayers = 50;

interface Remembered {
  readonly hour: number;
  readonly shares: Promise<readonly number[]>;
}
const remembered = new WeakMap<TablesForm, Map<string, Remembered>>();

/**
 * The share of their first thirty days' income that users of an application had usually brought when they were 0 … 30 days
 * old, from its own history; empty while that says too little. Read again once an hour, in the background where an older answer
 * is available.
 * @throws the engine's error.
 */
export async function maturityShares(
  client: ClickHouseClient,
  scope: Pick<ReportScope, 'applicationId' | 'currency' | 'smallBusiness'>,
  now: Date,
  rates: ExchangeRates,
): Promise<readonly number[]> {
  const ofClient = remembered.get(tablesForm(client)) ?? new Map<string, Remembered>();
  remembered.set(tablesForm(client), ofClient);
  const key = `${scope.applicationId} ${scope.smallBusiness}`;
  const hour = Math.floor(now.getTime() / hourMs);
  const cached = ofClient.get(key);
  if (cached?.hour === hour) return await cached.shares;
  const reading = readShares(client, scope, now, rates);
  ofClient.set(key, { hour, shares: reading });
  reading.catch(() => ofClient.delete(key));
  return cached !== undefined && cached.hour === hour - 1 ? await cached.shares.catch(() => reading) : await reading;
}

async function readShares(
  client: ClickHouseClient,
  { applicationId, currency, smallBusiness }: Pick<ReportScope, 'applicationId' | 'currency' | 'smallBusiness'>,
  now: Date,
  rates: ExchangeRates,
): Promise<readonly number[]> {
  // Shares hardly depend on a day's rate, so the present one serves for all days.
  const today = Math.floor(now.getTime() / dayMs);
  const needed = { currencies: rates.currencies.keys(), firstDay: today, lastDay: today };
  const [money] = moneyParamsFor(rates, currency, needed);
  if (money === undefined) return [];
  const mature_ms = now.getTime() - matureAfterDays * dayMs;
  const params = { ...money, application_id: applicationId, small_business: smallBusiness, mature_ms };
  const [row] = await incomeByAge(client, params);
  if (row === undefined || row.payers < fewestPayers) return [];
  const [ages, amounts] = row.by_age;
  const byAge = new Map(ages.map((age, index) => [age, amounts[index] ?? 0]));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total <= 0) return [];
  let received = 0;
  return Array.from({ length: matureAfterDays + 1 }, (_, age) => {
    const share = received / total;
    received += byAge.get(age) ?? 0;
    return Math.min(1, share);
  });
}
