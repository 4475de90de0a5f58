import { describe, expect, it } from 'vitest';
import { dataOf, versionOf } from '../../../../../domain/src/campaigns/custom-rule/evaluation/sample-world.fixture.ts';
import { hasData } from './has-data.ts';

const bid = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const version = (window: string) =>
  versionOf({ cases: [{ when: { metric: 'taps', window, op: '>', value: 3 }, then: [bid] }] });
const data = dataOf();
const fresh = { ...data, pulledAt: data.asOf - 60_000 };

describe('a slot of the past', () => {
  it('decides nothing on figures of today that could not be trusted, as a run would not have', () => {
    const slot = { days: null, version: version('today') };
    expect(hasData({ ...slot, isTrusted: true }, fresh)).toBe(true);
    expect(hasData({ ...slot, isTrusted: false }, fresh)).toBe(false);
    expect(hasData({ ...slot, isTrusted: true }, { ...data, pulledAt: null })).toBe(false);
  });

  it('decides on complete days whatever came after them, and a run that was made on what it recorded', () => {
    expect(hasData({ days: null, isTrusted: false, version: version('7d') }, fresh)).toBe(true);
    expect(hasData({ days: data.days, isTrusted: false, version: version('today') }, fresh)).toBe(true);
  });
});
