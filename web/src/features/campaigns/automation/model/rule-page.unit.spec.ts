import type { Change } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import {
  clipped,
  completed,
  cooling,
  logRow,
  reached,
  rule,
  run,
  runIds,
  verdict,
} from '../../../../testing/fixtures/automation-fixtures.ts';
import { backtestReport } from './backtest-report.ts';
import { bidAt, bidLine, decidedSteps, linePoints } from './bid-lines.ts';
import { capLines } from './caps-summary.ts';
import { filterLogs } from './log-rows.ts';
import { countsText, countVerdicts, runText, slotText } from './run-texts.ts';
import { isBy, sincePeriods, sumFigures } from './since-began.ts';
import { coveringRules } from './why-of-key.ts';

const all = [clipped, reached, completed, cooling];

describe('a run', () => {
  it('is counted in words', () => {
    const counts = countVerdicts(all);
    expect(countsText('raise_bids', counts, false)).toBe('4 keywords checked, 1 raised, 2 at a cap, 1 skipped');
    expect(countsText('raise_bids', counts, true)).toContain('1 would be raised');
    expect(countsText('filter_skag', countVerdicts([verdict('a', { verdict: 'negated' })]), false)).toBe(
      '1 blocked, 0 to decide',
    );
  });

  it('is named by its slot, or by its time where a person began it', () => {
    expect(slotText('2026-11-21T09')).toBe('21 Nov, 09:00');
    expect(slotText('2026-11-21T09:02:00')).toBe('21 Nov, 09:02');
    expect(slotText('manual-2ccf35a6-ab35-422c-8909-2d6be82755ca')).toBe('Run by hand');
    expect(runText(run(), 'UTC')).toBe('Run of 21 Nov, 15:00');
    expect(runText(run({ slot: 'manual-1' }), 'Europe/Berlin')).toBe('Run by hand, 16:00');
  });

  it('says of each cap how many units are at it and which comes next', () => {
    const lines = capLines(rule().automation_params, all, 'USD');
    expect(lines.map(({ name, limit, count }) => [name, limit, count])).toEqual([
      ['Impressions', '900', '0 reached'],
      ['Installs', '30', '1 reached'],
      ['CPA', '3.50', '1 over'],
      ['CPT bid', '1.70', '0 limited'],
    ]);
    expect(lines.map(({ nearest }) => nearest)).toContainEqual({ keyword: 'sleep sounds', distance: '5 left' });
    expect(lines.at(-1)?.nearest).toEqual({ keyword: 'sleep sounds', distance: '0.00 left' });
  });
});

describe('bids over time', () => {
  const change = (at: string, old: number | null, bid: number, overrides: Partial<Change> = {}): Change => ({
    id: at,
    at,
    seen_at: at,
    day: at.slice(0, 10),
    actor_kind: 'rule',
    actor: 'Rule Raise SKAG core',
    outside: null,
    change_id: null,
    undoes: null,
    undone_by: null,
    alike: 1,
    outcome: 'changed',
    reason: null,
    message: null,
    level: 'keyword',
    campaign_id: 501,
    ad_group_id: 601,
    keyword_id: 701,
    name: 'sleep',
    campaign_name: 'US',
    ad_group_name: 'sleep',
    field: 'cpt_bid',
    old,
    new: bid,
    ...overrides,
  });
  const line = bidLine('501:601:701', 'sleep', [
    change('2026-11-21T15:00:00Z', 1.2, 1.4),
    change('2026-11-21T12:00:00Z', 1.3, 1.35, { outcome: 'refused' }),
    change('2026-11-21T09:00:00Z', 1, 1.2, { actor_kind: 'person' }),
  ]);

  it('hold each bid until the next, and leave out what was refused', () => {
    expect(line.steps.map(({ bid }) => bid)).toEqual([1.2, 1.4]);
    expect(bidAt(line, Date.parse('2026-11-21T08:00:00Z'))).toBe(1);
    expect(bidAt(line, Date.parse('2026-11-21T14:59:00Z'))).toBe(1.2);
    const now = Date.parse('2026-11-22T00:00:00Z');
    expect(linePoints(line, Date.parse('2026-11-20T00:00:00Z'), now).map(([, bid]) => bid)).toEqual([1, 1.2, 1.4, 1.4]);
  });

  it('know the decision behind a step of the rule, and of no other', () => {
    const row = { key: '501:601:701', decision_id: 'a' };
    const logs = [
      logRow({ ...row, date: '2026-11-21T15:00:04Z' }),
      logRow({ ...row, date: '2026-11-21T09:00:01Z', run_id: runIds.older }),
    ];
    expect(decidedSteps([line], logs).map(({ at, runId }) => [new Date(at).getUTCHours(), runId])).toEqual([
      [15, runIds.newest],
    ]);
    expect(decidedSteps([line], [logRow({ ...row, date: '2026-11-21T14:00:00Z' })])).toEqual([]);
  });

  it('know no decision behind a step whose row is not loaded, though that of the next is near', () => {
    const steps = [0, 1, 2].map((minute) => ({
      at: minute * 60_000,
      bid: 1 + minute / 10,
      old: 1,
      by: 'Rule',
      byRule: true,
    }));
    const logs = [logRow({ key: '501:601:701', decision_id: 'a', date: new Date(120_500).toISOString() })];
    expect(decidedSteps([{ ...line, steps }], logs).map(({ at }) => at)).toEqual([120_000]);
  });
});

describe('what changed since the rule began', () => {
  it('compares full days on both sides of the first change', () => {
    expect(sincePeriods('2026-11-10', '2026-11-21')).toEqual({
      began: '2026-11-10',
      days: 10,
      before: { from: '2026-10-31', to: '2026-11-09' },
      after: { from: '2026-11-11', to: '2026-11-20' },
    });
    expect(sincePeriods('2026-11-20', '2026-11-21')).toBeNull();
  });

  it('is of the rule that the history names', () => {
    expect(isBy(rule(), 'Rule Raise SKAG core')).toBe(true);
    expect(isBy(rule(), 'Rule Raise SKAG core, EU')).toBe(false);
  });

  it('sums the campaigns of the rule alone, and makes ratios of the sums', () => {
    const row = (id: number, taps: number, spend: number) =>
      ({ id, impressions: 10, taps, installs: 0, spend }) as never;
    expect(sumFigures([row(501, 2, 3), row(502, 4, 9), row(999, 50, 50)], new Set([501, 502]))).toEqual({
      impressions: 20,
      taps: 6,
      installs: 0,
      spend: 12,
      cpt: 2,
      cpa: null,
    });
  });
});

it('a back-test counts slots and raises', () => {
  const slot = { slot: '2026-11-20T09', at: '2026-11-20T09:00:00Z', as_known: true, verdicts: all };
  expect(backtestReport({ slots: [slot, { ...slot, slot: '2026-11-20T21' }] })).toMatchObject({
    raises: 2,
    keywords: 1,
    slots: [{ checked: 4, raised: 1, atCap: 2, skipped: 1 }, {}],
  });
});

it('logs are filtered by kind and by any of their words', () => {
  const unit = logRow({ key: '501:601:1', message: 'Raised the bid of "rain"', campaignName: 'GB' });
  const rows = [logRow(), unit];
  expect(filterLogs(rows, 'runs', '')).toEqual([rows[0]]);
  expect(filterLogs(rows, 'units', 'RAIN')).toEqual([unit]);
  expect(filterLogs(rows, 'all', 'gb')).toEqual([unit]);
});

it('the rules of a keyword are those of its campaign, the ones at work first', () => {
  const rules = [
    rule({ id: 1, status: 'paused' }),
    rule({ id: 2 }),
    rule({ id: 3, apply_to: { '40': [502] } }),
    rule({ id: 4, type: 'filter_skag' }),
  ];
  expect(coveringRules(rules, '501:601:701').map(({ id }) => id)).toEqual([2, 1]);
});
