import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/calendar/days.ts';
import { isFreshForSlot, slotRefusal } from './run-start.ts';

const at = Date.parse('2026-11-23T09:00:00.000Z');
const slot = { id: '2026-11-23T09', at };
const clock = { zone: 'Europe/Berlin', updatesPerDay: 1 as const };
const often = { ...clock, everySeconds: 120 };

describe('what a rule is evaluated on', () => {
  const isFresh = (type: 'raise_bids' | 'filter_skag', pulledAt: number, of = clock) =>
    isFreshForSlot({ type }, { slot, clock: of }, pulledAt, at);

  it('is figures of at most three hours', () => {
    expect(isFresh('raise_bids', at - 3 * hourMs)).toBe(true);
    expect(isFresh('raise_bids', at - 3 * hourMs - 1)).toBe(false);
  });

  it('is search terms of the local day of its slot', () => {
    expect(isFresh('filter_skag', Date.parse('2026-11-22T23:00:00.000Z'))).toBe(true);
    expect(isFresh('filter_skag', Date.parse('2026-11-22T22:59:59.999Z'))).toBe(false);
  });

  it('is search terms of a day and a bit where slots are seconds apart', () => {
    expect(isFresh('filter_skag', at - 26 * hourMs, often)).toBe(true);
    expect(isFresh('filter_skag', at - 26 * hourMs - 1, often)).toBe(false);
  });
});

describe('a slot', () => {
  const served = { isStopped: false, service: 'full', isQuiet: false };

  it('is left out by Stop all, without a plan, and in quiet hours, and else is not', () => {
    expect(slotRefusal(served)).toBeUndefined();
    expect(slotRefusal({ ...served, service: 'ended' })).toBeUndefined();
    expect(slotRefusal({ ...served, isStopped: true, isQuiet: true })).toEqual({ message: 'Stopped by Stop all' });
    expect(slotRefusal({ ...served, service: 'closed' })).toEqual({ message: 'Not run: no active plan' });
    expect(slotRefusal({ ...served, isQuiet: true })).toEqual({ message: null });
  });
});
