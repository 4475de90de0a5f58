import { describe, expect, it } from 'vitest';
import { vatRate, vatRatesByStorefront } from './vat-rates.ts';

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

describe('the tax inside a price', () => {
  it('is that of the day of the charge', () => {
    expect(vatRate('EE', '2025-06-30').rate).toBe(0.22);
    expect(vatRate('EE', '2025-07-01T00:00:00.000Z').rate).toBe(0.24);
    expect(vatRate('IE', '2020-09-01').rate).toBe(0.21);
    expect(vatRate('IE', '2021-03-01').rate).toBe(0.23);
    expect(vatRate('US', '2026-11-28')).toEqual({ rate: 0, isKnown: true });
  });

  it('is unknown for a storefront without an entry, which counts as untaxed', () => {
    expect(vatRate('AQ', '2026-01-01')).toEqual({ rate: 0, isKnown: false });
    expect(vatRate(null, '2026-01-01')).toEqual({ rate: 0, isKnown: false });
    expect(vatRate('toString', '2026-01-01').isKnown).toBe(false);
  });

  it('is unknown on a day before the table, which counts by the oldest rate', () => {
    expect(vatRate('RO', '2015-12-31')).toEqual({ rate: 0.2, isKnown: false });
    expect(vatRate('RO', '')).toEqual({ rate: 0.2, isKnown: false });
  });

  it('has a rate with a source for each day since 2016 in 52 countries', () => {
    const storefronts = Object.entries(vatRatesByStorefront);
    expect(storefronts).toHaveLength(52);
    for (const [storefront, rates] of storefronts) {
      expect(storefront).toMatch(/^[A-Z]{2}$/);
      expect(rates[0]?.from).toBe('2016-01-01');
      expect(rates.at(-1)?.to).toBeNull();
      for (const [index, rate] of rates.entries()) {
        expect(rate.percent).toBeGreaterThanOrEqual(0);
        expect(rate.percent).toBeLessThanOrEqual(27);
        expect(rate.source).toContain('http');
        const next = rates[index + 1];
        if (next === undefined) continue;
        expect(next.from).toBe(dayAfter(rate.to ?? ''));
        expect(next.percent).not.toBe(rate.percent);
      }
    }
  });
});
