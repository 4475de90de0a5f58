import { expect, it } from 'vitest';
import type { ChangeRow } from './change-row.ts';
import { rowEvent } from './outcomes/row-outcome.ts';
import { sampleCampaign, sampleChange, sampleRequest } from './sample-change.fixture.ts';
import { undoRows } from './undo.ts';

const decidedAt = '2026-11-23T06:00:00.000Z';

it('sets a target CPA back to what it was, and never to none, which the ad service does not take', () => {
  const campaign = sampleCampaign(undefined, { bidding: 'MAX_CONVERSIONS', target: 3_000_000 });
  const undone = (base: number | null) => {
    const row: ChangeRow = { key: '700', field: 'target_cpa', base, new: 4_000_000 };
    const result = { outcome: 'changed', remote: base, attempts: [], decidedAt } as const;
    const outcomes = new Map([[0, rowEvent(sampleRequest([row]), 0, result, campaign)]]);
    return undoRows(sampleChange([row]), outcomes, { now: Date.parse(decidedAt) });
  };
  expect(undone(3_000_000)).toEqual([{ key: '700', field: 'target_cpa', base: 4_000_000, new: 3_000_000 }]);
  expect(() => undone(null)).toThrow('Nothing to undo');
});
