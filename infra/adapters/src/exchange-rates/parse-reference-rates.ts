import { isDay } from '@tapwise/domain';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { referenceRatesWire } from './schemas.ts';

/** Reference rates of one day: units of each currency for one euro. */
export interface ReferenceRateDay {
  readonly day: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** The document is not the central bank's table of rates. */
export class NotReferenceRatesError extends Error {
  override readonly name = 'NotReferenceRatesError';
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  // The table has no entities, and expanding those of a hostile document could fill the memory.
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/**
 * Reads the central bank's XML, the day's file or one with many days.
 * @returns the days, newest first.
 * @throws NotReferenceRatesError for anything else: a different document, a day that does not exist, a rate that is no
 * positive number. No part of such a document is used.
 */
export function parseReferenceRates(xml: string): ReferenceRateDay[] {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new NotReferenceRatesError(`The exchange rates are not XML: ${valid.err.msg}`);
  const parsed = referenceRatesWire.safeParse(parser.parse(xml));
  if (!parsed.success) throw new NotReferenceRatesError('The document is not a table of exchange rates');
  const days = parsed.data.Envelope.Cube.flatMap((table) => table.Cube);
  return days.map(({ time, Cube }) => readDay(time, Cube)).sort((a, b) => (a.day < b.day ? 1 : -1));
}

function readDay(day: string, rates: readonly { currency: string; rate: string }[]): ReferenceRateDay {
  if (!isDay(day)) throw new NotReferenceRatesError(`The exchange rates name a day that does not exist: ${day}`);
  const byCurrency: Record<string, number> = {};
  for (const { currency, rate } of rates) {
    const units = /^\d{1,9}(?:\.\d{1,9})?$/.test(rate) ? Number(rate) : Number.NaN;
    if (!/^[A-Z]{3}$/.test(currency) || !(units > 0)) {
      throw new NotReferenceRatesError(`The exchange rates of ${day} hold something else: ${currency} ${rate}`);
    }
    byCurrency[currency] = units;
  }
  return { day, rates: byCurrency };
}
