import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignDecider } from '../../campaign/campaign.decider.ts';
import { type ChangeRow, objectOfKey } from '../change-row.ts';
import { sampleCampaign, sampleRequest } from '../sample-change.fixture.ts';
import { settingOf } from './object-after.ts';
import { rowEvents } from './row-events.ts';

const ended = { outcome: 'changed', remote: undefined, attempts: [], decidedAt: '2026-11-23T06:00:01.000Z' } as const;
const cents = fc.integer({ min: 1, max: 400 }).map((count) => count * 10_000);
/** Settings of the sample campaign, each by its key and field. */
const settings = [
  ...(['budget', 'daily_cap'] as const).map((field) => ({ key: '700', field })),
  ...(['cpt_bid', 'cpa_goal'] as const).map((field) => ({ key: '700:710', field })),
  ...['700:710:720', '700:710:721'].map((key) => ({ key, field: 'cpt_bid' as const })),
];

describe('rows that ended together', () => {
  it('leave each of their settings as it was set, also where several are of one object', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(settings, { minLength: 1 }),
        fc.array(cents, { minLength: 6, maxLength: 6 }),
        (some, amounts) => {
          const before = sampleCampaign(undefined, { total: 900_000_000 });
          const rows = some.map((edit, index): ChangeRow => ({ ...edit, base: null, new: amounts[index] ?? 0 }));
          const results = rows.map((_, row) => [row, ended] as const);
          const events = rowEvents(sampleRequest(rows), results, before);
          expect(events.map(({ data }) => data.row)).toEqual(rows.map((_, row) => row));
          const after = campaignDecider.evolveMany(before, events);
          for (const { key, field, new: set } of rows) expect(settingOf(after, objectOfKey(key), field)).toBe(set);
          for (const { key, field } of settings) {
            if (some.some((other) => other.key === key && other.field === field)) continue;
            const object = objectOfKey(key);
            expect(settingOf(after, object, field)).toBe(settingOf(before, object, field));
          }
        },
      ),
    );
  });

  it('are only those that are given, of whichever rows of the change', () => {
    const rows = settings.map((setting): ChangeRow => ({ ...setting, base: null, new: 500_000 }));
    const events = rowEvents(
      sampleRequest(rows),
      [
        [3, ended],
        [2, ended],
      ],
      sampleCampaign(),
    );
    expect(events.map(({ type, data }) => [type, data.row])).toEqual([
      ['AdGroupCpaGoalChanged', 3],
      ['AdGroupBidChanged', 2],
    ]);
    expect(events[1]).toMatchObject({ data: { ad_group: { default_bid_micros: 500_000, cpa_goal_micros: 500_000 } } });
    expect(rowEvents(sampleRequest(rows), [], sampleCampaign())).toEqual([]);
  });
});
