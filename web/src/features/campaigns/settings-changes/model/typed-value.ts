import { decimalsText, readAmount } from '@tapwise/contract/money';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import type { EditField } from './pending-edit.ts';

/** What was typed into a cell: nothing, an amount in micros, or why it is no amount. */
export type Typed = { kind: 'nothing' } | { kind: 'amount'; micros: number } | { kind: 'error'; message: string };

export type AmountField = Exclude<EditField, 'search_match'>;

/** Reads what was typed; the currency's sign or code before the amount is left out. */
export function readTyped(field: AmountField, text: string, currency: string): Typed {
  const trimmed = text.trim();
  const sign = [currencySymbol(currency), currency].find((mark) => trimmed.toUpperCase().startsWith(mark));
  const amount = (sign === undefined ? trimmed : trimmed.slice(sign.length)).trim();
  if (amount === '') return { kind: 'nothing' };
  const micros = readAmount(amount, currency);
  if (micros !== null) return { kind: 'amount', micros };
  if (/^\d{1,9}\.\d+$/.test(amount) && Number(amount) > 0) return { kind: 'error', message: decimalsText(currency) };
  return { kind: 'error', message: words.notPositive[field] };
}
