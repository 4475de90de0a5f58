import { expect, it } from 'vitest';
import { versionOf } from '../sample-world.fixture.ts';
import { createSuggestedRuns } from './suggested-runs.ts';

it('remembers units that had been resumed, also those that it has not evaluated yet', () => {
  const { rule } = versionOf({
    cases: [
      {
        when: { metric: 'taps', window: '7d', op: '>', value: 3 },
        then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
      },
    ],
  });
  const suggested = createSuggestedRuns({ rule, casesSince: '2026-11-01T00:00:00.000Z' });
  const clock = { asOf: Date.parse('2026-11-04T09:00Z'), hourMs: 3_600_000, zone: 'UTC' };
  const resumedAt = (resumed: Record<string, string>) =>
    suggested.memoryAt(clock, resumed).units.get('700:710:720')?.resumed.cpt_bid;
  expect(resumedAt({})).toBeUndefined();
  expect(resumedAt({ '700:710:720': '2026-11-03T09:00:00.000Z' })).toBe(Date.parse('2026-11-03T09:00Z'));
});
