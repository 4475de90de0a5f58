import { type Day, dayNumber } from '@tapwise/domain';
import type { ExchangeRates } from './exchange-rates.queries.ts';
import { type MoneyParams, moneyParamsFor } from './money-params.ts';

export interface Conversion {
  /** ISO 4217, of the answer. */
  readonly target: string;
  /** The currency that nearly all amounts are in. */
  readonly usual: string;
  /** Days the amounts are dated by. */
  readonly from: Day;
  readonly to: Day;
}

/** Asks for amounts in one currency; again when some were in currencies that were not expected. */
export async function askConverted<Row extends { unrated: string[] }>(
  rates: ExchangeRates,
  { target, usual, from, to }: Conversion,
  ask: (money: MoneyParams) => Promise<Row[]>,
): Promise<Row[]> {
  const days = { firstDay: dayNumber(from), lastDay: dayNumber(to) };
  const expected = new Set([usual]);
  for (;;) {
    const [money] = moneyParamsFor(rates, target, { currencies: expected, ...days });
    if (money === undefined) return [];
    const rows = await ask(money);
    const others = unexpected(rates, expected, rows);
    if (others.length === 0) return rows;
    for (const name of others) expected.add(name);
  }
}

/** Currencies that a statement did not expect, though there are rates for them. */
export function unexpected(
  rates: ExchangeRates,
  expected: ReadonlySet<string>,
  rows: readonly { unrated: string[] }[],
): string[] {
  return rows.flatMap(({ unrated }) => unrated.filter((name) => !expected.has(name) && rates.currencies.has(name)));
}
