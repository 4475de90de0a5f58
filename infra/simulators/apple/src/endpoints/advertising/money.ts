import { decimalsOf } from '../../base/currency.ts';

/** Apple's form of an amount. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** An amount of a setting: as many decimals as the currency has, trailing zeros trimmed. */
export function settingMoney(amount: number, currency: string): Money {
  const unit = 10 ** decimalsOf(currency);
  return { amount: String(Math.round(amount * unit) / unit), currency };
}

/** Apple's form of an instant: UTC with milliseconds and without a zone mark. */
export const appleTime = (instant: number): string => new Date(instant).toISOString().slice(0, 23);
