import { describe, expect, it } from 'vitest';
import { refuseTooMany } from './decision-limit.ts';

const hourMs = 3_600_000;

describe('the limit of decisions in a back-test', () => {
  it('lets 50,000 through', () => {
    expect(() => refuseTooMany(50_000, 0)).not.toThrow();
  });

  it.each([
    [23, 'choose fewer campaigns'],
    [24, 'choose at most 1 day, or fewer campaigns'],
    [24 * 12 + 9, 'choose at most 12 days, or fewer campaigns'],
  ])('says after %d hours of slots how many days fit', (hours, wish) => {
    expect(() => refuseTooMany(50_001, hours * hourMs)).toThrow(`More than 50,000 decisions in one back-test: ${wish}`);
  });
});
