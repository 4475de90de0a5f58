import type { Day } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { ExchangeRateEvent } from './exchange-rate.events.ts';

/** A published rate that is not used until it is confirmed. */
export interface HeldRate {
  readonly currency: string;
  readonly rate: number;
  readonly previous_rate: number;
  readonly previous_day: Day;
}

/** A held rate, and since when it is held. */
export interface WaitingRate extends HeldRate {
  readonly since: string;
}

/** Reference rates of one day, by currency: units for one euro. */
export interface RateDay {
  readonly published: boolean;
  /** Those in use. */
  readonly rates: Readonly<Record<string, number>>;
  readonly held: Readonly<Record<string, WaitingRate>>;
  /** Rates that were refused last. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Fold of `exchangeRates-<day>`. */
export const rateDayDecider: Decider<RateDay, ExchangeRateEvent> = {
  initialState: () => ({ published: false, rates: {}, held: {}, refused: {} }),
  evolve(state, event) {
    switch (event.type) {
      case 'ExchangeRatesPublished':
      case 'ExchangeRatesCorrected':
        return {
          ...state,
          published: true,
          rates: { ...state.rates, ...event.data.rates },
          held: without(state.held, Object.keys(event.data.rates)),
        };
      case 'ExchangeRatesHeldBack': {
        const since = event.data.fetched_at;
        const held = event.data.held.map((rate) => [rate.currency, { ...rate, since }]);
        return { ...state, held: { ...state.held, ...Object.fromEntries(held) } };
      }
      case 'ExchangeRateAccepted': {
        const { currency, rate } = event.data;
        return { ...state, rates: { ...state.rates, [currency]: rate }, held: without(state.held, [currency]) };
      }
      case 'ExchangeRateRefused': {
        const { currency, rate } = event.data;
        return { ...state, refused: { ...state.refused, [currency]: rate }, held: without(state.held, [currency]) };
      }
      default:
        return state;
    }
  },
};

/** A rate that was held, and the published day that decides it. */
export interface DecidedRate {
  readonly currency: string;
  readonly rate: number;
  readonly by: Day;
}

/** What a publication means for one day, after comparison with the days around it. */
export interface ScreenedDay {
  readonly day: Day;
  /** Rates that may be used. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly held: readonly HeldRate[];
  /** Rates held until now that another day confirms. */
  readonly confirmed: readonly DecidedRate[];
  /** Rates held until now that later rates show to be wrong. */
  readonly contradicted: readonly DecidedRate[];
}

/** Records of a publication what differs from what is known of its day. */
export function publishRates(state: RateDay, screened: ScreenedDay, at: string): ExchangeRateEvent[] {
  const { day, held } = screened;
  const accepted = Object.entries(screened.accepted).filter(([currency, rate]) => state.rates[currency] !== rate);
  const rates = Object.fromEntries(accepted);
  const replaced = Object.fromEntries(
    accepted.flatMap(([currency]) => {
      const before = state.rates[currency];
      return before === undefined ? [] : [[currency, before] as const];
    }),
  );
  const unheard = held.filter(
    ({ currency, rate }) => state.held[currency]?.rate !== rate && state.refused[currency] !== rate,
  );
  const events: ExchangeRateEvent[] = [];
  if (!state.published) events.push({ type: 'ExchangeRatesPublished', data: { day, rates, fetched_at: at } });
  else if (accepted.length > 0) {
    events.push({ type: 'ExchangeRatesCorrected', data: { day, rates, replaced, fetched_at: at } });
  }
  if (unheard.length > 0) {
    events.push({ type: 'ExchangeRatesHeldBack', data: { day, held: unheard, fetched_at: at } });
  }
  const isHeld = ({ currency, rate }: DecidedRate) =>
    state.held[currency]?.rate === rate || unheard.some((entry) => entry.currency === currency);
  for (const { currency, rate, by } of screened.confirmed.filter(isHeld)) {
    events.push({ type: 'ExchangeRateAccepted', data: { day, currency, rate, confirmed_by: by, accepted_at: at } });
  }
  for (const { currency, rate, by } of screened.contradicted.filter(isHeld)) {
    events.push({ type: 'ExchangeRateRefused', data: { day, currency, rate, contradicted_by: by, refused_at: at } });
  }
  return events;
}

/**
 * An operator's decision about a rate that is held back.
 * @throws DomainError `not_found` when none of this currency is held.
 */
export function decideHeldRate(
  state: RateDay,
  decision: { day: Day; currency: string; accepted: boolean; decided_at: string },
): ExchangeRateEvent[] {
  const { day, currency, accepted, decided_at: at } = decision;
  const held = state.held[currency];
  if (held === undefined) throw new DomainError('not_found', { message: `No rate of ${currency} is held on ${day}` });
  const data = { day, currency, rate: held.rate };
  return accepted
    ? [{ type: 'ExchangeRateAccepted', data: { ...data, confirmed_by: null, accepted_at: at } }]
    : [{ type: 'ExchangeRateRefused', data: { ...data, contradicted_by: null, refused_at: at } }];
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  if (!names.some((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
