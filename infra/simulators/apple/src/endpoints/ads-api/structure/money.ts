/** Apple's form of an amount. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** An amount of a setting: at most two decimals, trailing zeros trimmed. */
export const settingMoney = (amount: number, currency: string): Money => ({
  amount: String(Math.round(amount * 100) / 100),
  currency,
});

/** Apple's form of an instant: UTC with milliseconds and without a zone mark. */
export const appleTime = (instant: number): string => new Date(instant).toISOString().slice(0, 23);
