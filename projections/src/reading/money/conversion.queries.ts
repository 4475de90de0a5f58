/** The engine gives null for what lies beyond the end of an array of what may be null. */
const beyondAll = 1_000_000_000;

/**
 * An amount in the answer's currency, by the parameters of `moneyParams`; null where no rate is known, 0 stays 0.
 * @param amount Expression, in micros.
 * @param day Expression of type Date.
 * @param currency Expression.
 */
export const converted = (amount: string, day: string, currency: string): string => {
  const run = `transform(toString(${currency}), {currencies:Array(String)}, {offsets:Array(Int32)}, ${beyondAll})`;
  const dayIndex = `least(greatest(toUInt32(${day}) - {base_day:Int32}, 0), {last_place:Int32})`;
  return `if(${amount} = 0, 0, ${amount} * {factors:Array(Nullable(Float64))}[${run} + ${dayIndex}])`;
};
