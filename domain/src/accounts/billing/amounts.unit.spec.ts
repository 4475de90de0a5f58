import { expect, it } from 'vitest';
import { amountOf } from './amounts.ts';

it.each([
  ['USD', 99],
  ['CHF', 99],
  ['SEK', 99],
  // The locale data of engines give these two none; ISO 4217 and the provider two.
  ['HUF', 99],
  ['COP', 99],
  ['JPY', 9900],
  ['KRW', 9900],
  ['CLP', 9900],
  ['VND', 9900],
  ['KWD', 9.9],
])('9900 smallest units are %s %d', (currency, amount) => {
  expect(amountOf('9900', currency)).toBe(amount);
});

it('what is no currency, or no amount, is not guessed', () => {
  expect([amountOf('9900', 'QQQ'), amountOf('9900', 'usd'), amountOf('9900', null), amountOf(null, 'USD')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
