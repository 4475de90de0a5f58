import { type FactorSteps, factorAt, factorSteps } from '@tapwise/domain';
import { z } from 'zod';
import type { ExchangeRates } from './exchange-rates.queries.ts';

/**
 * What a statement must know to turn amounts into one currency: for each currency, that one too, a run of factors, one a day
 * from `base_day` on. Days outside the run take its ends.
 */
export const moneyParams = z.object({
  currencies: z.array(z.string()),
  /** Where a currency's run begins in `factors`, counted from 1. */
  offsets: z.array(z.number()),
  factors: z.array(z.number()),
  /** Counted from 1970. */
  base_day: z.number(),
  /** Where a run ends, counted from 0. */
  last_place: z.number(),
});
export type MoneyParams = z.infer<typeof moneyParams>;

// A statement's parameters are text of at most a quarter of a megabyte; a factor takes up to 20 characters.
const factorsPerStatement = 9000;

/**
 * Parameters for amounts in some currencies, dated within some days; several when there are so many factors that one
 * statement would not take them. A currency without a rate is left out.
 */
export function moneyParamsFor(
  rates: ExchangeRates,
  target: string,
  needed: { currencies: Iterable<string>; firstDay: number; lastDay: number },
): MoneyParams[] {
  const currencySteps = [...needed.currencies].flatMap((name) => {
    const steps = name === target ? undefined : factorSteps(rates, name, target);
    return steps === undefined ? [] : [{ name, steps }];
  });
  // Before the oldest rate that rate applies.
  const oldest = Math.min(needed.lastDay, ...currencySteps.map(({ steps }) => steps.days[0] ?? needed.lastDay));
  const base = Math.min(needed.lastDay, Math.max(needed.firstDay, oldest));
  const days = needed.lastDay - base + 1;
  const perStatement = Math.max(1, Math.floor(factorsPerStatement / days));
  const parts: (typeof currencySteps)[] = [];
  for (let start = 0; start < currencySteps.length; start += perStatement)
    parts.push(currencySteps.slice(start, start + perStatement));
  // Amounts in the answer's currency belong to the first part alone.
  const targetRun: Run = { name: target, factorOn: () => 1 };
  return (parts.length === 0 ? [[]] : parts).map((part, index) =>
    paramsOf([...(index === 0 ? [targetRun] : []), ...part.map(runOf)], base, days),
  );
}

/** What a unit of a currency is worth, by day (counted from 1970). */
interface Run {
  readonly name: string;
  factorOn(day: number): number;
}

const runOf = ({ name, steps }: { name: string; steps: FactorSteps }): Run => ({
  name,
  factorOn: (day) => factorAt(steps, day),
});

function paramsOf(runs: readonly Run[], base_day: number, days: number): MoneyParams {
  return {
    currencies: runs.map(({ name }) => name),
    offsets: runs.map((_, index) => index * days + 1),
    factors: runs.flatMap(({ factorOn }) => Array.from({ length: days }, (_, index) => factorOn(base_day + index))),
    base_day,
    last_place: days - 1,
  };
}

/** The rate of each currency on a day, used for amounts that are still to come. */
export function latestFactors(
  rates: ExchangeRates,
  target: string,
  day: number,
): { names: string[]; factors: number[] } {
  const names = [target];
  const factors = [1];
  for (const name of rates.currencies.keys()) {
    const steps = name === target ? undefined : factorSteps(rates, name, target);
    if (steps === undefined) continue;
    names.push(name);
    factors.push(factorAt(steps, day));
  }
  return { names, factors };
}
