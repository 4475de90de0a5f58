export { exchangeRatesPrefix, exchangeRatesStream } from './exchange-rate.stream.ts';
export type { RateBook } from './rate-book.ts';
export { createRateBook, evolveRateBook, heldRates, rateBetween } from './rate-book.ts';
export type { ScreenedDay, WaitingRate } from './rate-day.decider.ts';
export { decideHeldRate, publishRates, rateDayDecider } from './rate-day.decider.ts';
export { type CurrencyRates, type FactorSteps, factorAt, factorSteps } from './rate-on-day.ts';
export { screenRates } from './screen-rates.ts';
