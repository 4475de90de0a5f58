import { decimalStringFromMicros, isoCurrency } from '@tapwise/domain';
import type { ItemNotes } from '../lists/item-reader.ts';
import { type MoneyWire, type Unreadable, unreadable } from './lenient.ts';

/** Takes fields of one object. */
export interface FieldReader {
  value<Value>(field: string, value: Value | Unreadable, otherwise: Value): Value;
  money(field: string, value: MoneyWire | null | undefined | Unreadable): number | null;
  /** Money that is none where it is 0: what the service shows where it sets the bids itself. */
  bid(field: string, value: MoneyWire | null | undefined | Unreadable): number | null;
  status(value: string | Unreadable): 'ENABLED' | 'PAUSED';
}

/**
 * Reads fields of one object; what cannot be read is noted under its name in our words, and counts as absent.
 * @param currency The organization's: amounts in another one are not taken for amounts in it.
 */
export function fieldReader(notes: ItemNotes, currency: string): FieldReader {
  const unreadField = (field: string): void => {
    notes.unread(field);
    notes.note('unreadable_field', `The field ${field} cannot be read`);
  };
  const money: FieldReader['money'] = (field, value) => {
    if (value === unreadable) unreadField(field);
    else if (value && !isSameCurrency(value.currency, currency)) {
      notes.unread(field);
      notes.note('other_currency', `The field ${field} is in ${value.currency} instead of ${currency}`);
    } else return value?.micros ?? null;
    return null;
  };
  return {
    value: (field, value, otherwise) => {
      if (value !== unreadable) return value as typeof otherwise;
      unreadField(field);
      return otherwise;
    },
    money,
    bid: (field, value) => money(field, value) || null,
    status: (value) => {
      if (value !== unreadable && switches.has(value)) return switchOf(value);
      unreadField('status');
      return 'PAUSED';
    },
  };
}

const switches: ReadonlySet<string> = new Set(['ENABLED', 'ACTIVE', 'PAUSED']);

/** What runs is ENABLED or, for keywords of some versions, ACTIVE; whatever else there may be does not run. */
export function switchOf(status: string): 'ENABLED' | 'PAUSED' {
  return status === 'ENABLED' || status === 'ACTIVE' ? 'ENABLED' : 'PAUSED';
}

export const isSameCurrency = (currency: string, other: string): boolean =>
  isoCurrency(currency) === isoCurrency(other);

/** The service's own spelling of the organization's currency, by the first amount in it. */
export function spellingOf(amounts: readonly (MoneyWire | null | undefined | Unreadable)[], currency: string): string {
  for (const amount of amounts) {
    if (amount && amount !== unreadable && isSameCurrency(amount.currency, currency)) return amount.currency;
  }
  return currency;
}

/** Times come without a zone and mean UTC. */
export function instantOf(time: string | null | undefined): string | null {
  if (!time) return null;
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** An amount as the port has it: always spelt in the same way, so that equal amounts are equal texts. */
export function amountOf(money: MoneyWire | null | undefined): string | null {
  return money === null || money === undefined ? null : decimalStringFromMicros(money.micros);
}

/** A bid as the port has it; 0 is none. */
export const bidAmountOf = (money: MoneyWire | null | undefined): string | null =>
  money?.micros === 0 ? null : amountOf(money);

/** Codes of countries, sorted; what is no such code is left out. */
export const countriesOf = (countries: readonly string[] | null | undefined): string[] =>
  (countries ?? []).filter((country) => /^[A-Z]{2}$/.test(country)).sort();
