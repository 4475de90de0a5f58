import { describe, expect, it } from 'vitest';
import { axisLabel, bucketTitle, granularityOf, runningIndex } from './granularity.ts';

describe('buckets', () => {
  it('are days under 90 days, weeks under 365, months from there on', () => {
    expect(granularityOf({ from: '2026-08-24', to: '2026-11-20' })).toBe('day');
    expect(granularityOf({ from: '2026-08-24', to: '2026-11-21' })).toBe('week');
    expect(granularityOf({ from: '2025-11-22', to: '2026-11-20' })).toBe('week');
    expect(granularityOf({ from: '2025-11-22', to: '2026-11-21' })).toBe('month');
  });

  it('that hold today are still running; those of the past are not', () => {
    expect(runningIndex(['2026-11-20', '2026-11-21'], 'day', '2026-11-21')).toBe(1);
    expect(runningIndex(['2026-11-20'], 'day', '2026-11-21')).toBeNull();
    expect(runningIndex(['2026-11-09', '2026-11-16'], 'week', '2026-11-21')).toBe(1);
    expect(runningIndex(['2026-11-09', '2026-11-16'], 'week', '2026-11-23')).toBeNull();
    expect(runningIndex(['2026-10-01', '2026-11-01'], 'month', '2026-11-30')).toBe(1);
    expect(runningIndex([], 'day', '2026-11-21')).toBeNull();
  });

  it('are named as short as they stay clear', () => {
    expect(axisLabel('2026-11-14', 'day', '2026-11-21')).toBe('14 Nov');
    expect(axisLabel('2025-11-01', 'month', '2026-11-21')).toBe('Nov 2025');
    expect(axisLabel('2026-02-01', 'month', '2026-11-21')).toBe('Feb');
    expect(bucketTitle('2026-11-16', 'week', '2026-11-21')).toBe('Week of 16 Nov');
  });
});
