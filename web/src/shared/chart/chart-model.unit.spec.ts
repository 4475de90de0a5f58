import { describe, expect, it } from 'vitest';
import { planAxes } from './axis-plan.ts';
import { type ChartLine, type ChartModel, formatValue, pointAt, sayPoint } from './chart-model.ts';

const line = (id: string, value: number | null, part: Partial<ChartLine> = {}): ChartLine => ({
  id,
  name: `Campaign ${id}`,
  unit: 'money',
  axis: 'money',
  slot: 0,
  values: [value],
  ...part,
});
const model = (lines: ChartLine[]): ChartModel => ({
  dates: ['2026-11-14'],
  labels: ['14 Nov'],
  titles: ['Sat 14 Nov'],
  lines,
  runningAt: null,
  currencySign: '$',
});

describe('what a tooltip says', () => {
  it('is ordered by value, highest first, each with the sign of its unit', () => {
    const point = pointAt(model([line('a', 12.5), line('b', 498), line('c', 0.1234, { unit: 'percent' })]), 0);
    expect(point.rows.map(({ text }) => text)).toEqual(['$498', '$12.50', '12.34 %']);
  });

  it('leaves gaps out, names ten at most and counts the others', () => {
    const lines = Array.from({ length: 13 }, (_, index) => line(String(index), index === 4 ? null : index));
    const { rows, more } = pointAt(model(lines), 0);
    expect(rows.map((row) => row.line.id)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '3', '2']);
    expect(more).toBe(2);
  });

  it('is one sentence for screen readers, also where nothing is known', () => {
    expect(sayPoint(model([line('a', 3), line('b', 1, { unit: 'count' })]), 0)).toBe(
      'Sat 14 Nov: Campaign a $3.00, Campaign b 1',
    );
    expect(sayPoint(model([line('a', null)]), 0)).toBe('Sat 14 Nov: nothing known');
  });

  it('begins with what happened, four at most, and counts the others', () => {
    const event = (title: string) => ({ title, description: 'US Brand' });
    const events = ['Paused', 'Enabled', 'b', 'c', 'd', 'e'].map(event);
    const marked = { ...model([line('a', 3)]), events: [events] };
    expect(pointAt(marked, 0)).toMatchObject({ events: events.slice(0, 4), moreEvents: 2 });
    expect(sayPoint({ ...marked, events: [events.slice(0, 1)] }, 0)).toBe(
      'Sat 14 Nov: Paused, US Brand. Campaign a $3.00',
    );
    expect(sayPoint(marked, 0)).toContain('2 more changes. Campaign a');
    expect(sayPoint({ ...model([line('a', null)]), events: [[event('Paused')]] }, 0)).toBe(
      'Sat 14 Nov: Paused, US Brand. nothing known',
    );
  });

  it('says what was before beside what is, also where only that is known', () => {
    const compared = model([line('a', 3, { before: [2] }), line('b', null, { before: [7] })]);
    expect(sayPoint({ ...compared, beforeTitles: ['Thu 15 Oct'] }, 0)).toBe(
      'Sat 14 Nov, before: Thu 15 Oct: Campaign a $3.00, before $2.00, Campaign b –, before $7.00',
    );
  });

  it('puts the minus before the sign of the currency, and names currencies without a sign', () => {
    expect(formatValue(-1234, 'money', '$')).toBe('−$1,234');
    expect(formatValue(20, 'money', 'SEK')).toBe('SEK 20.00');
    expect(formatValue(null, 'money', '$')).toBe('–');
  });
});

describe('axes', () => {
  const groups = (...all: ChartLine['axis'][]) => planAxes(all.map((axis) => ({ axis })));

  it('are left for amounts and counts, right for percentages and amounts per unit', () => {
    expect(groups('percentage', 'money')).toEqual([
      { group: 'money', side: 'left', grid: 0 },
      { group: 'percentage', side: 'right', grid: 0 },
    ]);
    expect(groups('money_per_unit')).toEqual([{ group: 'money_per_unit', side: 'right', grid: 0 }]);
  });

  it('are never more than two in a grid: what finds its side taken goes into a second one', () => {
    const planned = groups('units', 'money', 'percentage', 'money_per_unit', 'units');
    expect(planned.map(({ group, side, grid }) => `${group} ${side} ${grid}`)).toEqual([
      'money left 0',
      'units left 1',
      'percentage right 0',
      'money_per_unit right 1',
    ]);
  });
});
