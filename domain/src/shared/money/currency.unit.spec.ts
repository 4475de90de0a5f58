import { expect, it } from 'vitest';
import { decimalsOf, isoCurrency } from './currency.ts';

it('currencies have the decimals of ISO 4217, whatever engines have in their locale data', () => {
  const codes = ['USD', 'EUR', 'HUF', 'COP', 'IDR', 'JPY', 'KRW', 'ISK', 'CLP', 'VND', 'KWD', 'TND', 'CLF'];
  expect(codes.map(decimalsOf)).toEqual([2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 3, 3, 4]);
});

it('are called by their ISO 4217 code where the ad service has one of its own', () => {
  expect([isoCurrency('RMB'), isoCurrency('CNY'), isoCurrency('EUR')]).toEqual(['CNY', 'CNY', 'EUR']);
});
