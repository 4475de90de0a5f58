/**
 * An amount in the answer's currency, by the parameters of `moneyParams`; null where no rate is known, 0 stays 0.
 * @param amount Expression, in micros.
 * @param day Expression of type Date.
 * @param currency Expression.
 */
export const converted = (amount: string, day: string, currency: string): string => {
  const offset = `transform(toString(${currency}), {currencies:Array(String)}, {offsets:Array(Int32)}, toInt32(-1))`;
  const place = `least(greatest(toInt32(toUInt32(${day})) - {base_day:Int32}, 0), {days:Int32} - 1)`;
  const factor = `if(${offset} < 0, NULL, {factors:Array(Float64)}[${offset} + ${place} + 1])`;
  return `multiIf(${amount} = 0, 0, ${currency} = {currency:String}, toFloat64(${amount}), ${amount} * ${factor})`;
};
