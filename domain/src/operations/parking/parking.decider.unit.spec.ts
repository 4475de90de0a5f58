import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { parkingDecider, retryParkedStream, skipParkedEvent } from './parking.decider.ts';

const decision = { stream: 'adsReport-1', position: '100', decided_at: '2026-03-01T00:00:00.000Z' };
const skipped = fold(parkingDecider, [{ type: 'ParkedEventSkipped', data: decision }]);
const untouched = parkingDecider.initialState();

describe('a parked stream', () => {
  it('may be retried as often as wanted', () => {
    const retried = retryParkedStream(untouched, decision);
    expect(retried).toEqual([{ type: 'ParkedStreamRetried', data: decision }]);
    expect(retryParkedStream(fold(parkingDecider, retried), decision)).toHaveLength(1);
  });

  it('cannot be retried from an event that is left out', () => {
    expect(() => retryParkedStream(skipped, decision)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('has an event left out once', () => {
    expect(skipParkedEvent(untouched, decision)).toEqual([{ type: 'ParkedEventSkipped', data: decision }]);
    expect(skipParkedEvent(skipped, decision)).toEqual([]);
    expect(skipParkedEvent(skipped, { ...decision, position: '200' })).toHaveLength(1);
  });
});
