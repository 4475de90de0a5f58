import { metricsOf } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { columnWidth, figureWidth, labelWidth, narrowWidth } from './column-width.ts';

const metric = (name: string) => {
  const match = metricsOf('campaign').find((candidate) => candidate.name === name);
  if (match === undefined) throw new RangeError(name);
  return match;
};
const layoutRows = (name: string, ...values: number[]) => ({
  rows: values.map((value, id) => ({ id, name: '', status: null, [name]: value })),
  totals: {},
});
const context = { timeZone: 'UTC' };
const padding = 20;

describe('the width of a column', () => {
  it('holds its widest figure, which may have fewer digits before the point', () => {
    const room = narrowWidth(metric('spend'), context, layoutRows('spend', 100, 99.5)) - padding;
    expect(room).toBeGreaterThanOrEqual(figureWidth('99.50'));
    expect(room).toBeGreaterThanOrEqual(figureWidth('100'));
  });

  it('holds percentages over 100 with both decimals', () => {
    const room = narrowWidth(metric('current_roas'), context, layoutRows('current_roas', 2.3788, 0.65)) - padding;
    expect(room).toBeGreaterThanOrEqual(figureWidth('237.88'));
  });

  it('holds the header with the arrow of a sorted column, and a digit more than there is', () => {
    const spend = metric('spend');
    const width = columnWidth(spend, 'USD', context, layoutRows('spend', 1));
    expect(width - padding).toBeGreaterThan(labelWidth('Spend USD'));
    const large = columnWidth(spend, null, context, layoutRows('spend', 1_234_567));
    expect(large - padding).toBeGreaterThan(figureWidth('12,345,678') - figureWidth('8'));
  });
});
