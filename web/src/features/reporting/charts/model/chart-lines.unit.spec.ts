import type { SeriesItem } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { chartModel, datesOf, elementRows, keepOrder, propertyRows } from './chart-lines.ts';
import { carriedMetrics } from './chart-metrics.ts';
import { summarize } from './chart-summary.ts';

const item = (id: number, name: string, spend: (number | null)[], status = 'RUNNING'): SeriesItem => ({
  id,
  name,
  status,
  granularity: spend.map((value, day) => ({ date: `2026-11-1${day}`, spend: value, taps: 2 })),
});
const items = [
  item(1, 'Small', [1, 1, 1, 1]),
  item(2, 'Large', [10, null, 20, 40]),
  item(3, 'Unknown', [null, null, null, null]),
  item(4, 'Paused', [5, 5, 5, 5], 'PAUSED'),
];
const data = { items, dates: datesOf(items), currency: 'USD' };
const metrics = carriedMetrics('campaigns', items);
const [spend] = metrics.filter(({ name }) => name === 'spend');
if (spend === undefined) throw new Error('There is no spend to chart.');
const time = { granularity: 'day' as const, today: '2026-11-21' };

describe('rows of elements', () => {
  const rows = elementRows(data, spend);

  it('are ordered by their value over the range, unknown ones last', () => {
    expect(rows.map(({ name, total }) => [name, total])).toEqual([
      ['Large', 70],
      ['Paused', 20],
      ['Small', 4],
      ['Unknown', null],
    ]);
  });

  it('keep gaps as gaps, also for dates an item has no bucket of', () => {
    expect(rows[0]?.values).toEqual([10, null, 20, 40]);
    const late = item(9, 'Late', [7]);
    const both = { ...data, items: [...items, late], dates: datesOf(items) };
    expect(elementRows(both, spend).find(({ name }) => name === 'Late')?.values).toEqual([7, null, null, null]);
  });

  it('say a status other than running after the name', () => {
    expect(rows.find(({ name }) => name === 'Paused')?.suffix).toBe(' (PAUSED)');
  });

  it('become lines in the order of the rows, those that are ticked only', () => {
    const slots = new Map([
      ['4', 0],
      ['2', 1],
    ]);
    expect(chartModel(data, rows, slots, time).lines.map(({ id, slot }) => [id, slot])).toEqual([
      ['2', 1],
      ['4', 0],
    ]);
  });
});

describe('rows of properties', () => {
  it('are the metrics of one element, each on the axis of its group', () => {
    const [first] = items;
    if (first === undefined) throw new Error('There is no item.');
    const rows = propertyRows(data, first, metrics);
    expect(rows.map(({ id, axis }) => [id, axis])).toEqual([
      ['taps', 'units'],
      ['spend', 'money'],
    ]);
  });
});

describe('the sentence above a chart', () => {
  const sentence = (values: (number | null)[], today = '2026-11-21') => {
    const series = { items: [item(1, 'Brand', values)], dates: datesOf([item(1, 'Brand', values)]), currency: 'USD' };
    return summarize(chartModel(series, elementRows(series, spend), new Map([['1', 0]]), { ...time, today }));
  };

  it('says trend, highest and last value', () => {
    expect(sentence([10, 10, 40, 20])).toBe(
      'Brand is 200 % higher in the second half of the range; highest $40.00 (Thu 12 Nov), last $20.00 (Fri 13 Nov).',
    );
  });

  it('leaves the running day out', () => {
    expect(sentence([10, 10, 10, 20, 5], '2026-11-14')).toContain('its highest value, $20.00, is also its last');
  });

  it('says so when nothing is known or nothing changes', () => {
    expect(sentence([null, null])).toBe('Brand: nothing known in this range.');
    expect(sentence([3, 3, 3])).toBe('Brand is level at $3.00.');
  });
});

describe('the earlier period', () => {
  const before = {
    items: new Map([
      [1, { ...item(1, 'Small', [2, 2]), granularity: [{ date: '2026-10-01', spend: 2 }] }],
      [2, { ...item(2, 'Large', []), granularity: [{ date: '2026-10-02', spend: 35 }] }],
    ]),
    dates: ['2026-10-01', '2026-10-02'],
  };
  const rows = elementRows({ ...data, before }, spend);
  const row = (name: string) => rows.find((candidate) => candidate.name === name);

  it('is drawn place by place beside the present one, with gaps where it has no date', () => {
    expect(row('Large')?.before).toEqual([null, 35, null, null]);
    expect(row('Small')?.before).toEqual([2, null, null, null]);
    expect(row('Paused')?.before).toEqual([null, null, null, null]);
  });

  it('says what the total changed by, and what was not there before', () => {
    expect(row('Large')?.change).toBe('+35.00  +100 %');
    expect(row('Paused')?.change).toBe('new');
  });

  it('is drawn with its own dates, and not at all when nothing is compared', () => {
    const slots = new Map([['2', 0]]);
    const compared = chartModel({ ...data, before }, rows, slots, time);
    expect(compared.lines[0]?.before).toEqual([null, 35, null, null]);
    expect(compared.beforeTitles).toEqual(['Thu 1 Oct', 'Fri 2 Oct']);
    const alone = chartModel(data, elementRows(data, spend), slots, time);
    expect(alone.lines[0]).not.toHaveProperty('before');
    expect(alone).not.toHaveProperty('beforeTitles');
  });
});

describe('rows whose figures move', () => {
  const rows = elementRows(data, spend);

  it('keep their places, new ones last, and it is counted how many would have another', () => {
    const kept = keepOrder(rows, ['1', '2', '3']);
    expect(kept.rows.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(kept.moved).toBe(4);
    const same = keepOrder(
      rows,
      rows.map(({ id }) => id),
    );
    expect(same.moved).toBe(0);
  });
});
