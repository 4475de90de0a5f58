import { microsFromDecimalString } from '../../shared/money.ts';
import { smallestAmount } from '../bulk-bids.ts';

/** Why an amount cannot be taken; `missing`: it is empty or `null`. */
export type AmountFault = 'missing' | 'not_positive' | 'decimals';

const amountForm = /^\d{1,9}(?:\.(\d+))?$/;

/** Decimals that a currency has. */
export const decimalsOf = (currency: string): 0 | 2 => (currency === 'JPY' ? 0 : 2);

/** Reads an amount as it is sent: a JSON number, or plain digits with a point. Never by way of a binary fraction. */
export function readAmount(entered: number | string | null, currency: string): number | AmountFault {
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
