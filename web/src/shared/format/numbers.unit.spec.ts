import { describe, expect, it } from 'vitest';
import { currencySymbol, formatCount, formatExact, formatGain, formatMoney, formatPercent } from './numbers.ts';

describe('numbers on screen', () => {
  it('show money with two decimals under 100 and none from there on', () => {
    expect(formatMoney(64.384)).toBe('64.38');
    expect(formatMoney(99.994)).toBe('99.99');
    expect(formatMoney(99.996)).toBe('100');
    expect(formatMoney(1499.4)).toBe('1,499');
    expect(formatMoney(0)).toBe('0.00');
  });

  it('write losses with a real minus and gains with a plus', () => {
    expect(formatGain(-899.2)).toBe('−899');
    expect(formatGain(40.87)).toBe('+40.87');
    expect(formatGain(0)).toBe('0.00');
    expect(formatGain(-0.001)).toBe('0.00');
  });

  it('show fractions as percentages with two decimals', () => {
    expect(formatPercent(0.0534)).toBe('5.34');
    expect(formatPercent(1.2301)).toBe('123.01');
  });

  it('never turn not known into zero', () => {
    for (const format of [formatCount, formatMoney, formatGain, formatPercent, formatExact]) {
      expect(format(null)).toBe('–');
      expect(format(undefined)).toBe('–');
    }
    expect(formatCount(0)).toBe('0');
  });

  it('keep all digits where a number is explained', () => {
    expect(formatExact(1039.474123)).toBe('1,039.474123');
  });

  it('name currencies without a sign by their code', () => {
    expect(currencySymbol('USD')).toBe('$');
    expect(currencySymbol('SEK')).toBe('SEK');
  });
});
