import { z } from 'zod';
import { type ExchangeRates, type FactorSteps, factorAt, factorSteps } from './exchange-rates.ts';

/**
 * What a statement must know to turn amounts into one currency: for each currency a run of factors, one a day from
 * `base_day` on. Days outside the run take its ends.
 */
export const moneyParams = z.object({
  currency: z.string(),
  currencies: z.array(z.string()),
  /** Where a currency's run begins in `factors`, counted from 0. */
  offsets: z.array(z.number()),
  factors: z.array(z.number()),
  /** Counted from 1970. */
  base_day: z.number(),
  days: z.number(),
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
  asked: { currencies: Iterable<string>; firstDay: number; lastDay: number },
): MoneyParams[] {
  const known = [...asked.currencies].flatMap((name) => {
    const steps = name === target ? undefined : factorSteps(rates, name, target);
    return steps === undefined ? [] : [{ name, steps }];
  });
  // Before the oldest rate that rate applies.
  const oldest = Math.min(asked.lastDay, ...known.map(({ steps }) => steps.days[0] ?? asked.lastDay));
  const base = Math.min(asked.lastDay, Math.max(asked.firstDay, oldest));
  const days = asked.lastDay - base + 1;
  const perStatement = Math.max(1, Math.floor(factorsPerStatement / days));
  const parts: (typeof known)[] = [];
  for (let start = 0; start < known.length; start += perStatement) parts.push(known.slice(start, start + perStatement));
  return (parts.length === 0 ? [[]] : parts).map((part) => paramsOf(target, part, base, days));
}

function paramsOf(
  target: string,
  part: readonly { name: string; steps: FactorSteps }[],
  base_day: number,
  days: number,
): MoneyParams {
  const factors = part.flatMap(({ steps }) =>
    Array.from({ length: days }, (_, index) => factorAt(steps, base_day + index)),
  );
  return {
    currency: target,
    // The engine refuses to look things up in nothing; no amount is in a currency without a name.
    currencies: ['', ...part.map(({ name }) => name)],
    offsets: [-1, ...part.map((_, index) => index * days)],
    factors: factors.length === 0 ? [0] : factors,
    ...{ base_day, days },
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
