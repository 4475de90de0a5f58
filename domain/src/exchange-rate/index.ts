export { isoCurrency } from './currencies.ts';
export { exchangeRatesStream } from './exchange-rate.stream.ts';
