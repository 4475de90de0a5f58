import { describe, expect, it } from 'vitest';
import type { CopiedEvent } from './copied-event.ts';
import { StreamLimits } from './stream-limits.ts';

const now = new Date('2026-03-10T00:00:00.000Z');
const event = (revision: number, day: string, stream = 'usage-1'): CopiedEvent => ({
  position: BigInt(revision),
  stream,
  revision: BigInt(revision),
  id: '00000000-0000-4000-8000-000000000000',
  type: 'UsageReported',
  recordedAt: `2026-03-${day}T00:00:00.000Z`,
  data: '{}',
  metadata: '{}',
});
const limitsOf = (limit: object) => new StreamLimits(new Map([['usage-1', JSON.stringify(limit)]]), now);
const week = { $maxAge: 7 * 86_400 };

describe('a stream of which the log drops the oldest events', () => {
  it('does not get back what the log hides, and the others keep their revisions', () => {
    const limits = limitsOf(week);
    expect(limits.gapBefore(event(0, '01'))).toBe('hidden');
    expect(limits.gapBefore(event(1, '02'))).toBe('hidden');
    expect(limits.gapBefore(event(2, '05'))).toMatchObject([
      { stream: 'usage-1', revision: 0n, events: [{ type: '$hidden' }, { type: '$hidden' }] },
    ]);
    expect(limits.gapBefore(event(3, '06'))).toEqual([]);
    const [metadata] = limits.events();
    expect(metadata).toMatchObject({ stream: '$$usage-1', revision: 0n });
    expect(JSON.parse(metadata?.events[0]?.data ?? '')).toEqual({ ...week, $tb: 2 });
  });

  it('has a place for each event that the copy lacks, in as many appends as it needs', () => {
    const gap = limitsOf({ $tb: 1200 }).gapBefore(event(1201, '05'));
    if (gap === 'hidden') throw new Error('It is shown');
    expect(gap.map(({ revision, events }) => [revision, events.length])).toEqual([
      [0n, 500],
      [500n, 500],
      [1000n, 201],
    ]);
    const ids = gap.flatMap(({ events }) => events.map(({ id }) => id));
    expect(new Set(ids).size).toBe(1201);
  });

  it('keeps its limit as it was when nothing is hidden', () => {
    const limits = limitsOf(week);
    expect(limits.gapBefore(event(0, '05'))).toEqual([]);
    expect(JSON.parse(limits.events()[0]?.events[0]?.data ?? '')).toEqual(week);
  });

  it('is not restored when all of it is hidden', () => {
    const limits = limitsOf(week);
    expect(limits.gapBefore(event(0, '01'))).toBe('hidden');
    expect(limits.events()).toEqual([]);
  });

  it('is no other than the one that has the limit', () => {
    expect(limitsOf(week).gapBefore(event(5, '01', 'campaign-1'))).toEqual([]);
  });
});
