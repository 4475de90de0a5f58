import { describe, expect, it } from 'vitest';
import type { ChangeRow } from '../../change/change-row.ts';
import type { RowEvent } from '../../change/outcomes/row-outcome.events.ts';
import type { Decision } from './automation-run.events.ts';
import { type RunState, runDecider } from './run.decider.ts';
import { leaveOutRun, settledDecisions } from './run-end.ts';

const decision: Decision = {
  decision_id: '1b7c9a52-0c8e-8a6e-8f2a-64f0b1c2d3e4',
  key: '7:71:72',
  keyword: 'calm',
  campaign_name: 'US',
  verdict: 'raised',
  reason: null,
  cap: null,
  base: null,
  old: 800_000,
  computed: 900_000,
  new: 900_000,
  limited_by: null,
  caps: [],
  message: null,
  begins: false,
  inputs: { impressions: 1040, taps: 4, installs: 0, spend: 8_600_000, impression_share: 423_000 },
};
const run: RunState = { ...runDecider.initialState(), decisions: new Map([[decision.key, decision]]) };
const rows: ChangeRow[] = [
  { key: '7:71:72', field: 'cpt_bid', base: null, new: 900_000 },
  { key: '7:71', field: 'cpt_bid', base: null, new: 900_000, unchecked: true, parent: 0 },
];
const event = (type: string, message: string | null = null) => ({ type, data: { message } }) as RowEvent;
const outcomesOf = (...events: readonly (RowEvent | undefined)[]) =>
  new Map(events.flatMap((of, index) => (of === undefined ? [] : [[index, of] as const])));
const settled = (...events: readonly (RowEvent | undefined)[]) =>
  settledDecisions(run, rows, outcomesOf(...events)).map(({ outcome, message }) => [outcome, message]);

describe('the end of a run', () => {
  it('has one outcome for a unit of two rows: that of the row that was not done', () => {
    expect(settled(event('KeywordBidChanged'), event('AdGroupBidChanged'))).toEqual([['changed', null]]);
    expect(settled(event('KeywordBidChanged'), event('BidChangeRefusedByApple', 'Too low'))).toEqual([
      ['refused', 'Too low'],
    ]);
    expect(settled(event('BidChangeConflicted'), event('BidChangeSkipped'))).toEqual([['conflict', null]]);
  });

  it('says nothing about a row without an outcome', () => {
    expect(settled(undefined, event('AdGroupBidChanged'))).toEqual([]);
  });

  it('leaves out a slot that was not begun, once', () => {
    const at = '2026-03-27T08:03:10.000Z';
    const data = {
      run_id: '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01',
      automation_id: 5,
      application_id: 3,
      org_id: 40,
      slot: '2026-03-27T09',
      slot_at: at,
      version: 1,
      state: 'missed' as const,
      message: null,
      left_out_at: at,
    };
    const before = runDecider.initialState();
    expect(leaveOutRun(before, data)).toEqual([{ type: 'AutomationRunLeftOut', data }]);
    expect(leaveOutRun({ ...before, ended: true }, data)).toEqual([]);
  });
});
