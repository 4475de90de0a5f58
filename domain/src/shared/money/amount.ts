import { decimalsOf } from './currency.ts';
import { decimalStringFromMicros, microsFromDecimalString, microsPerUnit } from './micros.ts';

/** Why an amount cannot be taken; `missing`: it is empty or `null`. */
export type AmountFault = 'missing' | 'not_positive' | 'decimals';

/** An amount as a person or a program may write it: digits, at most nine before the point. */
const amountForm = /^\d{1,9}(?:\.(\d+))?$/;

/** Micros of the smallest amount of a currency, which is also the smallest bid. */
export const smallestAmount = (currency: string): number => microsPerUnit / 10 ** decimalsOf(currency);

/**
 * An amount above 0 rounded once, half up, to the grid of a currency.
 * @param least Micros of its smallest amount. @returns micros.
 */
export function roundToGrid(numerator: bigint, denominator: bigint, least: number): number {
  const unit = denominator * BigInt(least);
  return Number((2n * numerator + unit) / (2n * unit)) * least;
}

/** Reads an amount as it is sent: a JSON number, or plain digits with a point. Never by way of a binary fraction. @returns micros. */
export function checkAmount(entered: number | string | null, currency: string): number | AmountFault {
  if (entered === null || entered === '') return 'missing';
  // The shortest text that means the number is the one that was sent.
  const text = String(entered);
  const form = amountForm.exec(text);
  if (form === null) return 'not_positive';
  const decimals = form[1] ?? '';
  // Six decimals are all an amount in micros has; what follows cannot be more than nothing.
  const micros = microsFromDecimalString(decimals.length > 6 ? text.slice(0, text.length - decimals.length + 6) : text);
  if (micros < smallestAmount(currency)) return 'not_positive';
  return decimals.length > decimalsOf(currency) ? 'decimals' : micros;
}

/**
 * Reads an amount exactly as it was typed.
 * @returns micros; `null` for what is no amount, for more decimals than the currency has, and for what is below its smallest one
 */
export function readAmount(text: string, currency: string): number | null {
  const micros = checkAmount(text.trim(), currency);
  return typeof micros === 'number' ? micros : null;
}

/** An amount as it is sent and shown: without trailing zeros for programs, with the currency's decimals for people. */
export const amountText = (micros: number, currency: string): string =>
  decimalStringFromMicros(micros, decimalsOf(currency));

const decimalNames = { 2: 'two', 3: 'three', 4: 'four' } as const;

/** What is said of an amount with more decimals than its currency has. */
export function decimalsText(currency: string): string {
  const decimals = decimalsOf(currency);
  return decimals === 0
    ? `No decimals are allowed in ${currency}`
    : `At most ${decimalNames[decimals]} decimals are allowed`;
}
