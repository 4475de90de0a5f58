import { describe, expect, it } from 'vitest';
import { amountText, checkAmount, decimalsText, readAmount, smallestAmount } from './amount.ts';

describe('an amount that is sent', () => {
  it.each([
    [1.1, 1_100_000],
    ['1.10', 1_100_000],
    ['0.01', 10_000],
    [1.15, 1_150_000],
    [0.1 + 0.2, 'decimals'],
    ['1.005', 'decimals'],
    [1.005, 'decimals'],
    ['1,5', 'not_positive'],
    ['$1', 'not_positive'],
    ['1e3', 'not_positive'],
    [1e3, 1_000_000_000],
    [-0, 'not_positive'],
    [0.001, 'not_positive'],
    ['0.00', 'not_positive'],
    [-1, 'not_positive'],
    [1e21, 'not_positive'],
    ['9999999999', 'not_positive'],
    [' 1', 'not_positive'],
    ['', 'missing'],
    [null, 'missing'],
  ])('%j is read exactly, as %j', (entered, expected) => {
    expect(checkAmount(entered, 'USD')).toBe(expected);
  });

  it('of yen has no decimals, and is at least one', () => {
    expect([checkAmount('120', 'JPY'), checkAmount(0.5, 'JPY'), checkAmount('1.5', 'JPY')]).toEqual([
      120_000_000,
      'not_positive',
      'decimals',
    ]);
  });
});

describe('an amount that is typed', () => {
  it('is one only in plain digits with the decimals of the currency', () => {
    for (const text of ['1,5', '1e3', '-0', '-1', '0', '0.00', '0.001', '1.005', '$1', '', '.5', '1.', '1234567890']) {
      expect(readAmount(text, 'USD'), text).toBeNull();
    }
    expect(readAmount(' 0.01 ', 'USD')).toBe(10_000);
    expect(readAmount('999999999.99', 'USD')).toBe(999_999_999_990_000);
    expect(readAmount('1.5', 'JPY')).toBeNull();
  });
});

describe('amounts of a currency', () => {
  it.each([
    ['JPY', 1_000_000, '1200', 'No decimals are allowed in JPY'],
    ['USD', 10_000, '1200.00', 'At most two decimals are allowed'],
    ['RMB', 10_000, '1200.00', 'At most two decimals are allowed'],
    ['KWD', 1000, '1200.000', 'At most three decimals are allowed'],
    ['CLF', 100, '1200.0000', 'At most four decimals are allowed'],
  ])('have the decimals of %s', (currency, smallest, text, refusal) => {
    expect(smallestAmount(currency)).toBe(smallest);
    expect(amountText(1_200_000_000, currency)).toBe(text);
    expect(decimalsText(currency)).toBe(refusal);
    expect(checkAmount(text, currency)).toBe(1_200_000_000);
    const tooExact = decimalsText(currency).startsWith('No') ? `${text}.5` : `${text}5`;
    expect(checkAmount(tooExact, currency)).toBe('decimals');
  });
});
