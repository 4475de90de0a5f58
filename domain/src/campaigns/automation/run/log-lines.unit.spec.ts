import { describe, expect, it } from 'vitest';
import { automationRunStream } from '../rule/automation.stream.ts';
import type { AutomationRunEvent, Decision, SettledDecision } from './automation-run.events.ts';
import { countRun, logLines } from './log-lines.ts';

const run = {
  run_id: '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01',
  automation_id: 5,
  application_id: 3,
  org_id: 40,
  slot: '2026-03-27T09',
};
const at = '2026-03-27T08:03:10.000Z';
const unit = {
  decision_id: '1b7c9a52-0c8e-8a6e-8f2a-64f0b1c2d3e4',
  key: '7:71:72',
  keyword: 'calm',
  campaign_name: 'US',
};
const decided = (decision: Partial<Decision>): Decision => ({
  ...unit,
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
  ...decision,
});
const settled = (outcome: SettledDecision['outcome'], more: Partial<SettledDecision> = {}): AutomationRunEvent => {
  const settledDecision = { ...unit, outcome, message: null, old: 800_000, new: 1_500_000, limited_by: null, ...more };
  return { type: 'BidRaisesSettled', data: { ...run, currency: 'USD', settled: [settledDecision], settled_at: at } };
};
const text = (event: AutomationRunEvent, currency = 'USD') => logLines(event, currency).map(({ message }) => message);
const atCap = (verdict: Decision['verdict'], cap: NonNullable<Decision['cap']>, limit: number, begins = true) =>
  text({
    type: 'BidRaisesDecided',
    data: {
      ...run,
      decided_at: at,
      decisions: [decided({ verdict, cap, begins, new: null, caps: [{ cap, limit, reached: true }] })],
    },
  });
const counts = { checked: 212, raised: 31, at_cap: 140, skipped: 40, failed: 1 };
const ended = (slot: string, state: 'done' | 'stopped', message: string | null = null): AutomationRunEvent => ({
  type: 'AutomationRunEnded',
  data: { ...run, slot, state, change_ids: [], counts, message, ended_at: at },
});
const leftOut = (state: 'missed' | 'no_fresh_data' | 'stopped', message: string | null = null): AutomationRunEvent => ({
  type: 'AutomationRunLeftOut',
  data: { ...run, slot_at: at, version: 1, state, message, left_out_at: at },
});

describe('the log of a rule', () => {
  it('says how calls ended', () => {
    expect(text(settled('changed'))).toEqual(['Raised the bid of "calm" from 0.80 to 1.50 USD']);
    expect(text(settled('changed', { limited_by: 'cpt_bid_cap' }))).toEqual([
      'Raised the bid of "calm" from 0.80 to 1.50 USD (limited by CPT bid cap)',
    ]);
    expect(text(settled('unchanged', { limited_by: 'daily_budget' }))[0]).toContain('(limited by daily budget)');
    expect(text(settled('changed', { old: 120_000_000, new: 132_000_000, limited_by: 'guardrail' }), 'JPY')).toEqual([
      'Raised the bid of "calm" from 120 to 132 JPY (limited by guardrail)',
    ]);
    expect(text(settled('conflict'))).toEqual(['Bid of "calm" was changed by someone else, left as it is']);
    expect(text(settled('unknown'))).toEqual(['Bid of "calm" sent, Apple has not confirmed it yet']);
    expect(text(settled('refused', { message: 'Not editable' }))).toEqual([
      'Could not raise the bid of "calm": Not editable',
    ]);
    expect(text(settled('skipped'))).toEqual([]);
  });

  it('says once that a unit is at a cap', () => {
    expect(atCap('completed', 'impressions_cap', 1000)).toEqual([
      'Stopped raising "calm": impressions 1040 reached the cap 1000',
    ]);
    expect(atCap('completed', 'spend_cap', 5_000_000)).toEqual([
      'Stopped raising "calm": spend 8.60 USD reached the cap 5.00 USD',
    ]);
    expect(atCap('reached', 'cpa_cap', 4_000_000)).toEqual([
      'Not raising "calm" for now: CPA 8.60 USD reached the cap 4.00 USD',
    ]);
    expect(atCap('reached', 'impression_share_cap', 400_000)).toEqual([
      'Not raising "calm" for now: impression share 42.3 % reached the cap 40 %',
    ]);
    expect(atCap('reached', 'cpa_cap', 4_000_000, false)).toEqual([]);
    expect(atCap('limited', 'cpt_bid_cap', 800_000)).toEqual([]);
  });

  it('says what a shadow run would have done', () => {
    const event: AutomationRunEvent = {
      type: 'BidRaisesSuggested',
      data: { ...run, decided_at: at, decisions: [decided({})] },
    };
    expect(text(event)).toEqual(['Would have raised the bid of "calm" from 0.80 to 0.90 USD']);
  });

  it('says what a run came to', () => {
    expect(text(ended('2026-03-27T09', 'done'))).toEqual([
      'Run of 09:00: 212 keywords checked, 31 raised, 140 at a cap, 40 skipped, 1 failed',
    ]);
    expect(text(ended('2026-03-27T09:02:00', 'stopped'))).toEqual(['Run of 09:02:00 stopped']);
    expect(text(ended('manual-8a1d1f9e', 'done'))[0]).toMatch(/^Run by hand: 212/);
    expect(text(ended('2026-03-27T09', 'stopped', 'Stopped by Stop all'))).toEqual(['Stopped by Stop all']);
    expect(text(leftOut('missed'))).toEqual(['Run of 09:00 missed']);
    expect(text(leftOut('no_fresh_data'))).toEqual(['Run of 09:00 not done: no fresh data']);
    expect(text(leftOut('stopped', 'Not run: no active plan'))).toEqual(['Not run: no active plan']);
    expect(automationRunStream(run)).toBe('automationRun-5.40.2026-03-27T09');
  });

  it('counts units by their outcome', () => {
    const units = (
      ['raised', 'raised', 'raised', 'completed', 'reached', 'limited', 'skipped', 'blocked'] as const
    ).map((verdict, index) => ({ verdict, decision_id: String(index) }));
    const outcomes = new Map([
      ['1', 'conflict'],
      ['2', 'skipped'],
    ] as const);
    expect(countRun(units, outcomes)).toEqual({ checked: 8, raised: 1, at_cap: 3, skipped: 3, failed: 1 });
  });
});
