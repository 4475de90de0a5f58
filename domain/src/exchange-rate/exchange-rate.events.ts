import { z } from 'zod';
import { defineEvent } from '../shared/define-event.ts';
import { currencyField, dayField, instantField } from '../shared/fields.ts';

export const exchangeRatesPublished = defineEvent({
  type: 'ExchangeRatesPublished',
  context: 'exchange-rate',
  stream: 'exchangeRates-<day>',
  meaning: "The central bank's reference rates of one day: units of each currency for one euro.",
  data: { day: dayField, rates: z.record(currencyField, z.number().positive()), fetched_at: instantField },
});

export const exchangeRateEvents = [exchangeRatesPublished] as const;
