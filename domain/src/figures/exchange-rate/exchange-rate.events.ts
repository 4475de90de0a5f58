import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { currencyField, dayField, instantField } from '../../shared/fields.ts';

const context = 'exchange-rate';
const stream = 'exchangeRates-<day>';
const units = z.number().positive();
const rates = z.record(currencyField, units);

export const exchangeRatesPublished = defineEvent({
  type: 'ExchangeRatesPublished',
  context,
  stream,
  meaning: "The central bank's reference rates of one day: units of each currency for one euro.",
  data: { day: dayField, rates, fetched_at: instantField },
});

export const exchangeRatesCorrected = defineEvent({
  type: 'ExchangeRatesCorrected',
  context,
  stream,
  meaning: 'A later publication of a day has other rates, or further ones; they replace those before.',
  data: {
    day: dayField,
    rates,
    /** What was used before, of the currencies that had a rate. */
    replaced: rates,
    fetched_at: instantField,
  },
});

const heldRateField = z.object({
  currency: currencyField,
  rate: units,
  /** The rate it differs from by more than a third, and its day. */
  previous_rate: units,
  previous_day: dayField,
});

export const exchangeRatesHeldBack = defineEvent({
  type: 'ExchangeRatesHeldBack',
  context,
  stream,
  meaning:
    'Published rates that differ from the day before by more than a third; they are not used until they are confirmed.',
  data: { day: dayField, held: z.array(heldRateField).min(1).max(500), fetched_at: instantField },
});

export const exchangeRateAccepted = defineEvent({
  type: 'ExchangeRateAccepted',
  context,
  stream,
  meaning: 'A rate that was held back is used from now on.',
  data: {
    day: dayField,
    currency: currencyField,
    rate: units,
    /** The published day that confirms it; null when an operator decided. */
    confirmed_by: dayField.nullable(),
    accepted_at: instantField,
  },
});

export const exchangeRateRefused = defineEvent({
  type: 'ExchangeRateRefused',
  context,
  stream,
  meaning: 'A rate that was held back was wrong; the same rate is not asked about again.',
  data: {
    day: dayField,
    currency: currencyField,
    rate: units,
    /** The published day that contradicts it; null, or left out by older versions, when an operator decided. */
    contradicted_by: dayField.nullable().optional(),
    refused_at: instantField,
  },
});

export const exchangeRateEvents = [
  exchangeRatesPublished,
  exchangeRatesCorrected,
  exchangeRatesHeldBack,
  exchangeRateAccepted,
  exchangeRateRefused,
] as const;
export type ExchangeRateEvent = EventOf<(typeof exchangeRateEvents)[number]>;
