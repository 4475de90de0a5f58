import { describe, expect, it } from 'vitest';
import { formatAge, formatClock, isLive, olderOf } from './ages.ts';

const now = Date.parse('2026-11-21T16:40:00Z');

describe('ages of sources', () => {
  it('read in the largest unit that still says something', () => {
    expect(formatAge('2026-11-21T16:39:40Z', now)).toBe('< 1 min old');
    expect(formatAge('2026-11-21T16:36:00Z', now)).toBe('4 min old');
    expect(formatAge('2026-11-21T14:40:00Z', now)).toBe('2 h old');
    expect(formatAge('2026-11-18T14:40:00Z', now)).toBe('3 days old');
  });

  it('say as a sentence how long ago something was updated', () => {
    expect(formatAge('2026-11-21T15:40:00Z', now, 'updated')).toBe('updated 1 h ago');
  });

  it('of clocks that run ahead are not negative', () => {
    expect(formatAge('2026-11-21T16:41:00Z', now)).toBe('< 1 min old');
  });

  it('end the word live', () => {
    expect(isLive('2026-11-21T16:30:00Z', now)).toBe(true);
    expect(isLive('2026-11-21T16:20:00Z', now)).toBe(false);
  });

  it('of mixed figures are those of the older source, and unknown when one is', () => {
    expect(olderOf('2026-11-21T14:40:00Z', '2026-11-21T16:40:00Z')).toBe('2026-11-21T14:40:00Z');
    expect(olderOf(null, '2026-11-21T16:40:00Z')).toBeNull();
  });

  it('show clocks in the zone of the ad organization', () => {
    expect(formatClock('2026-11-21T14:40:00Z', 'America/New_York')).toBe('09:40');
  });
});
