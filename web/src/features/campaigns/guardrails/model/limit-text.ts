import { decimalsOf } from '@tapwise/contract/money';
import { currencySymbol, formatCount } from '../../../../shared/format/numbers.ts';
import { guardrailMessages } from '../messages.ts';
import type { Limit } from './guardrail-fields.ts';

const words = guardrailMessages.faults;

/** What was typed: what is kept of it, or why it cannot be. */
export type ReadLimit = { readonly value: number | string } | { readonly fault: string };

/** Decimals that the server compares with; more would be dropped without a word. */
const decimalsOfLimit = ({ kind }: Limit, currency: string): number => {
  if (kind === 'amount') return decimalsOf(currency);
  if (kind === 'factor') return 3;
  return kind === 'share' ? 1 : 0;
};

/** A limit as it is typed: a fraction as percent, an amount with the decimals of its currency. */
export function limitText(limit: Limit, kept: number | string | boolean, currency: string): string {
  if (typeof kept !== 'number') return String(kept);
  if (limit.kind === 'share') return String(Math.round(kept * 1000) / 10);
  return limit.kind === 'amount' ? kept.toFixed(decimalsOfLimit(limit, currency)) : String(kept);
}

/** Reads what was typed. The sign of the currency, or of percent, may be typed too. */
export function readLimit(limit: Limit, typed: string, currency: string): ReadLimit {
  const text = bareText(limit, typed, currency);
  if (limit.kind === 'time') {
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? { value: text } : { fault: words.time };
  }
  const scale = limit.kind === 'share' ? 100 : 1;
  const least = formatCount(limit.least * scale);
  const most = formatCount(limit.most * scale);
  const range = limit.kind === 'count' ? words.whole(least, most) : words.number(least, most);
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) return { fault: range };
  const decimals = text.split('.')[1]?.length ?? 0;
  const allowed = decimalsOfLimit(limit, currency);
  if (decimals > allowed && limit.kind === 'count') return { fault: range };
  if (decimals > allowed) return { fault: allowed === 0 ? words.noDecimals(currency) : words.decimals(allowed) };
  // A fraction has three decimals at most: the nearest number is the one that is written so.
  const value = scale === 1 ? Number(text) : Number((Number(text) / scale).toFixed(3));
  return value < limit.least || value > limit.most ? { fault: range } : { value };
}

function bareText({ kind }: Limit, typed: string, currency: string): string {
  const text = typed.trim();
  if (kind === 'share' && text.endsWith('%')) return text.slice(0, -1).trim();
  const sign = currencySymbol(currency);
  return kind === 'amount' && text.startsWith(sign) ? text.slice(sign.length).trim() : text;
}
