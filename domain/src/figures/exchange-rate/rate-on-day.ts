/**
 * Place of the rate that applies on a day, among days in order: a day without a rate takes the last one before it, days before the
 * oldest take the oldest.
 * @param counts Whether there is a rate at a place.
 */
export function placeOnDay<Day extends string | number>(
  days: readonly Day[],
  day: Day,
  counts: (index: number) => boolean = () => true,
): number | undefined {
  const after = placeBehind(days, day);
  for (let index = after - 1; index >= 0; index -= 1) if (counts(index)) return index;
  for (let index = after; index < days.length; index += 1) if (counts(index)) return index;
  return undefined;
}

/** Where a day belongs among days in order, behind those that are not later. */
export function placeBehind<Day extends string | number>(days: readonly Day[], day: Day): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = days[middle];
    if (other !== undefined && other <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rates of one currency: days (counted from 1970), in order, and the units for one euro on each. */
export interface CurrencyRates {
  readonly days: readonly number[];
  readonly units: readonly number[];
}

/** Rate of a currency in another, in steps: from each day on, until the next. */
export interface FactorSteps {
  readonly days: readonly number[];
  readonly factors: readonly number[];
}

/**
 * The rates of a pair; only days on which both currencies were published count.
 * @returns `undefined` when there is none.
 */
export function factorSteps(
  { currencies }: { readonly currencies: ReadonlyMap<string, CurrencyRates> },
  currency: string,
  target: string,
): FactorSteps | undefined {
  const from = currencies.get(currency);
  const to = currencies.get(target);
  if (from === undefined || to === undefined) return undefined;
  const targetUnits = new Map(to.days.map((day, index) => [day, to.units[index] ?? 0]));
  const days: number[] = [];
  const factors: number[] = [];
  for (const [index, day] of from.days.entries()) {
    const units = targetUnits.get(day);
    if (units === undefined) continue;
    days.push(day);
    factors.push(units / (from.units[index] ?? Number.NaN));
  }
  return days.length === 0 ? undefined : { days, factors };
}

/** The factor of a day (counted from 1970). */
export function factorAt({ days, factors }: FactorSteps, day: number): number {
  return factors[placeOnDay(days, day) ?? -1] ?? Number.NaN;
}
