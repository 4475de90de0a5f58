import { SearchAdsError } from '../errors.ts';
import { isSameCurrency } from '../wire/field-reader.ts';
import { type ItemReader, readItems } from './item-reader.ts';

/**
 * Reads objects in full, in the currency of the organization: what is compared with a wish must be what it seems to be.
 * @throws SearchAdsError for an object that cannot be read so.
 */
export const strictReader =
  (currency: string): ItemReader =>
  (operation, objects, { schema, translate }) => {
    const items = objects.map((object) => {
      const read = readItems([object], { schema, translate });
      const foreign = read.notes.length === 0 ? foreignCurrency(schema.parse(object), currency) : undefined;
      const [item] = read.items;
      const note = foreign === undefined ? read.notes[0] : foreign;
      if (item !== undefined && note === undefined) return item;
      const { reason, detail } = note ?? { reason: 'unreadable_row' as const, detail: 'it is empty' };
      const message = `${operation} sent an object that cannot be read: ${detail}`;
      throw new SearchAdsError(message, { retry: false, reason, operation });
    });
    return { items, notes: [], unread: new Map(), named: new Map() };
  };

function foreignCurrency(wire: unknown, currency: string) {
  const amounts = Object.values(wire ?? {}) as readonly ({ currency?: unknown } | null | undefined)[];
  const other = amounts
    .map((amount) => amount?.currency)
    .find((amountCurrency) => typeof amountCurrency === 'string' && !isSameCurrency(amountCurrency, currency));
  return other === undefined
    ? undefined
    : { reason: 'other_currency' as const, detail: `An amount is in ${other} instead of ${currency}` };
}
