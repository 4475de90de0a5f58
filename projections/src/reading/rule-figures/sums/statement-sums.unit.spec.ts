import { describe, expect, it } from 'vitest';
import { LiveSums } from './live-sums.ts';
import { StatementSums } from './statement-sums.ts';

const column = (width: number, ...values: number[]) => ({ values: Float64Array.from(values), width });

describe('sums of objects', () => {
  it('are those of their rows, and 0 of objects without one and of time ranges that are not asked for', () => {
    const sums = new StatementSums<'taps'>(3);
    const answer = { taps: column(2, 1, 2, 30, 40) };
    sums.put(2, { sums: answer, index: 0 });
    sums.put(0, { sums: answer, index: 1 });
    const reader = sums.reader('taps', 1);
    expect([0, 1, 2].map(reader)).toEqual([40, 0, 2]);
    expect(sums.reader('taps', undefined)(0)).toBe(0);
    expect(new StatementSums<'taps'>(1).reader('taps', 0)(0)).toBe(0);
  });

  it('are added up over answers, each with its own rows', () => {
    const sums = new StatementSums<'micros'>(2);
    const usual = { micros: column(1, 5, 7) };
    const foreign = { micros: column(1, 0.5) };
    sums.put(0, { sums: usual, index: 1 });
    sums.put(1, { sums: usual, index: 0 });
    sums.put(0, { sums: foreign, index: 0 });
    expect([0, 1].map(sums.reader('micros', 0))).toEqual([7.5, 5]);
  });

  it('of several rows of one answer are added up, marks put together', () => {
    const sums = new StatementSums<'taps' | 'unread'>(1, 'unread');
    const answer = { taps: column(2, 1, 2, 3, 4), unread: column(2, 3, 0, 6, 8) };
    sums.put(0, { sums: answer, index: 0 });
    sums.put(0, { sums: answer, index: 1 });
    expect([0, 1].map((range) => sums.reader('taps', range)(0))).toEqual([4, 6]);
    expect([0, 1].map((range) => sums.reader('unread', range)(0))).toEqual([7, 8]);
  });
});

describe('what subscriptions are expected to bring', () => {
  const group = (object: number, bucket: number, remaining: number, grade: 'low' | 'medium' | 'high') => ({
    object,
    bucket: String(bucket),
    remaining,
    activeCount: remaining > 0 ? 1 : 0,
    grade,
  });
  const live = new LiveSums(3, [
    group(2, 100, 8, 'high'),
    group(0, 100, 1, 'medium'),
    group(2, 200, 16, 'low'),
    group(0, 200, 2, 'high'),
    group(0, 300, 0, 'low'),
  ]);

  it('counts for the object and the time range of its users', () => {
    expect([0, 1, 2].map((object) => live.addRemaining(object, 100, 200, 0.5))).toEqual([1.5, 0.5, 8.5]);
    expect(live.addRemaining(2, 100, 201, 0)).toBe(24);
  });

  it('is as sure as the least sure prediction among them', () => {
    expect([0, 1, 2].map((object) => live.leastGrade(object, 100, 400))).toEqual(['medium', null, 'low']);
    expect([0, 2].map((object) => live.leastGrade(object, 0, 200))).toEqual(['medium', 'high']);
  });
});
